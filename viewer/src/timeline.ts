// The timeline: which frames are kept, which of them are stale, and which one is shown.

import type { Status } from "./protocol";

/** Where the kept and the stale frames begin and end, from 0 to 1 of the slider. */
export interface Stretches {
    kept: [number, number];
    stale: [number, number] | null;
}

export function stretchesOf(status: Status): Stretches {
    const first = status.first ?? 0;
    const last = Math.max(status.last ?? 0, status.asked ?? 0, first + 1);
    const place = (frame: number): number => (frame - first) / (last - first);
    const end = status.last ?? first;
    const fresh = status.stale !== undefined ? Math.min(status.frame, end) : end;
    return {
        kept: [0, place(fresh)],
        stale: status.stale !== undefined ? [place(fresh), place(end)] : null,
    };
}

export class Timeline {
    /** The frame that is looked at, while it is not the one of the run. */
    looking: number | null = null;

    constructor(
        private readonly slider: HTMLInputElement,
        private readonly canvas: HTMLCanvasElement,
        private readonly goOn: HTMLButtonElement,
        show: (frame: number) => void,
    ) {
        slider.addEventListener("input", () => {
            this.looking = Number(slider.value);
            show(this.looking);
        });
    }

    update(status: Status): void {
        this.slider.min = String(status.first ?? 0);
        this.slider.max = String(Math.max(status.last ?? 0, status.asked ?? 0));
        if (this.looking === null) this.slider.value = String(status.frame);
        this.goOn.hidden = this.looking === null;
        this.goOn.textContent = status.live ? "Go on from here" : "Play from here";
        const pen = this.canvas.getContext("2d");
        if (!pen) return;
        this.canvas.width = this.canvas.clientWidth || 300;
        this.canvas.height = this.canvas.clientHeight || 6;
        const style = getComputedStyle(this.canvas);
        const { kept, stale } = stretchesOf(status);
        const bar = ([from, to]: [number, number], color: string): void => {
            pen.fillStyle = color;
            pen.fillRect(from * this.canvas.width, 0, (to - from) * this.canvas.width, this.canvas.height);
        };
        bar(kept, style.getPropertyValue("--kept").trim() || "#4a8");
        if (stale) bar(stale, style.getPropertyValue("--stale").trim() || "#c84");
    }
}
