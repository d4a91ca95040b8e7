// Pictures and films of the stage, as files of the browser.

function offer(blob: Blob, name: string): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function savePicture(blob: Blob | null, name: string): void {
    if (blob) offer(blob, `${name}.png`);
}

/** Records the canvas until it is stopped. */
export class Film {
    private recorder: MediaRecorder | null = null;

    get running(): boolean {
        return this.recorder !== null;
    }

    toggle(canvas: HTMLCanvasElement, name: string): void {
        if (this.recorder) {
            this.recorder.stop();
            this.recorder = null;
            return;
        }
        const recorder = new MediaRecorder(canvas.captureStream(30));
        const parts: Blob[] = [];
        recorder.ondataavailable = (event) => parts.push(event.data);
        recorder.onstop = () => offer(new Blob(parts, { type: recorder.mimeType }), `${name}.webm`);
        recorder.start();
        this.recorder = recorder;
    }
}
