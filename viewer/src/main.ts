// The page: wires the stream, the stage and the controls together.

import "./style.css";
import { categorical, colormap, css, paletteSize } from "./colors";
import { Connection } from "./connection";
import { Hand, type Tool } from "./hand";
import { fillHelp } from "./help";
import { brief, Plot } from "./plots";
import type { FrameInfo, LiveParameter, Packet, Refusal, SceneInfo, Status, Vec3 } from "./protocol";
import { Film, savePicture } from "./recorder";
import { SceneMenu } from "./scene-menu";
import { Sliders } from "./sliders";
import { Stage, type Show } from "./stage";
import { Timeline } from "./timeline";

const icon = (path: string): string => `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${path}" fill="currentColor"/></svg>`;
const icons = {
    play: icon("M4 2l10 6-10 6z"),
    pause: icon("M3 2h4v12H3zM9 2h4v12H9z"),
    step: icon("M3 2l8 6-8 6zM11 2h2v12h-2z"),
    reset: icon("M13 2l-8 6 8 6zM3 2h2v12H3z"),
};

function element<T extends HTMLElement>(id: string): T {
    return document.getElementById(id) as T;
}

const shows: [Show, string][] = [
    ["skin", "skin"],
    ["particles", "particles"],
    ["both", "both"],
    ["proxies", "collision shapes"],
];
const colorings: [string, string][] = [
    ["none", "as it looks"],
    ["speed", "speed"],
    ["strain", "strain"],
    ["plastic", "plastic strain"],
    ["cluster", "clusters"],
    ["fragment", "fragments"],
];
/** Of a step, those that take time. */
const stages = ["forces", "match", "flow", "integrate", "strain", "points", "glue", "collide", "fracture", "recluster"];
const units: Record<string, string> = { speed: "m/s", strain: "", plastic: "" };

let scene: SceneInfo | null = null;
let frame: FrameInfo | null = null;
let status: Status | null = null;
let chosen = 0; // body of the keyboard
let frames = 0; // received, for tests

const stage = new Stage(element<HTMLCanvasElement>("stage"));
const connection = new Connection({ packet, message, opened, closed });
const hand = new Hand(stage, connection, () => frame?.pins ?? []);
const sliders = new Sliders(element("parameters"), element<HTMLInputElement>("parameter-filter"), (path, value) =>
    connection.send("input", { input: { type: "set", path, value } }),
);
const timeline = new Timeline(element<HTMLInputElement>("scrub"), element<HTMLCanvasElement>("kept"), element<HTMLButtonElement>("go-on"), (at) => {
    if (status?.playing) connection.send("pause");
    connection.send("show", { value: at });
});
const film = new Film();
const menu = new SceneMenu(element<HTMLDialogElement>("scenes"), (name) => connection.send("scene", { value: name }));
const plots = {
    energy: new Plot("energy, J", [
        { name: "kinetic", color: css(categorical(1)) },
        { name: "elastic", color: css(categorical(5)) },
    ], element("plots")),
    time: new Plot("ms a frame", [
        { name: "steps", color: css(categorical(0)) },
        { name: "stream", color: css(categorical(3)) },
    ], element("plots")),
    stages: new Plot("ms a stage", stages.map((name, k) => ({ name, color: css(categorical(k)) })), element("plots")),
    contacts: new Plot("contacts", [{ name: "a frame", color: css(categorical(4)) }], element("plots")),
    fragments: new Plot("fragments", [{ name: "pieces", color: css(categorical(2)) }], element("plots")),
};

// ---- from the server ----

function packet(packet: Packet): void {
    if (packet.header.kind === "scene") newScene(packet.header as unknown as SceneInfo, packet);
    if (packet.header.kind === "frame") newFrame(packet.header as unknown as FrameInfo, packet);
}

function newScene(info: SceneInfo, packet: Packet): void {
    if (scene?.name !== info.name) {
        sliders.forget();
        timeline.looking = null;
        chosen = 0;
        for (const plot of Object.values(plots)) plot.history.clear();
        element("events").replaceChildren();
    }
    scene = info;
    document.title = `${info.name} – Pliant`;
    chooseScene(info.name);
    stage.build(info, packet);
    legend();
}

function newFrame(info: FrameInfo, packet: Packet): void {
    if (!scene || info.scene !== scene.number) return;
    // While another frame is looked at, the run's own are not shown.
    if (timeline.looking !== null && info.frame !== timeline.looking) return;
    frames += 1;
    frame = info;
    stage.update(info, packet);
    element("where").textContent = `frame ${info.frame}   ${info.time.toFixed(2)} s`;
    if (timeline.looking === null) plot(info);
    legend();
}

function plot(info: FrameInfo): void {
    plots.energy.history.add(info.frame, [info.kinetic, info.elastic]);
    plots.time.history.add(info.frame, [info.ms, info.stream_ms]);
    plots.stages.history.add(info.frame, stages.map((name) => info.stages?.[name]));
    plots.contacts.history.add(info.frame, [info.contacts]);
    plots.fragments.history.add(info.frame, [info.fragments]);
    if (!element("side").classList.contains("closed")) for (const one of Object.values(plots)) one.draw();
    const list = element("events");
    for (const event of info.events ?? []) {
        const item = document.createElement("li");
        const words = event.what.replaceAll("_", " ");
        item.textContent = `${info.time.toFixed(2)} s  ${event.who} ${words}${event.other ? `: ${event.other}` : ""}${event.fragment !== undefined ? `: piece ${event.fragment}` : ""}`;
        list.prepend(item);
    }
    while (list.children.length > 60) list.lastElementChild!.remove();
}

function message(message: Record<string, unknown>): void {
    switch (message.kind) {
        case "status":
            status = message as unknown as Status;
            showStatus(status);
            break;
        case "parameters":
            sliders.update(message.parameters as LiveParameter[]);
            break;
        case "scenes":
            fillSelect("scene", (message.scenes as string[]).map((name) => [name, name]));
            menu.fill(message.scenes as string[]);
            if (scene) chooseScene(scene.name);
            break;
        case "handle":
            hand.gotHandle(message.id as number, message.handle as number);
            break;
        case "saved":
            say(message.what === "inputs" ? `saved ${String(message.file)}   (pliant run ${scene?.name ?? "SCENE"} --replay ${String(message.file)})` : `saved ${String(message.file)}`);
            break;
        case "refused":
            refuse(message as unknown as Refusal);
            break;
    }
}

function showStatus(now: Status): void {
    const play = element("play");
    play.innerHTML = now.playing ? icons.pause : icons.play;
    play.setAttribute("aria-label", now.playing ? "Pause" : "Play");
    const speed = element<HTMLSelectElement>("speed");
    if (document.activeElement !== speed) speed.value = String(now.speed);
    element<HTMLSelectElement>("color").value = now.color;
    hand.live = now.live;
    document.body.classList.toggle("folder", !now.live);
    document.body.dataset.playing = String(now.playing);
    const asleep = now.asleep ?? 0;
    element("asleep").textContent = asleep > 0 ? `${asleep} asleep` : "";
    timeline.update(now);
}

function opened(): void {
    document.body.classList.remove("lost");
}
function closed(why: string): void {
    if (!document.body.classList.contains("lost")) say(`${why}; trying again`, true);
    document.body.classList.add("lost");
}

function refuse(no: Refusal): void {
    const parts = [no.what, no.path && `at ${no.path}`, no.value && `value: ${no.value}`, no.allowed && `allowed: ${no.allowed}`, no.hint && `hint: ${no.hint}`];
    say(parts.filter(Boolean).join("\n"), true);
}

function say(text: string, trouble = false): void {
    const line = document.createElement("div");
    line.textContent = text;
    line.className = trouble ? "trouble" : "";
    element("messages").append(line);
    window.setTimeout(() => line.remove(), trouble ? 9000 : 6000);
}

function legend(): void {
    const box = element("legend");
    if (!scene || !frame) return box.replaceChildren();
    const bodies = scene.bodies;
    if (frame.color === "none" || !frame.range) {
        // Two to twelve names are worth a key.
        const worth = bodies.length >= 2 && bodies.length <= paletteSize;
        box.innerHTML = worth
            ? bodies.map((body, b) => `<span class="key"><i style="background:${css(body.color ?? categorical(b))}"></i>${escape(body.name)}</span>`).join("")
            : "";
        return;
    }
    if (["cluster", "fragment"].includes(frame.color)) return box.replaceChildren(`${frame.color}s in colours of their own`);
    const stops = Array.from({ length: 9 }, (_, i) => css(colormap(i / 8))).join(",");
    const unit = units[frame.color] ? ` ${units[frame.color]!}` : "";
    box.innerHTML = `${frame.color}<span>${brief(frame.range[0])}</span><i class="ramp" style="background:linear-gradient(to right,${stops})"></i><span>${brief(frame.range[1])}${unit}</span>`;
}

function escape(text: string): string {
    const span = document.createElement("span");
    span.textContent = text;
    return span.innerHTML;
}

// ---- controls ----

function fillSelect(id: string, options: (readonly [string, string])[]): void {
    element<HTMLSelectElement>(id).replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}

/** A scene of the user's own is in the menu too, but cannot be gone back to. */
function chooseScene(name: string): void {
    const select = element<HTMLSelectElement>("scene");
    if (![...select.options].some((option) => option.value === name)) {
        const own = new Option(name, name);
        own.disabled = true;
        select.prepend(own);
    }
    select.value = name;
}

function onSelect(id: string, act: (value: string) => void): void {
    const select = element<HTMLSelectElement>(id);
    select.addEventListener("change", () => {
        act(select.value);
        element("stage").focus();
    });
}

function backToRun(): void {
    timeline.looking = null;
    if (status) timeline.update(status);
}

const actions = {
    play: (): void => {
        if (timeline.looking !== null && status && timeline.looking !== status.frame) return actions.goOn();
        backToRun();
        connection.send(status?.playing ? "pause" : "play");
    },
    step: (): void => {
        backToRun();
        connection.send("step");
    },
    reset: (): void => {
        backToRun();
        connection.send("reset");
    },
    goOn: (): void => {
        const at = timeline.looking;
        backToRun();
        if (at !== null) connection.send("rewind", { value: at });
        connection.send("play");
    },
    look: (by: number): void => {
        if (!status) return;
        const at = Math.min(status.last ?? 0, Math.max(status.first ?? 0, (timeline.looking ?? status.frame) + by));
        timeline.looking = at;
        if (status.playing) connection.send("pause");
        connection.send("show", { value: at });
        element<HTMLInputElement>("scrub").value = String(at);
        timeline.update(status);
    },
    speed: (by: number): void => {
        const select = element<HTMLSelectElement>("speed");
        const next = Math.min(select.options.length - 1, Math.max(0, select.selectedIndex + by));
        select.selectedIndex = next;
        connection.send("speed", { value: Number(select.value) });
    },
    picture: (): void => void stage.picture().then((blob) => savePicture(blob, `${scene?.name ?? "pliant"}-${frame?.frame ?? 0}`)),
    film: (): void => {
        film.toggle(stage.renderer.domElement, scene?.name ?? "pliant");
        element("film").setAttribute("aria-pressed", String(film.running));
    },
    theme: (): void => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
    panel: (): void => {
        const closed = element("side").classList.toggle("closed");
        element("side-toggle").setAttribute("aria-expanded", String(!closed));
        element("side-toggle").textContent = closed ? "‹" : "›";
    },
    help: (): void => {
        const dialog = element<HTMLDialogElement>("help");
        if (dialog.open) dialog.close();
        else dialog.showModal();
    },
    next: (id: string): void => {
        const select = element<HTMLSelectElement>(id);
        select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
        select.dispatchEvent(new Event("change"));
    },
    choose: (): void => {
        if (!scene) return;
        chosen = (chosen + 1) % scene.bodies.length;
        say(`chosen: ${scene.bodies[chosen]!.name}`);
    },
    push: (direction: Vec3): void => {
        const point = stage.centerOf(chosen);
        if (!scene || !point) return;
        const amount = direction.map((x) => x * scene!.bodies[chosen]!.mass);
        connection.send("input", { input: { type: "push", name: scene.bodies[chosen]!.name, point, amount } });
    },
    pin: (): void => {
        const point = stage.centerOf(chosen);
        const pins = frame?.pins ?? [];
        if (!scene || !point) return;
        if (pins.length > 0) connection.send("input", { input: { type: "unpin", handle: pins[pins.length - 1]!.handle } });
        else connection.send("input", { input: { type: "pin", name: scene.bodies[chosen]!.name, point } });
    },
    turn: (sideways: number, up: number): void => {
        const { camera, controls } = stage;
        const arm = camera.position.clone().sub(controls.target);
        const reach = arm.length();
        const angle = Math.atan2(arm.x, arm.z) + sideways;
        const height = Math.min(1.5, Math.max(-1.5, Math.asin(arm.y / reach) + up));
        camera.position.set(
            controls.target.x + reach * Math.cos(height) * Math.sin(angle),
            controls.target.y + reach * Math.sin(height),
            controls.target.z + reach * Math.cos(height) * Math.cos(angle),
        );
        controls.update();
    },
    zoom: (by: number): void => {
        const { camera, controls } = stage;
        camera.position.sub(controls.target).multiplyScalar(by).add(controls.target);
        controls.update();
    },
};

const keyActions: Record<string, () => void> = {
    " ": actions.play,
    ".": actions.step,
    Home: actions.reset,
    "[": () => actions.speed(-1),
    "]": () => actions.speed(1),
    ",": () => actions.look(-1),
    ";": () => actions.look(1),
    Enter: actions.goOn,
    Escape: backToRun,
    f: () => stage.frameAll(),
    b: actions.choose,
    n: actions.pin,
    s: () => actions.next("show"),
    c: () => actions.next("color"),
    m: () => menu.open(scene?.name ?? ""),
    p: actions.picture,
    r: actions.film,
    i: () => connection.send("save_inputs"),
    l: actions.theme,
    h: actions.panel,
    "?": actions.help,
    "+": () => actions.zoom(0.87),
    "-": () => actions.zoom(1.15),
    PageUp: () => actions.push([0, 1, 0]),
    PageDown: () => actions.push([0, -1, 0]),
};

/** Arrows push along the picture's axes on the ground, or turn the camera with Shift. */
function arrow(key: string, turn: boolean): boolean {
    const ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[key];
    if (!way) return false;
    if (turn) {
        actions.turn(0.1 * way[0], 0.1 * way[1]);
        return true;
    }
    const { camera, controls } = stage;
    const angle = Math.atan2(camera.position.x - controls.target.x, camera.position.z - controls.target.z);
    const [right, ahead] = way;
    actions.push([right * Math.cos(angle) - ahead * Math.sin(angle), 0, -right * Math.sin(angle) - ahead * Math.cos(angle)]);
    return true;
}

window.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const typing = target.matches("input, select, textarea, dialog *");
    if (event.key === "?" && !typing) return actions.help();
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    // A button that has the focus keeps its own keys.
    if (target.matches("button, summary") && (event.key === " " || event.key === "Enter")) return;
    const act = keyActions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) act();
    if (act || arrow(event.key, event.shiftKey)) event.preventDefault();
});

function setTheme(theme: string): void {
    document.documentElement.dataset.theme = theme;
    stage.setTheme(getComputedStyle(document.documentElement).getPropertyValue("--stage").trim(), theme === "dark");
    if (status) timeline.update(status);
}

element("reset").innerHTML = icons.reset;
element("play").innerHTML = icons.pause;
element("step").innerHTML = icons.step;
fillSelect("show", shows);
fillSelect("color", colorings);
fillHelp(element<HTMLDialogElement>("help"));
onSelect("show", (value) => {
    if ((value === "proxies") !== (status?.proxies ?? false)) connection.send("proxies", { value: value === "proxies" ? 1 : 0 });
    stage.setShow(value as Show);
});
onSelect("color", (value) => connection.send("color", { value }));
onSelect("scene", (value) => connection.send("scene", { value }));
onSelect("tool", (value) => (hand.tool = value as Tool));
onSelect("speed", (value) => connection.send("speed", { value: Number(value) }));
const buttons: Record<string, () => void> = {
    play: actions.play,
    step: actions.step,
    reset: actions.reset,
    "go-on": actions.goOn,
    "frame-all": () => stage.frameAll(),
    screenshot: actions.picture,
    film: actions.film,
    "save-inputs": () => connection.send("save_inputs"),
    "save-scene": () => connection.send("save_scene"),
    theme: actions.theme,
    "scenes-button": () => menu.open(scene?.name ?? ""),
    "help-button": actions.help,
    "side-toggle": actions.panel,
    "reset-parameters": () => sliders.resetAll(),
};
for (const [id, act] of Object.entries(buttons)) element(id).addEventListener("click", act);
setTheme(window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/** For the tests that drive the page. */
declare global {
    interface Window {
        pliant: unknown;
    }
}
window.pliant = {
    stage,
    connection,
    frame: () => frame,
    scene: () => scene,
    status: () => status,
    frames: () => frames,
};
