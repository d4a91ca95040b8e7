// What the pointer does to bodies: grab and drag, push, pin. Beside a body it turns the camera.

import type { Connection } from "./connection";
import type { Vec3 } from "./protocol";
import type { Stage } from "./stage";

export type Tool = "grab" | "push" | "pin" | "cut";

export class Hand {
    tool: Tool = "grab";
    live = true;
    private asked: number | null = null; // number of the grab that has no handle yet
    private handle: number | null = null;
    private at: Vec3 = [0, 0, 0]; // where it was taken
    private target: Vec3 | null = null; // not sent yet
    private letGo = false;
    private stroke: [number, number] | null = null; // where a cut began
    private blades = 0;

    constructor(
        private readonly stage: Stage,
        private readonly connection: Connection,
        private readonly pins: () => { handle: number; point: Vec3 }[],
    ) {
        const canvas = stage.renderer.domElement;
        // Before the camera's own listeners, which hear nothing of what a hand takes.
        canvas.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
        window.addEventListener("pointermove", (event) => this.move(event));
        window.addEventListener("pointerup", (event) => {
            this.cut(event.clientX, event.clientY);
            this.up();
        });
        window.addEventListener("pointercancel", () => this.up());
        window.setInterval(() => this.sendTarget(), 1000 / 60);
    }

    /** The server has made a handle for a grab of this page. */
    gotHandle(id: number, handle: number): void {
        if (id !== this.asked) return;
        this.asked = null;
        this.handle = handle;
        if (this.letGo) this.release();
    }

    get busy(): boolean {
        return this.asked !== null || this.handle !== null;
    }

    private down(event: PointerEvent): void {
        if (!this.live || event.button !== 0 || event.shiftKey || event.ctrlKey || this.busy) return;
        if (this.tool === "cut") {
            event.stopImmediatePropagation();
            this.stage.controls.enabled = false;
            this.stroke = [event.clientX, event.clientY];
            return;
        }
        const hit = this.stage.pickAt(event.clientX, event.clientY);
        if (!hit) return;
        const name = this.stage.bodyName(hit.body);
        event.stopImmediatePropagation();
        this.stage.controls.enabled = false;
        if (this.tool === "pin") return this.pin(name, hit.point, event);
        if (this.tool === "push") {
            const away = this.stage.camera.position.toArray() as Vec3;
            const length = Math.hypot(...([0, 1, 2].map((k) => hit.point[k]! - away[k]!) as Vec3)) || 1;
            const strength = 2 * this.stage.bodyMass(hit.body); // 2 m/s for the whole body
            const amount = [0, 1, 2].map((k) => (strength * (hit.point[k]! - away[k]!)) / length);
            this.connection.send("input", { input: { type: "push", name, point: hit.point, amount } });
            return;
        }
        this.at = hit.point;
        this.letGo = false;
        this.asked = this.connection.send("input", { input: { type: "grab", name, point: hit.point } });
    }

    /** A click on a pin takes it away; one beside it makes a new one. */
    private pin(name: string, point: Vec3, event: PointerEvent): void {
        const near = this.pins().find((pin) => {
            const [x, y] = this.stage.project(pin.point);
            return Math.hypot(x - event.clientX, y - event.clientY) < 15;
        });
        const input = near ? { type: "unpin", handle: near.handle } : { type: "pin", name, point };
        this.connection.send("input", { input });
    }

    /** A stroke is a thin box that cuts, along the stroke and away from the eye, for a moment. */
    private cut(x: number, y: number): void {
        const from = this.stroke;
        this.stroke = null;
        if (!from || Math.hypot(x - from[0], y - from[1]) < 20) return;
        const name = `stroke-${Date.now() % 1e6}-${this.blades++}`;
        const obstacle = { type: "box", name, cuts: true, ...this.stage.bladeAlong(from, [x, y]) };
        this.connection.send("input", { input: { type: "add_obstacle", obstacle } });
        window.setTimeout(() => this.connection.send("input", { input: { type: "remove_obstacle", name } }), 300);
    }

    private move(event: PointerEvent): void {
        if (this.busy) this.target = this.stage.pointBeside(this.at, event.clientX, event.clientY);
    }

    private up(): void {
        this.stage.controls.enabled = true;
        if (this.handle !== null) this.release();
        else if (this.asked !== null) this.letGo = true;
    }

    private sendTarget(): void {
        if (this.handle === null || !this.target) return;
        this.connection.send("input", { input: { type: "drag", handle: this.handle, target: this.target } });
        this.target = null;
    }

    private release(): void {
        this.sendTarget();
        this.connection.send("input", { input: { type: "release", handle: this.handle } });
        this.handle = null;
        this.letGo = false;
    }
}
