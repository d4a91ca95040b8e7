// Sliders made from the parameter table: a wide range gets a logarithmic scale, a range without a sensible end one
// around the value.

import type { LiveParameter } from "./protocol";

export interface Scale {
    /** The place of a value on the slider, from 0 to 1. */
    place(value: number): number;
    value(place: number): number;
}

/** `around` is the value that the scene gave it. */
export function scaleOf(min: number, max: number, orZero: boolean, around: number): Scale {
    const wide = max - min > 1000 * Math.max(Math.abs(around), 1e-9) || max > 1e4;
    if (min >= 0 && wide) {
        // Four decades around what it was; 0, where it is legal, at the left end.
        const middle = around > 0 ? around : Math.min(1, max);
        const low = Math.max(min > 0 ? min : 0, middle / 100);
        const high = Math.min(max, middle * 100);
        const zero = orZero || min === 0 ? 0.04 : 0;
        return {
            place: (v) => (v <= 0 && zero > 0 ? 0 : zero + ((1 - zero) * Math.log(clampTo(v, low, high) / low)) / Math.log(high / low)),
            value: (p) => (p < zero ? 0 : low * Math.exp(((p - zero) / (1 - zero)) * Math.log(high / low))),
        };
    }
    const half = Math.max(2 * Math.abs(around), 1);
    const low = wide ? Math.max(min, around - half) : min;
    const high = wide ? Math.min(max, around + half) : max;
    return {
        place: (v) => (clampTo(v, low, high) - low) / (high - low || 1),
        value: (p) => low + p * (high - low),
    };
}

function clampTo(x: number, low: number, high: number): number {
    return Math.min(high, Math.max(low, x));
}

/** Three digits are as many as a hand can set. */
export function rounded(x: number): number {
    return Number(x.toPrecision(3));
}

export class Sliders {
    private first = new Map<string, string>(); // values as the scene had them
    private rows = new Map<string, { row: HTMLElement; show: (value: string) => void }>();

    constructor(
        private readonly parent: HTMLElement,
        filter: HTMLInputElement,
        private readonly set: (path: string, value: string) => void,
    ) {
        filter.addEventListener("input", () => {
            const words = filter.value.toLowerCase().split(/\s+/);
            for (const [path, { row }] of this.rows) {
                const text = `${path} ${row.title} ${row.dataset.group ?? ""}`.toLowerCase();
                row.hidden = !words.every((word) => text.includes(word));
            }
        });
    }

    /** Another scene: what is listed now is what "reset" goes back to. */
    forget(): void {
        this.first.clear();
        this.rows.clear();
        this.parent.replaceChildren();
    }

    update(parameters: LiveParameter[]): void {
        const same = parameters.length === this.rows.size && parameters.every((p) => this.rows.has(p.path));
        if (!same) this.build(parameters);
        for (const p of parameters) this.rows.get(p.path)?.show(p.value);
    }

    resetAll(): void {
        for (const [path, value] of this.first) if (this.rows.get(path)?.row.classList.contains("changed")) this.set(path, value);
    }

    private build(parameters: LiveParameter[]): void {
        this.rows.clear();
        const groups = new Map<string, HTMLDetailsElement>();
        // What a body is made of comes first: it is what people reach for.
        const ordered = [...parameters].sort((a, b) => Number(a.path.includes(".clusters.")) - Number(b.path.includes(".clusters.")));
        for (const p of ordered) {
            if (!this.first.has(p.path)) this.first.set(p.path, p.value);
            let group = groups.get(p.group);
            if (!group) {
                group = document.createElement("details");
                group.open = groups.size < 2;
                const title = document.createElement("summary");
                title.textContent = p.group;
                group.append(title);
                groups.set(p.group, group);
            }
            group.append(this.row(p));
        }
        this.parent.replaceChildren(...groups.values());
    }

    private row(p: LiveParameter): HTMLElement {
        const row = document.createElement("div");
        row.className = "parameter";
        row.title = `${p.meaning}${p.extremes ? `\n${p.extremes}` : ""}\n${p.path}`;
        row.dataset.group = p.group;
        row.dataset.path = p.path;
        const name = document.createElement("label");
        name.textContent = `${shortName(p.path)}${p.unit ? ` (${p.unit})` : ""}`;
        const reset = document.createElement("button");
        reset.textContent = "↺";
        reset.title = "As the scene has it";
        reset.addEventListener("click", () => this.set(p.path, this.first.get(p.path)!));
        row.append(name, reset);
        const shows = this.inputs(p, row);
        const show = (value: string): void => {
            row.classList.toggle("changed", value !== this.first.get(p.path));
            shows(value);
        };
        this.rows.set(p.path, { row, show });
        return row;
    }

    /** The inputs of a row, and how they show a value. */
    private inputs(p: LiveParameter, row: HTMLElement): (value: string) => void {
        if (p.type === "true or false") {
            const box = document.createElement("input");
            box.type = "checkbox";
            box.setAttribute("aria-label", p.path);
            box.addEventListener("change", () => this.set(p.path, String(box.checked)));
            row.append(box);
            return (value) => (box.checked = value === "true");
        }
        const first = JSON.parse(this.first.get(p.path)!) as number | number[];
        const count = Array.isArray(first) ? first.length : 1;
        let now: number[] = [];
        const parts = Array.from({ length: count }, (_, k) =>
            numberInput(p, Array.isArray(first) ? first[k]! : first, count > 1 ? "xyz"[k]! : "", (x) => {
                now[k] = x;
                this.set(p.path, JSON.stringify(Array.isArray(first) ? now : x));
            }),
        );
        for (const part of parts) row.append(part.element);
        return (value) => {
            const given = JSON.parse(value) as number | number[];
            now = Array.isArray(given) ? [...given] : [given];
            parts.forEach((part, k) => part.show(now[k]!));
        };
    }
}

/** A slider with a number beside it. */
function numberInput(p: LiveParameter, around: number, axis: string, changed: (value: number) => void) {
    const whole = p.type === "whole number";
    const scale = scaleOf(p.min ?? -1e6, p.max ?? 1e6, p.or_zero, around);
    const element = document.createElement("span");
    element.className = "number";
    const slider = document.createElement("input");
    slider.type = "range";
    slider.min = "0";
    slider.max = "1";
    slider.step = "0.002";
    slider.setAttribute("aria-label", `${p.path}${axis ? ` ${axis}` : ""}`);
    const field = document.createElement("input");
    field.type = "number";
    field.step = "any";
    field.setAttribute("aria-label", `${p.path}${axis ? ` ${axis}` : ""}, exact`);
    const tidy = (x: number): number => (whole ? Math.round(x) : rounded(x));
    slider.addEventListener("input", () => (field.value = String(tidy(scale.value(Number(slider.value))))));
    slider.addEventListener("change", () => changed(tidy(scale.value(Number(slider.value)))));
    field.addEventListener("change", () => {
        if (field.value !== "" && Number.isFinite(Number(field.value))) changed(Number(field.value));
    });
    element.append(axis, slider, field);
    return {
        element,
        show: (x: number): void => {
            if (document.activeElement !== slider) slider.value = String(scale.place(x));
            if (document.activeElement !== field) field.value = String(x);
        },
    };
}

/** "bodies.0.material.young" is "young" within its group. */
export function shortName(path: string): string {
    const parts = path.split(".");
    const known = parts.findIndex((part) => ["material", "collisions"].includes(part));
    if (known >= 0 && known + 1 < parts.length) return parts.slice(known + 1).join(".");
    return parts.filter((part) => !["bodies", "obstacles", "forces", "clusters"].includes(part) && !/^\d+$/.test(part)).join(".");
}
