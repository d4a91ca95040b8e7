// The program with its page: starts `pliant view`, and asks the page what it shows.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";

export const program = process.env.PLIANT_PROGRAM ?? "pliant";

/** A red ball that drops a little. */
export const scene = {
    time: { fps: 60 },
    bodies: [
        {
            name: "ball",
            shape: { type: "sphere", radius: 0.5 },
            sampling: { particles: 500 },
            material: { preset: "jelly", young: 1.5e5, look: { color: [0.9, 0.1, 0.1] } },
            translate: [0, 0.6, 0],
        },
    ],
    obstacles: [{ name: "ground", type: "plane" }],
};

export class Viewer {
    private constructor(
        readonly address: string,
        readonly folder: string,
        private readonly child: ChildProcess,
    ) {}

    /** A scene's name, or a scene as an object. */
    static async start(scene: string | object, more: string[] = []): Promise<Viewer> {
        const folder = mkdtempSync(join(tmpdir(), "pliant-viewer-"));
        let name = scene;
        if (typeof name !== "string") {
            name = join(folder, "scene.json");
            writeFileSync(name, JSON.stringify(scene));
        }
        const child = spawn(program, ["view", name, "-o", folder, ...more], { stdio: ["ignore", "pipe", "inherit"] });
        const address = await new Promise<string>((done, fail) => {
            let said = "";
            child.stdout.on("data", (data: Buffer) => {
                said += data.toString();
                const found = /http:\S+/.exec(said);
                if (found) done(found[0]);
            });
            child.on("exit", (code) => fail(new Error(`pliant view ended with ${code}: ${said}`)));
        });
        return new Viewer(address, folder, child);
    }

    async stop(): Promise<number | null> {
        const ended = new Promise<number | null>((done) => this.child.on("exit", done));
        this.child.kill("SIGINT");
        const code = await ended;
        rmSync(this.folder, { recursive: true, force: true });
        return code;
    }
}

export interface Shown {
    frame: number;
    frames: number;
    playing: boolean;
    center: [number, number, number];
    at: [number, number]; // of the body's center, pixels
    pins: number;
    grabs: number;
    scene: string;
    stale: number | undefined;
    color: string;
    inputs: number;
    fragments: number; // where this frame says
    skins: [number, boolean][]; // bodies whose surface came with the frame; with its triangles?
    triangles: number; // of the first body's surface
    proxies: number; // triangles of collision shapes
    asleep: number;
}

/** What the page shows of its first body. */
export function shown(page: Page): Promise<Shown | null> {
    return page.evaluate(() => {
        // eslint-disable-next-line @typescript-eslint/no-explicit-any
        const p = (window as any).pliant;
        const [frame, scene, status, center] = [p.frame(), p.scene(), p.status(), p.stage.centerOf(0)];
        if (!frame || !scene || !status || !center) return null;
        return {
            frame: frame.frame,
            frames: p.frames(),
            playing: status.playing,
            center,
            at: p.stage.project(center),
            pins: (frame.pins ?? []).length,
            grabs: (frame.grabs ?? []).length,
            scene: scene.name,
            stale: status.stale,
            color: frame.color,
            inputs: status.inputs,
            fragments: frame.fragments ?? 0,
            skins: (frame.skins ?? []).map((skin: { body: number; mesh: boolean }) => [skin.body, skin.mesh]),
            triangles: p.stage.skinTriangles(0),
            proxies: p.stage.proxyTriangles(),
            asleep: status.asleep ?? 0,
        };
    });
}

/** Waits until what is shown is as wanted. */
export async function until(page: Page, wanted: (now: Shown) => boolean, what: string, patience = 20_000): Promise<Shown> {
    const end = Date.now() + patience;
    let last: Shown | null = null;
    while (Date.now() < end) {
        last = await shown(page);
        if (last && wanted(last)) return last;
        await page.waitForTimeout(50);
    }
    throw new Error(`never: ${what}; the last was ${JSON.stringify(last)}`);
}

/** Shares of the picture's pixels that are clearly red, and that differ from the background. */
export function features(page: Page): Promise<{ red: number; drawn: number; rows: number }> {
    return page.evaluate(async () => {
        // eslint-disable-next-line @typescript-eslint/no-explicit-any
        const blob: Blob = await (window as any).pliant.stage.picture();
        const image = await createImageBitmap(blob);
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext("2d")!;
        pen.drawImage(image, 0, 0);
        const { data } = pen.getImageData(0, 0, image.width, image.height);
        let [red, drawn, rows] = [0, 0, 0];
        for (let i = 0; i < data.length; i += 4) {
            const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!];
            if (r > 1.6 * g && r > 1.6 * b) {
                ++red;
                rows += Math.floor(i / 4 / image.width) / image.height;
            }
            if (Math.abs(r - data[0]!) + Math.abs(g - data[1]!) + Math.abs(b - data[2]!) > 24) ++drawn;
        }
        const all = data.length / 4;
        return { red: red / all, drawn: drawn / all, rows: red > 0 ? rows / red : 0 };
    });
}
