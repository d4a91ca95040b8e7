import { describe, expect, test } from "vitest";
import { categorical, colormap, paletteSize } from "../../src/colors";
import { keys } from "../../src/help";
import { brief, History } from "../../src/plots";
import { rounded, scaleOf, shortName } from "../../src/sliders";
import { stretchesOf } from "../../src/timeline";

describe("sliders", () => {
    const cases: [string, number, number, boolean, number][] = [
        ["a modulus", 1, 1e12, false, 1e5],
        ["a share", 0, 1, false, 0.2],
        ["gravity", -1e4, 1e4, false, -9.81],
        ["a rate that may be 0", 0, 1e6, false, 0],
        ["a count", 1, 1000, false, 20],
    ];
    for (const [name, min, max, orZero, around] of cases)
        test(`${name}: place and value undo each other, within what is legal`, () => {
            const scale = scaleOf(min, max, orZero, around);
            expect(scale.value(scale.place(around))).toBeCloseTo(around, 6);
            let last = -Infinity;
            for (let p = 0; p <= 1.0001; p += 0.05) {
                const value = scale.value(Math.min(1, p));
                expect(value).toBeGreaterThanOrEqual(Math.max(min, last));
                expect(value).toBeLessThanOrEqual(max * (1 + 1e-12));
                last = value;
            }
        });
    test("a wide range is spread over decades around the value", () => {
        const scale = scaleOf(1, 1e12, false, 1e5);
        expect(scale.value(0)).toBeCloseTo(1e3, 3);
        expect(scale.value(1)).toBeCloseTo(1e7, 0);
    });
    test("0 is at the left end where it is legal", () => {
        expect(scaleOf(0, 1e6, true, 5).value(0)).toBe(0);
    });
    test("three digits", () => expect(rounded(123456)).toBe(123000));
    test("names are short within their group", () => {
        expect(shortName("bodies.0.material.young")).toBe("young");
        expect(shortName("gravity")).toBe("gravity");
        expect(shortName("obstacles.3.friction")).toBe("friction");
        expect(shortName("bodies.2.clusters.level_weights.b")).toBe("level_weights.b");
    });
});

describe("plots", () => {
    test("going back drops what came later", () => {
        const history = new History(2);
        for (let k = 0; k < 10; ++k) history.add(k, [k, 2 * k]);
        history.add(4, [40, 80]);
        expect(history.frames).toEqual([0, 1, 2, 3, 4]);
        expect(history.values[0]).toEqual([0, 1, 2, 3, 40]);
        expect(history.range()).toEqual([0, 80]);
    });
    test("a value that is missing stays as it was, and old ones are dropped", () => {
        const history = new History(1, 3);
        history.add(0, [5]);
        history.add(1, [undefined]);
        history.add(2, [7]);
        history.add(3, [8]);
        expect(history.values[0]).toEqual([5, 7, 8]);
    });
    test("numbers are short", () => {
        expect(brief(0)).toBe("0");
        expect(brief(123.456)).toBe("123");
        expect(brief(1234567)).toBe("1.2e+6");
        expect(brief(NaN)).toBe("–");
    });
});

describe("the timeline", () => {
    const status = { playing: true, speed: 1, waiting: false, pages: 1, live: true, frame: 10, color: "none" };
    test("all frames are of the run while it only goes on", () => {
        expect(stretchesOf({ ...status, first: 0, last: 10 })).toEqual({ kept: [0, 1], stale: null });
    });
    test("after going back the later ones are stale", () => {
        const { kept, stale } = stretchesOf({ ...status, first: 0, last: 40, stale: 11 });
        expect(kept).toEqual([0, 0.25]);
        expect(stale).toEqual([0.25, 1]);
    });
    test("a run that is still being written has frames to come", () => {
        expect(stretchesOf({ ...status, live: false, first: 0, last: 10, asked: 100 }).kept).toEqual([0, 0.1]);
    });
});

describe("colours", () => {
    test("of names differ from each other", () => {
        for (let a = 0; a < paletteSize; ++a)
            for (let b = 0; b < a; ++b) {
                const [x, y] = [categorical(a), categorical(b)];
                expect(Math.hypot(...x.map((v, k) => v - y[k]!))).toBeGreaterThan(0.1);
            }
    });
    test("of numbers grow lighter", () => {
        const light = ([r, g, b]: number[]): number => 0.3 * r! + 0.6 * g! + 0.1 * b!;
        for (let t = 0.05; t <= 1; t += 0.05) expect(light(colormap(t))).toBeGreaterThan(light(colormap(t - 0.05)));
    });
});

test("every key of the help is listed once", () => {
    const all = keys.map((key) => key.keys);
    expect(new Set(all).size).toBe(all.length);
});
