// The colours of `pliant render` (src/render/palette.cpp): twelve that differ, and a map from dark violet to yellow.

export type Rgb = [number, number, number];

const picked: [number, number, number][] = [
    [0.63, 0.185, 20],
    [0.62, 0.13, 252],
    [0.82, 0.135, 80],
    [0.69, 0.115, 158],
    [0.57, 0.13, 302],
    [0.72, 0.15, 52],
    [0.78, 0.09, 208],
    [0.81, 0.095, 355],
    [0.52, 0.075, 55],
    [0.82, 0.14, 128],
    [0.45, 0.1, 265],
    [0.87, 0.045, 305],
];
export const paletteSize = picked.length;

const clamp = (x: number): number => Math.min(1, Math.max(0, x));

/** sRGB from 0 to 1 of a colour in OKLab. */
function fromOklab(l: number, a: number, b: number): Rgb {
    const r = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const g = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
    const linear = [
        4.0767416621 * r - 3.3077115913 * g + 0.2309699292 * s,
        -1.2684380046 * r + 2.6097574011 * g - 0.3413193965 * s,
        -0.0041960863 * r - 0.7034186147 * g + 1.707614701 * s,
    ];
    return linear.map((x) => clamp(x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055)) as Rgb;
}

function lab([l, chroma, hue]: [number, number, number]): [number, number, number] {
    const angle = (hue * Math.PI) / 180;
    return [l, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** One of the colours that stand for names. */
export function categorical(index: number): Rgb {
    return fromOklab(...lab(picked[index % paletteSize]!));
}

const rampChroma = [0.115, 0.125, 0.095, 0.11, 0.145, 0.12];
const rampHue = [300, 262, 218, 168, 128, 103];
const ramp = rampChroma.map((chroma, i) => lab([0.33 + (0.61 * i) / 5, chroma, rampHue[i]!]));

/** The colour of a number from 0 to 1. */
export function colormap(t: number): Rgb {
    const place = clamp(t) * (ramp.length - 1);
    const cell = Math.min(Math.floor(place), ramp.length - 2);
    const s = place - cell;
    const at = (i: number, k: number): number => {
        if (i < 0) return 2 * ramp[0]![k]! - ramp[1]![k]!;
        if (i >= ramp.length) return 2 * ramp[ramp.length - 1]![k]! - ramp[ramp.length - 2]![k]!;
        return ramp[i]![k]!;
    };
    const mixed = [0, 1, 2].map((k) => {
        const [before, from, to, after] = [at(cell - 1, k), at(cell, k), at(cell + 1, k), at(cell + 2, k)];
        return (
            from +
            0.5 * s * (to - before + s * (2 * before - 5 * from + 4 * to - after + s * (3 * (from - to) + after - before)))
        );
    });
    return fromOklab(mixed[0]!, mixed[1]!, mixed[2]!);
}

export function css([r, g, b]: Rgb): string {
    return `rgb(${Math.round(255 * r)} ${Math.round(255 * g)} ${Math.round(255 * b)})`;
}
