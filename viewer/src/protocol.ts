// What goes over the wire: src/view/packet.hpp says the same in C++.

export type Vec3 = [number, number, number];
export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float32Array;

export interface Packet {
    header: Record<string, unknown>;
    arrays: Map<string, NumberArray>;
}

const makers = {
    u8: { size: 1, make: (b: ArrayBuffer, at: number, n: number) => new Uint8Array(b, at, n) },
    u16: { size: 2, make: (b: ArrayBuffer, at: number, n: number) => new Uint16Array(b, at, n) },
    u32: { size: 4, make: (b: ArrayBuffer, at: number, n: number) => new Uint32Array(b, at, n) },
    f32: { size: 4, make: (b: ArrayBuffer, at: number, n: number) => new Float32Array(b, at, n) },
};

/** The header and the arrays of a binary packet; the arrays are views of the buffer. Throws when it is not one. */
export function unpack(buffer: ArrayBuffer): Packet {
    const bytes = new Uint8Array(buffer);
    if (buffer.byteLength < 8 || String.fromCharCode(...bytes.subarray(0, 4)) !== "PLNT") throw new Error("not a packet");
    const length = new DataView(buffer).getUint32(4, true);
    if (8 + length > buffer.byteLength) throw new Error("the packet is cut off");
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as Record<string, unknown>;
    const arrays = new Map<string, NumberArray>();
    let at = 8 + length;
    for (const [name, type, count] of header.arrays as [string, keyof typeof makers, number][]) {
        const { size, make } = makers[type];
        if (at + size * count > buffer.byteLength) throw new Error(`the array ${name} is cut off`);
        arrays.set(name, make(buffer, at, count));
        at += Math.ceil((size * count) / 8) * 8;
    }
    return { header, arrays };
}

export interface BodyInfo {
    name: string;
    solver: "shape_matching" | "rigid" | "point_based";
    particles: number;
    radius: number;
    mass: number;
    color: Vec3 | null;
    inside?: Vec3 | null; // of what a break brings to light
    skin?: "bound" | "rigid" | "sent"; // sent: its points come with the frames
}

export interface ObstacleInfo {
    name: string;
    color: Vec3 | null;
    plane: boolean;
}

export interface SceneInfo {
    number: number;
    name: string;
    title: string;
    fps: number;
    bodies: BodyInfo[];
    obstacles: ObstacleInfo[];
    camera?: { eye: Vec3; target: Vec3; field_of_view: number };
}

/** Position and rotation (quaternion x y z w). */
export type Pose = [number, number, number, number, number, number, number];

/** A surface whose points come with the frame, in 16 bits within its box; with `mesh` its triangles too. */
export interface SentSkin {
    body: number;
    box: [number, number, number, number, number, number];
    mesh: boolean;
    inside?: number; // triangles from here on were inside before the body broke
}

export interface FrameInfo {
    scene: number;
    frame: number;
    step?: number;
    time: number;
    color: string;
    box: [number, number, number, number, number, number];
    range?: [number, number];
    obstacles: Pose[];
    rigid: [number, Pose][];
    skins?: SentSkin[];
    grabs?: { handle: number; point: Vec3; target: Vec3 }[];
    pins?: { handle: number; point: Vec3 }[];
    events?: { what: string; who: string; other?: string; fragment?: number }[];
    contacts?: number;
    ms?: number;
    stream_ms?: number;
    stages?: Record<string, number>;
    kinetic?: number;
    elastic?: number;
    gravity_energy?: number;
    fragments?: number;
}

export interface Status {
    playing: boolean;
    speed: number;
    waiting: boolean;
    pages: number;
    live: boolean;
    frame: number;
    first?: number;
    last?: number;
    stale?: number;
    rewind?: number;
    inputs?: number;
    color: string;
    asked?: number;
    asleep?: number;
    proxies?: boolean;
}

export interface LiveParameter {
    path: string;
    group: string;
    type: string;
    unit: string;
    value: string;
    min: number | null;
    max: number | null;
    or_zero: boolean;
    meaning: string;
    extremes: string;
}

export interface Refusal {
    what: string;
    path: string;
    value: string;
    allowed: string;
    hint: string;
}
