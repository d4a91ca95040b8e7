// Surfaces: skins of bodies that follow their particles, or move as a whole, and obstacles.

import * as THREE from "three";
import { categorical, colormap, type Rgb } from "./colors";
import type { NumberArray, Packet, Pose, SceneInfo, SentSkin } from "./protocol";
import { decode, follow, heaviest, shape, type Binding, type Mesh } from "./skin";

interface Surface {
    object: THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial>;
    mesh: Mesh;
    points: Float32Array;
    binding?: Binding;
    nearest?: Uint32Array; // per point: the particle whose value it shows
    sent?: boolean; // its points come with the frames
    values?: Uint8Array; // per point, where they come with the frames
    tint: Rgb;
}

function meshOf(arrays: Map<string, NumberArray>, name: string): Mesh | null {
    const triangles = arrays.get(`${name}.triangles`) as Uint32Array | undefined;
    const pointOf = arrays.get(`${name}.point_of`) as Uint32Array | undefined;
    const normalOf = arrays.get(`${name}.normal_of`) as Uint32Array | undefined;
    return triangles && pointOf && normalOf ? { triangles, pointOf, normalOf } : null;
}

function surfaceOf(mesh: Mesh, points: Float32Array, tint: Rgb, roughness: number): Surface {
    const vertices = mesh.pointOf.length;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * vertices), 3));
    geometry.setAttribute("normal", new THREE.BufferAttribute(new Float32Array(3 * vertices), 3));
    geometry.setAttribute("color", new THREE.BufferAttribute(new Float32Array(3 * vertices).fill(1), 3));
    geometry.setIndex(new THREE.BufferAttribute(mesh.triangles, 1));
    const material = new THREE.MeshStandardMaterial({ roughness, metalness: 0, vertexColors: true, side: THREE.DoubleSide });
    material.color.setRGB(...tint, THREE.SRGBColorSpace);
    const object = new THREE.Mesh(geometry, material);
    object.frustumCulled = false;
    object.castShadow = object.receiveShadow = true;
    return { object, mesh, points, tint };
}

function reshape(surface: Surface): void {
    const position = surface.object.geometry.getAttribute("position") as THREE.BufferAttribute;
    const normal = surface.object.geometry.getAttribute("normal") as THREE.BufferAttribute;
    shape(surface.mesh, surface.points, position.array as Float32Array, normal.array as Float32Array);
    position.needsUpdate = normal.needsUpdate = true;
}

function place(object: THREE.Object3D, pose: Pose): void {
    object.position.set(pose[0], pose[1], pose[2]);
    object.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
}

/** The value of a point, from 0 to 255: the sum over its particles. */
function mixed(binding: Binding, values: Uint8Array): (point: number) => number {
    return (point) => {
        let sum = 0;
        for (let k = binding.rows[point]!; k < binding.rows[point + 1]!; ++k) sum += binding.weights[k]! * (values[binding.of[k]!] ?? 0);
        return Math.min(255, Math.max(0, Math.round(sum)));
    };
}

const warmGrey: Rgb = [0.62, 0.6, 0.57];
const floorGrey: Rgb = [0.78, 0.77, 0.75];

export class Surfaces {
    readonly group = new THREE.Group();
    readonly obstacles = new THREE.Group();
    private bodies: (Surface | null)[] = []; // as the scene has them
    private sent: (Surface | null)[] = []; // as the frames have them: what is sent, and what broke
    private whole: (Mesh | null)[] = []; // of those that are sent: before anything broke
    private scene: SceneInfo | null = null;
    private things: (THREE.Object3D | null)[] = [];
    private dark = false;

    /** Floors are as dark as the page. */
    setDark(dark: boolean): void {
        this.dark = dark;
        this.obstacles.traverse((thing) => {
            if (thing.name === "floor") shade(thing as Floor, dark);
        });
    }

    build(scene: SceneInfo, packet: Packet): void {
        this.group.clear();
        this.obstacles.clear();
        this.scene = scene;
        this.sent = scene.bodies.map(() => null);
        this.whole = scene.bodies.map(() => null);
        this.bodies = scene.bodies.map((body, b) => {
            const mesh = body.skin ? meshOf(packet.arrays, `body${b}`) : null;
            if (!mesh) return null;
            const tint = body.color ?? categorical(b);
            const rest = packet.arrays.get(`body${b}.points`) as Float32Array | undefined;
            const rows = packet.arrays.get(`body${b}.rows`) as Uint32Array | undefined;
            if (body.skin === "sent") {
                this.whole[b] = mesh;
                this.sent[b] = this.sentSurface(b, mesh, tint);
                return null;
            }
            const count = rows ? rows.length - 1 : (rest?.length ?? 0) / 3;
            const surface = surfaceOf(mesh, rest?.slice() ?? new Float32Array(3 * count), tint, 0.55);
            if (rows) {
                const binding: Binding = {
                    rows,
                    of: packet.arrays.get(`body${b}.of`) as Uint32Array,
                    weights: packet.arrays.get(`body${b}.weights`) as Float32Array,
                };
                surface.binding = binding;
                surface.nearest = heaviest(binding);
            } else {
                reshape(surface);
            }
            this.group.add(surface.object);
            return surface;
        });
        this.things = scene.obstacles.map((obstacle, k) => {
            const tint = obstacle.color ?? (obstacle.plane ? floorGrey : warmGrey);
            const thing = obstacle.plane ? plane(tint, this.dark) : this.solid(packet, `obstacle${k}`, tint);
            if (thing) this.obstacles.add(thing);
            return thing;
        });
    }

    private sentSurface(body: number, mesh: Mesh, tint: Rgb): Surface {
        let points = 0;
        for (const p of mesh.pointOf) points = Math.max(points, p + 1);
        const surface = surfaceOf(mesh, new Float32Array(3 * points), tint, 0.55);
        surface.sent = true;
        surface.object.visible = false;
        surface.object.name = `sent${body}`;
        this.group.add(surface.object);
        return surface;
    }

    /** Puts the surfaces that came with a frame where they are. What was rebuilt stays until a new one comes. */
    receive(skins: readonly SentSkin[] | undefined, packet: Packet): void {
        const named = new Set((skins ?? []).map((skin) => skin.body));
        this.sent.forEach((surface, b) => {
            // A body that the frame does not name is whole again: an earlier frame is looked at.
            if (surface && !named.has(b) && this.scene?.bodies[b]?.skin !== "sent") this.drop(b);
        });
        for (const skin of skins ?? []) {
            const name = `skin${skin.body}`;
            const packed = packet.arrays.get(`${name}.P`) as Uint16Array | undefined;
            const body = this.scene?.bodies[skin.body];
            if (!packed || !body) continue;
            const mesh = skin.mesh ? meshOf(packet.arrays, name) : this.whole[skin.body]!;
            if (mesh && this.sent[skin.body]?.mesh !== mesh) {
                this.drop(skin.body);
                this.sent[skin.body] = this.sentSurface(skin.body, mesh, body.color ?? categorical(skin.body));
            }
            const surface = this.sent[skin.body];
            if (!surface) continue;
            surface.points = decode(packed, skin.box, 0, packed.length / 3);
            surface.values = packet.arrays.get(`${name}.value`) as Uint8Array | undefined;
            if (skin.inside !== undefined) this.darkenInside(surface, skin.inside, body.inside ?? null);
            reshape(surface);
        }
    }

    /** What was inside before the body broke has a look of its own. */
    private darkenInside(surface: Surface, from: number, inside: Rgb | null): void {
        const geometry = surface.object.geometry;
        geometry.clearGroups();
        geometry.addGroup(0, 3 * from, 0);
        geometry.addGroup(3 * from, Infinity, 1);
        const outer = surface.object.material;
        const inner = outer.clone();
        if (inside) inner.color.setRGB(...inside, THREE.SRGBColorSpace);
        else inner.color.copy(outer.color).multiplyScalar(0.55);
        inner.roughness = 0.9;
        (surface.object as THREE.Mesh).material = [outer, inner];
    }

    private drop(body: number): void {
        const surface = this.sent[body];
        if (!surface) return;
        this.group.remove(surface.object);
        surface.object.geometry.dispose();
        this.sent[body] = null;
    }

    /** Triangles that a body is drawn with; for tests. */
    triangles(body: number): number {
        const surface = this.shownOf(body);
        return surface?.object.visible ? surface.mesh.triangles.length / 3 : 0;
    }

    private shownOf(body: number): Surface | null {
        return this.sent[body] ?? this.bodies[body] ?? null;
    }

    /** Is this body drawn as a surface, for so many particles as it has now and in these colours? */
    has(body: number, particles: number, built: number, painted: boolean): boolean {
        const surface = this.shownOf(body);
        if (surface?.sent) return surface.points.some((x) => x !== 0) && (!painted || !!surface.values);
        return !!surface && (!surface.binding || particles === built);
    }

    moveObstacles(poses: readonly Pose[]): void {
        this.things.forEach((thing, k) => {
            if (thing && poses[k]) place(thing, poses[k]!);
        });
    }

    /** `positions` of the body's own particles. */
    moveBody(body: number, positions: Float32Array): void {
        const surface = this.bodies[body];
        if (!surface?.binding) return;
        follow(surface.binding, positions, surface.points);
        reshape(surface);
    }

    moveRigid(body: number, pose: Pose): void {
        const surface = this.bodies[body];
        if (surface) place(surface.object, pose);
    }

    show(body: number, visible: boolean): void {
        const surface = this.shownOf(body);
        for (const one of [this.bodies[body], this.sent[body]]) if (one) one.object.visible = visible && one === surface;
    }

    /** Colours by the values of the body's particles (0 to 255), or as it looks. */
    paint(body: number, values: Uint8Array | undefined, mode: number): void {
        const surface = this.shownOf(body);
        if (!surface) return;
        if (surface.sent) return this.paintSent(surface, values !== undefined);
        const color = surface.object.geometry.getAttribute("color") as THREE.BufferAttribute;
        const numbers = color.array as Float32Array;
        const painted = values && surface.nearest;
        surface.object.material.color.setRGB(...(painted ? ([1, 1, 1] as Rgb) : surface.tint), THREE.SRGBColorSpace);
        if (!painted) {
            numbers.fill(1);
        } else {
            const one = new THREE.Color();
            const table = Array.from({ length: 256 }, (_, i) => {
                const rgb = mode === 2 ? categorical(Math.round((i / 255) * 11)) : colormap(i / 255);
                one.setRGB(...rgb, THREE.SRGBColorSpace);
                return [one.r, one.g, one.b];
            });
            // Names do not mix; numbers do, as positions do.
            const at = mode === 2 ? (p: number): number => values[surface.nearest![p]!] ?? 0 : mixed(surface.binding!, values);
            surface.mesh.pointOf.forEach((p, v) => numbers.set(table[at(p)]!, 3 * v));
        }
        color.needsUpdate = true;
    }

    private paintSent(surface: Surface, painted: boolean): void {
        const color = surface.object.geometry.getAttribute("color") as THREE.BufferAttribute;
        const numbers = color.array as Float32Array;
        const materials = [surface.object.material].flat();
        if (!painted || !surface.values) {
            numbers.fill(1);
        } else {
            for (const material of materials) material.color.setRGB(1, 1, 1);
            const one = new THREE.Color();
            surface.mesh.pointOf.forEach((p, v) => {
                one.setRGB(...categorical(Math.round((surface.values![p]! / 255) * 11)), THREE.SRGBColorSpace);
                numbers.set([one.r, one.g, one.b], 3 * v);
            });
        }
        color.needsUpdate = true;
    }

    private solid(packet: Packet, name: string, tint: Rgb): THREE.Object3D | null {
        const mesh = meshOf(packet.arrays, name);
        const points = packet.arrays.get(`${name}.points`) as Float32Array | undefined;
        if (!mesh || !points) return null;
        const surface = surfaceOf(mesh, points.slice(), tint, 0.9);
        reshape(surface);
        return surface.object;
    }
}

/** Opaque in the middle, gone at the rim: a floor without an end does not cut the picture in two. */
function fading(): THREE.DataTexture {
    const side = 128;
    const data = new Uint8Array(4 * side * side);
    for (let y = 0; y < side; ++y)
        for (let x = 0; x < side; ++x) {
            const r = Math.hypot(x - side / 2 + 0.5, y - side / 2 + 0.5) / (side / 2);
            const alpha = Math.max(0, 1 - r) ** 1.5;
            data.set([255, Math.round(255 * alpha), 255, 255], 4 * (y * side + x));
        }
    const texture = new THREE.DataTexture(data, side, side);
    texture.minFilter = texture.magFilter = THREE.LinearFilter;
    texture.needsUpdate = true;
    return texture;
}

type Floor = THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial>;

function shade(floor: Floor, dark: boolean): void {
    const tint = floor.userData.tint as Rgb;
    floor.material.color.setRGB(...tint, THREE.SRGBColorSpace).multiplyScalar(dark ? 0.12 : 1);
}

/** A plane is a floor that fades, with lines a metre apart. */
function plane(tint: Rgb, dark: boolean): THREE.Object3D {
    const group = new THREE.Group();
    const alphaMap = fading();
    const floor = new THREE.Mesh(
        new THREE.PlaneGeometry(60, 60).rotateX(-Math.PI / 2),
        new THREE.MeshStandardMaterial({ roughness: 1, transparent: true, alphaMap, side: THREE.DoubleSide, depthWrite: false }),
    );
    floor.name = "floor";
    floor.userData.tint = tint;
    shade(floor, dark);
    floor.receiveShadow = true;
    floor.renderOrder = -2;
    const points: number[] = [];
    for (let k = -12; k <= 12; ++k) points.push(k, 0, -12, k, 0, 12, -12, 0, k, 12, 0, k);
    const lines = new THREE.LineSegments(
        new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(points, 3)),
        new THREE.LineBasicMaterial({ color: 0x808080, transparent: true, opacity: 0.3, depthWrite: false }),
    );
    lines.renderOrder = -1;
    group.add(floor, lines);
    return group;
}
