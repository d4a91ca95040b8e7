// The picture: camera, light, bodies, obstacles, and the marks of hands and pins.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Balls } from "./balls";
import { categorical, type Rgb } from "./colors";
import { pick, type Pick } from "./picking";
import type { FrameInfo, Packet, Pose, SceneInfo, Vec3 } from "./protocol";
import { Proxies } from "./proxies";
import { decode } from "./skin";
import { Surfaces } from "./surfaces";

export type Show = "skin" | "particles" | "both" | "proxies";

interface Shown {
    info: FrameInfo;
    packed: Uint16Array;
    counts: Uint32Array;
    values: Uint8Array | undefined;
}

type Box = FrameInfo["box"];

/** A body that is about to fall is seen together with the floor below it, unless that is far away. */
export function withFloor(info: { box: Box; obstacles: readonly Pose[] }, scene: SceneInfo | null): Box {
    const box: Box = [...info.box];
    scene?.obstacles.forEach((obstacle, k) => {
        const height = info.obstacles[k]?.[1] ?? 0;
        const drop = box[1] - height;
        if (!obstacle.plane || !(drop > 0) || drop > 5 * Math.max(box[3], box[4], box[5])) return;
        box[1] -= drop;
        box[4] += drop;
    });
    return box;
}

function around(box: Box): { center: THREE.Vector3; reach: number } {
    return {
        center: new THREE.Vector3(box[0] + box[3] / 2, box[1] + box[4] / 2, box[2] + box[5] / 2),
        reach: Math.max(1e-3, Math.hypot(box[3], box[4], box[5]) / 2),
    };
}

export class Stage {
    readonly renderer: THREE.WebGLRenderer;
    readonly camera = new THREE.PerspectiveCamera(35, 1, 0.01, 1000);
    readonly controls: OrbitControls;
    private readonly scene = new THREE.Scene();
    private readonly balls = new Balls();
    private readonly surfaces = new Surfaces();
    private readonly proxies = new Proxies();
    private readonly marks = new THREE.Group();
    private readonly sun = new THREE.DirectionalLight(0xffffff, 2.2);
    private info: SceneInfo | null = null;
    private shown: Shown | null = null;
    private decoded: Float32Array | null = null; // of the frame shown
    private show: Show = "skin";
    private dirty = true;
    private framed = false;

    constructor(canvas: HTMLCanvasElement) {
        this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
        this.renderer.shadowMap.autoUpdate = false;
        this.camera.position.set(3, 2, 4);
        this.controls = new OrbitControls(this.camera, canvas);
        this.controls.addEventListener("change", () => (this.dirty = true));
        this.sun.castShadow = true;
        this.sun.shadow.mapSize.set(1024, 1024);
        this.sun.shadow.bias = -0.001;
        this.scene.add(new THREE.HemisphereLight(0xdfe8ff, 0x807468, 1.3), this.sun, this.sun.target);
        this.scene.add(this.surfaces.group, this.surfaces.obstacles, this.balls.object, this.proxies.object, this.marks);
        new ResizeObserver(() => this.resize()).observe(canvas);
        this.resize();
        const draw = (): void => {
            if (this.dirty) this.renderer.render(this.scene, this.camera);
            this.dirty = false;
            requestAnimationFrame(draw);
        };
        draw();
    }

    build(info: SceneInfo, packet: Packet): void {
        const other = this.info?.name !== info.name;
        this.info = info;
        this.surfaces.build(info, packet);
        if (other) {
            this.framed = false;
            this.shown = null;
        }
        this.dirty = true;
    }

    setShow(show: Show): void {
        this.show = show;
        this.redraw();
    }

    setTheme(color: string, dark: boolean): void {
        this.surfaces.setDark(dark);
        this.scene.background = new THREE.Color(color);
        this.dirty = true;
    }

    update(info: FrameInfo, packet: Packet): void {
        if (!this.info || info.scene !== this.info.number) return;
        this.shown = {
            info,
            packed: packet.arrays.get("P") as Uint16Array,
            counts: packet.arrays.get("counts") as Uint32Array,
            values: packet.arrays.get("value") as Uint8Array | undefined,
        };
        this.decoded = null;
        this.surfaces.receive(info.skins, packet);
        this.proxies.update(packet, this.info.bodies.map((body, b): Rgb => body.color ?? categorical(b)));
        this.redraw();
        if (!this.framed) this.frameAll();
    }

    private redraw(): void {
        if (!this.shown || !this.info) return;
        const { info, packed, counts, values } = this.shown;
        const names = ["cluster", "fragment"].includes(info.color);
        const mode = names ? 2 : 1;
        const hidden = this.info.bodies.map((body, b) => this.show !== "particles" && this.surfaces.has(b, counts[b] ?? 0, body.particles, values !== undefined));
        const tints = this.info.bodies.map((body, b): Rgb => body.color ?? categorical(b));
        const both = this.show === "both";
        this.proxies.object.visible = this.show === "proxies";
        if (this.show === "proxies") this.info.bodies.forEach((body, b) => (hidden[b] ||= body.solver === "shape_matching"));
        this.balls.update(
            packed,
            info.box,
            counts,
            this.info.bodies.map((body) => body.radius * (both ? 0.4 : 1)),
            tints,
            both ? hidden.map(() => false) : hidden,
            values,
            mode,
        );
        this.surfaces.moveObstacles(info.obstacles);
        let first = 0;
        this.info.bodies.forEach((_body, b) => {
            const count = counts[b] ?? 0;
            const proxy = this.show === "proxies" && this.info!.bodies[b]!.solver === "shape_matching";
            this.surfaces.show(b, hidden[b]! && !proxy);
            if (hidden[b] && !proxy) {
                this.surfaces.moveBody(b, decode(packed, info.box, first, count));
                this.surfaces.paint(b, values?.subarray(first, first + count), mode);
            }
            first += count;
        });
        for (const [body, pose] of info.rigid) this.surfaces.moveRigid(body, pose);
        this.mark(info);
        this.light(withFloor(info, this.info));
        this.renderer.shadowMap.needsUpdate = true;
        this.dirty = true;
    }

    /** Lines from hands to what they hold, and dots where pins hold. */
    private mark(info: FrameInfo): void {
        this.marks.clear();
        const dot = (at: Vec3, color: number): void => {
            // As large on the page however far pieces have flown.
            const size = 0.008 * this.camera.position.distanceTo(new THREE.Vector3(...at));
            const mesh = new THREE.Mesh(new THREE.SphereGeometry(size, 12, 8), new THREE.MeshBasicMaterial({ color, depthTest: false }));
            mesh.position.set(...at);
            mesh.renderOrder = 10;
            this.marks.add(mesh);
        };
        for (const grab of info.grabs ?? []) {
            const line = new THREE.Line(
                new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(...grab.point), new THREE.Vector3(...grab.target)]),
                new THREE.LineBasicMaterial({ color: 0xff7a18, depthTest: false }),
            );
            line.renderOrder = 10;
            this.marks.add(line);
            dot(grab.target, 0xff7a18);
        }
        for (const pin of info.pins ?? []) dot(pin.point, 0x2b6cff);
    }

    private light(box: Box): void {
        const { center, reach: radius } = around(box);
        const reach = 2 * radius;
        this.sun.target.position.copy(center);
        this.sun.position.copy(center).add(new THREE.Vector3(0.6, 1.4, 0.5).multiplyScalar(2 * reach));
        const shadow = this.sun.shadow.camera;
        shadow.left = shadow.bottom = -1.3 * reach;
        shadow.right = shadow.top = 1.3 * reach;
        shadow.near = 0.1 * reach;
        shadow.far = 8 * reach;
        shadow.updateProjectionMatrix();
    }

    frameAll(): void {
        if (!this.shown) return;
        const { center, reach } = around(withFloor(this.shown.info, this.info));
        const given = this.framed ? undefined : this.info?.camera;
        if (given) {
            this.camera.fov = given.field_of_view;
            this.camera.position.set(...given.eye);
            this.controls.target.set(...given.target);
        } else {
            const direction = this.framed ? this.camera.position.clone().sub(this.controls.target) : new THREE.Vector3(0.55, 0.35, 1);
            const angle = (Math.min(this.camera.fov, this.camera.fov * this.camera.aspect) * Math.PI) / 360;
            this.camera.position.copy(center).add(direction.normalize().multiplyScalar((1.35 * reach) / Math.sin(angle)));
            this.controls.target.copy(center);
        }
        const away = this.camera.position.distanceTo(this.controls.target);
        this.camera.near = away / 500;
        this.camera.far = away * 200;
        this.camera.updateProjectionMatrix();
        this.controls.update();
        this.framed = true;
        this.dirty = true;
    }

    /** The body under a point of the canvas (pixels of the page). */
    pickAt(x: number, y: number): Pick | null {
        if (!this.shown || !this.info) return null;
        const { from, direction } = this.ray(x, y);
        this.decoded ??= decode(this.shown.packed, this.shown.info.box, 0, this.shown.packed.length / 3);
        return pick(this.decoded, this.shown.counts, this.info.bodies.map((body) => body.radius), from, direction);
    }

    /** Where the ray through a point of the canvas meets the plane through `at` that faces the camera. */
    pointBeside(at: Vec3, x: number, y: number): Vec3 {
        const facing = this.camera.getWorldDirection(new THREE.Vector3());
        const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(facing, new THREE.Vector3(...at));
        const { from, direction } = this.ray(x, y);
        const point = new THREE.Ray(new THREE.Vector3(...from), new THREE.Vector3(...direction)).intersectPlane(plane, new THREE.Vector3());
        return point ? [point.x, point.y, point.z] : at;
    }

    /** The box of a blade that a stroke over the canvas draws: thin across, long along it, deep away from the eye. */
    bladeAlong(from: [number, number], to: [number, number]): { size: Vec3; translate: Vec3; axis: Vec3; angle: number } {
        const middle = this.controls.target.toArray() as Vec3;
        const [a, b] = [this.pointBeside(middle, ...from), this.pointBeside(middle, ...to)].map((p) => new THREE.Vector3(...p)) as [THREE.Vector3, THREE.Vector3];
        const center = a.clone().add(b).multiplyScalar(0.5);
        const along = b.clone().sub(a).normalize();
        const across = along.clone().cross(center.clone().sub(this.camera.position)).normalize();
        const deep = across.clone().cross(along).normalize();
        const reach = this.shown ? around(this.shown.info.box).reach : 1;
        const turn = new THREE.Quaternion().setFromRotationMatrix(new THREE.Matrix4().makeBasis(across, along, deep));
        const half = Math.acos(Math.min(1, Math.max(-1, turn.w)));
        const axis: Vec3 = half > 1e-6 ? [turn.x, turn.y, turn.z] : [0, 1, 0];
        return {
            size: [0.004 * reach, 1.2 * a.distanceTo(b), 6 * reach],
            translate: center.toArray() as Vec3,
            axis,
            angle: (2 * half * 180) / Math.PI,
        };
    }

    bodyName(body: number): string {
        return this.info?.bodies[body]?.name ?? "";
    }
    bodyMass(body: number): number {
        return this.info?.bodies[body]?.mass ?? 1;
    }

    /** The mean position of a body in the frame shown; for tests and the keyboard. */
    centerOf(body: number): Vec3 | null {
        if (!this.shown) return null;
        let first = 0;
        for (let b = 0; b < body; ++b) first += this.shown.counts[b] ?? 0;
        const count = this.shown.counts[body] ?? 0;
        const positions = decode(this.shown.packed, this.shown.info.box, first, count);
        const sum: Vec3 = [0, 0, 0];
        positions.forEach((x, i) => (sum[i % 3] = sum[i % 3]! + x / count));
        return count > 0 ? sum : null;
    }

    skinTriangles(body: number): number {
        return this.surfaces.triangles(body);
    }
    /** For tests. */
    proxyTriangles(): number {
        return this.proxies.object.visible ? this.proxies.object.geometry.getAttribute("position").count / 3 : 0;
    }

    /** Where a point of the world is on the page, in pixels. */
    project(point: Vec3): [number, number] {
        const clip = new THREE.Vector3(...point).project(this.camera);
        const rect = this.renderer.domElement.getBoundingClientRect();
        return [rect.left + ((clip.x + 1) / 2) * rect.width, rect.top + ((1 - clip.y) / 2) * rect.height];
    }

    picture(): Promise<Blob | null> {
        this.renderer.render(this.scene, this.camera);
        return new Promise((done) => this.renderer.domElement.toBlob(done, "image/png"));
    }

    private ray(x: number, y: number): { from: Vec3; direction: Vec3 } {
        const rect = this.renderer.domElement.getBoundingClientRect();
        const at = new THREE.Vector2(((x - rect.left) / rect.width) * 2 - 1, 1 - ((y - rect.top) / rect.height) * 2);
        const caster = new THREE.Raycaster();
        caster.setFromCamera(at, this.camera);
        return { from: caster.ray.origin.toArray() as Vec3, direction: caster.ray.direction.toArray() as Vec3 };
    }

    private resize(): void {
        const canvas = this.renderer.domElement;
        const { clientWidth: width, clientHeight: height } = canvas;
        if (width === 0 || height === 0) return;
        this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
        this.renderer.setSize(width, height, false);
        this.balls.resize(height * this.renderer.getPixelRatio());
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        this.dirty = true;
    }
}
