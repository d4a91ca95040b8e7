// What soft bodies collide with: the proxies of their clusters, as the server sends them while they are shown.

import * as THREE from "three";
import type { Rgb } from "./colors";
import type { Packet } from "./protocol";

/** Colours of the corners of triangles by the bodies that those belong to. */
export function cornerColors(bodies: Uint32Array, tints: readonly Rgb[]): Float32Array {
    const colors = new Float32Array(9 * bodies.length);
    const linear = tints.map((tint) => new THREE.Color().setRGB(...tint, THREE.SRGBColorSpace).toArray());
    bodies.forEach((body, t) => {
        const tint = linear[body] ?? [0.5, 0.5, 0.5];
        for (let corner = 0; corner < 3; ++corner) colors.set(tint, 9 * t + 3 * corner);
    });
    return colors;
}

export class Proxies {
    readonly object: THREE.Mesh;

    constructor() {
        const material = new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.7, flatShading: true });
        this.object = new THREE.Mesh(new THREE.BufferGeometry(), material);
        this.object.frustumCulled = false;
        this.object.castShadow = this.object.receiveShadow = true;
        this.object.visible = false;
    }

    update(packet: Packet, tints: readonly Rgb[]): void {
        const points = packet.arrays.get("proxies.P") as Float32Array | undefined;
        const bodies = packet.arrays.get("proxies.body") as Uint32Array | undefined;
        this.object.geometry.dispose();
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.BufferAttribute(points ?? new Float32Array(0), 3));
        geometry.setAttribute("color", new THREE.BufferAttribute(bodies ? cornerColors(bodies, tints) : new Float32Array(0), 3));
        if (points && points.length > 0) geometry.computeVertexNormals();
        this.object.geometry = geometry;
    }
}
