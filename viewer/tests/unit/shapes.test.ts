import { describe, expect, test } from "vitest";
import { pick } from "../../src/picking";
import { decode, follow, heaviest, shape } from "../../src/skin";

describe("positions in 16 bits", () => {
    test("reach from one side of the box to the other", () => {
        const out = decode(new Uint16Array([0, 0, 0, 65535, 65535, 65535, 32768, 0, 65535]), [1, 2, 3, 10, 20, 0], 0, 3);
        expect([...out.subarray(0, 6)]).toEqual([1, 2, 3, 11, 22, 3]);
        expect(out[6]).toBeCloseTo(6, 3);
    });
    test("of some of the particles", () => {
        const out = decode(new Uint16Array([0, 0, 0, 65535, 0, 0]), [0, 0, 0, 1, 1, 1], 1, 1);
        expect([...out]).toEqual([1, 0, 0]);
    });
});

describe("skins", () => {
    const binding = {
        rows: new Uint32Array([0, 2, 3]),
        of: new Uint32Array([0, 1, 1]),
        weights: new Float32Array([0.25, 0.75, 1]),
    };
    test("points are sums of particles", () => {
        const points = new Float32Array(6);
        follow(binding, new Float32Array([0, 0, 0, 4, 8, 12]), points);
        expect([...points]).toEqual([3, 6, 9, 4, 8, 12]);
    });
    test("show the value of the particle with the most to say", () => {
        expect([...heaviest(binding)]).toEqual([1, 1]);
    });
    test("a moved skin is where its particles were moved to", () => {
        const [a, b] = [new Float32Array(6), new Float32Array(6)];
        follow(binding, new Float32Array([1, 2, 3, 4, 5, 6]), a);
        follow(binding, new Float32Array([11, 2, 3, 14, 5, 6]), b);
        a.forEach((x, i) => expect(b[i]! - x).toBeCloseTo(i % 3 === 0 ? 10 : 0, 5));
    });
    test("normals have length 1 and point out of counter-clockwise faces", () => {
        const mesh = {
            triangles: new Uint32Array([0, 1, 2, 0, 2, 3]),
            pointOf: new Uint32Array([0, 1, 2, 3]),
            normalOf: new Uint32Array([0, 1, 2, 3]),
        };
        const points = new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
        const [positions, normals] = [new Float32Array(12), new Float32Array(12)];
        shape(mesh, points, positions, normals);
        expect([...positions]).toEqual([...points]);
        for (let v = 0; v < 4; ++v) expect([...normals.subarray(3 * v, 3 * v + 3)]).toEqual([0, 0, 1]);
    });
});

describe("picking", () => {
    const positions = new Float32Array([0, 0, 0, 5, 0, 0, 0, 0, -3]);
    test("finds the first ball along the ray, and whose it is", () => {
        const hit = pick(positions, [2, 1], [1, 1], [0, 0, -10], [0, 0, 1])!;
        expect(hit.body).toBe(1);
        expect(hit.particle).toBe(0);
        expect(hit.point[2]).toBeLessThan(-3);
        expect(pick(positions, [2, 1], [1, 1], [5, 0, 10], [0, 0, -1])).toMatchObject({ body: 0, particle: 1 });
    });
    test("finds nothing beside, behind, or where nothing is", () => {
        expect(pick(positions, [2, 1], [1, 1], [0, 9, -10], [0, 0, 1])).toBeNull();
        expect(pick(positions, [2, 1], [1, 1], [0, 0, 10], [0, 0, 1])).toBeNull();
        expect(pick(new Float32Array(), [], [], [0, 0, 0], [0, 0, 1])).toBeNull();
    });
    test("agrees with a search by small steps", () => {
        let seed = 7;
        const random = (): number => ((seed = (seed * 16807) % 2147483647) / 2147483647) * 2 - 1;
        const cloud = Float32Array.from({ length: 300 }, random);
        for (let trial = 0; trial < 30; ++trial) {
            const from: [number, number, number] = [3 * random(), 3 * random(), 4];
            const to = [random(), random(), 0];
            const way = [0, 1, 2].map((k) => to[k]! - from[k]!);
            const direction = way.map((x) => x / Math.hypot(...way)) as [number, number, number];
            const hit = pick(cloud, [100], [0.1], from, direction);
            let walked: number | null = null;
            for (let t = 0; t < 8 && walked === null; t += 0.002)
                for (let i = 0; i < 100; ++i)
                    if (Math.hypot(...[0, 1, 2].map((k) => from[k]! + t * direction[k]! - cloud[3 * i + k]!)) <= 0.13) {
                        walked = t;
                        break;
                    }
            if (walked === null) expect(hit).toBeNull();
            else expect(hit!.distance).toBeCloseTo(walked, 1);
        }
    });
});
