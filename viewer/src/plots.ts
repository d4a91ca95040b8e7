// Small plots of what frames say about themselves.

export interface Series {
    name: string;
    color: string;
}

/** Values by frame; going back drops what comes later. */
export class History {
    readonly frames: number[] = [];
    readonly values: number[][];

    constructor(
        series: number,
        private readonly most = 600,
    ) {
        this.values = Array.from({ length: series }, () => []);
    }

    add(frame: number, values: (number | undefined)[]): void {
        while (this.frames.length > 0 && this.frames[this.frames.length - 1]! >= frame) this.pop();
        this.frames.push(frame);
        this.values.forEach((list, k) => list.push(values[k] ?? list[list.length - 1] ?? NaN));
        if (this.frames.length > this.most) {
            this.frames.shift();
            for (const list of this.values) list.shift();
        }
    }

    clear(): void {
        this.frames.length = 0;
        for (const list of this.values) list.length = 0;
    }

    /** Least and greatest number, 0 included. */
    range(): [number, number] {
        let [least, most] = [0, 0];
        for (const list of this.values)
            for (const x of list)
                if (Number.isFinite(x)) {
                    least = Math.min(least, x);
                    most = Math.max(most, x);
                }
        return [least, most];
    }

    private pop(): void {
        this.frames.pop();
        for (const list of this.values) list.pop();
    }
}

/** A number as short as it is readable. */
export function brief(x: number): string {
    if (!Number.isFinite(x)) return "–";
    const size = Math.abs(x);
    if (size !== 0 && (size >= 1e5 || size < 1e-2)) return x.toExponential(1);
    return String(Number(x.toPrecision(3)));
}

export class Plot {
    readonly history: History;
    private readonly canvas = document.createElement("canvas");
    private readonly text = document.createElement("div");

    constructor(
        private readonly title: string,
        private readonly series: Series[],
        parent: HTMLElement,
    ) {
        this.history = new History(series.length);
        const box = document.createElement("figure");
        box.className = "plot";
        this.canvas.width = 480;
        this.canvas.height = 120;
        box.append(this.text, this.canvas);
        parent.append(box);
    }

    draw(): void {
        const { width, height } = this.canvas;
        const pen = this.canvas.getContext("2d");
        if (!pen) return;
        pen.clearRect(0, 0, width, height);
        const [least, most] = this.history.range();
        const y = (x: number): number => height - 4 - ((x - least) / (most - least || 1)) * (height - 8);
        pen.lineWidth = 1;
        pen.strokeStyle = "rgb(128 128 128 / 0.5)";
        pen.beginPath();
        pen.moveTo(0, y(0));
        pen.lineTo(width, y(0));
        pen.stroke();
        pen.lineWidth = 2;
        this.series.forEach((series, k) => {
            const values = this.history.values[k]!;
            pen.strokeStyle = series.color;
            pen.beginPath();
            values.forEach((v, i) => {
                const x = (i / Math.max(1, values.length - 1)) * width;
                if (Number.isFinite(v)) pen.lineTo(x, y(v));
            });
            pen.stroke();
        });
        this.text.replaceChildren(
            `${this.title} `,
            ...this.series.flatMap((series, k) => {
                // Of many series, those that cannot be told from nothing are not worth a name.
                const top = Math.max(0, ...this.history.values[k]!.filter(Number.isFinite));
                if (this.series.length > 3 && top < 0.01 * most) return [];
                const label = document.createElement("span");
                label.style.color = series.color;
                label.textContent = `${series.name} ${brief(this.history.values[k]!.at(-1) ?? NaN)} `;
                return [label];
            }),
        );
    }
}
