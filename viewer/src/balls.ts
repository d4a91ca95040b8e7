// Particles as balls: one point each, drawn by the fragment shader as a lit sphere with its true depth. The positions
// are used as they came over the wire, so that a frame costs the page a copy to the graphics card and nothing else.

import * as THREE from "three";
import { categorical, colormap, paletteSize } from "./colors";

const vertexShader = /* glsl */ `
attribute float radius;
attribute float value;
attribute vec3 tint;
uniform vec3 lower;
uniform vec3 size;
uniform float pixels;
varying vec3 vTint;
varying vec3 vCenter;
varying float vValue;
varying float vRadius;
void main() {
    vec4 eye = modelViewMatrix * vec4(lower + size * position, 1.0);
    vCenter = eye.xyz;
    vTint = tint;
    vValue = value;
    vRadius = radius;
    gl_Position = projectionMatrix * eye;
    gl_PointSize = max(1.5, 2.2 * radius * pixels * projectionMatrix[1][1] / max(1e-6, gl_Position.w));
}`;

const fragmentShader = /* glsl */ `
uniform sampler2D ramp;
uniform float mode; // 0: tint, 1: colour map, 2: names
uniform mat4 projectionMatrix;
uniform vec3 sun;
varying vec3 vTint;
varying vec3 vCenter;
varying float vValue;
varying float vRadius;
void main() {
    vec2 p = (2.0 * gl_PointCoord - 1.0) * 1.1;
    p.y = -p.y;
    float r = dot(p, p);
    if (r > 1.0) discard;
    vec3 normal = vec3(p, sqrt(1.0 - r));
    vec4 clip = projectionMatrix * vec4(vCenter + vRadius * normal, 1.0);
    gl_FragDepth = 0.5 + 0.5 * clip.z / clip.w;
    vec3 base = mode < 0.5 ? vTint : texture2D(ramp, vec2(vValue, mode < 1.5 ? 0.25 : 0.75)).rgb;
    float light = 0.42 + 0.25 * normal.y + 0.55 * max(0.0, dot(normal, sun));
    float rim = 0.12 * pow(1.0 - normal.z, 3.0);
    gl_FragColor = vec4(pow(base, vec3(2.2)) * light + rim, 1.0);
    #include <colorspace_fragment>
}`;

/** The colour map in the lower row, the colours of names in the upper one. */
function rampTexture(): THREE.DataTexture {
    const width = 256;
    const data = new Uint8Array(4 * width * 2);
    for (let i = 0; i < width; ++i) {
        const rows = [colormap(i / (width - 1)), categorical(Math.floor((i / width) * paletteSize))];
        rows.forEach((color, row) => {
            const at = 4 * (row * width + i);
            for (let k = 0; k < 3; ++k) data[at + k] = Math.round(255 * color[k]!);
            data[at + 3] = 255;
        });
    }
    const texture = new THREE.DataTexture(data, width, 2);
    texture.minFilter = texture.magFilter = THREE.NearestFilter;
    texture.needsUpdate = true;
    return texture;
}

export class Balls {
    readonly object: THREE.Points;
    private readonly geometry = new THREE.BufferGeometry();
    private readonly material: THREE.ShaderMaterial;
    private layout = "";

    constructor() {
        this.material = new THREE.ShaderMaterial({
            vertexShader,
            fragmentShader,
            uniforms: {
                lower: { value: new THREE.Vector3() },
                size: { value: new THREE.Vector3(1, 1, 1) },
                pixels: { value: 500 },
                mode: { value: 0 },
                ramp: { value: rampTexture() },
                sun: { value: new THREE.Vector3(0.5, 0.7, 0.5).normalize() },
            },
        });
        this.object = new THREE.Points(this.geometry, this.material);
        this.object.frustumCulled = false;
    }

    resize(height: number): void {
        this.material.uniforms.pixels!.value = height / 2;
    }

    /** `hidden`: bodies that are drawn otherwise. */
    update(
        packed: Uint16Array,
        box: readonly number[],
        counts: ArrayLike<number>,
        radii: readonly number[],
        tints: readonly (readonly number[])[],
        hidden: readonly boolean[],
        values: Uint8Array | undefined,
        mode: number,
    ): void {
        const layout = JSON.stringify([Array.from(counts), radii, tints, hidden]);
        if (layout !== this.layout) this.lay(packed.length / 3, counts, radii, tints, hidden);
        this.layout = layout;
        this.set("position", packed, 3);
        this.set("value", values ?? new Uint8Array(packed.length / 3), 1);
        (this.material.uniforms.lower!.value as THREE.Vector3).set(box[0]!, box[1]!, box[2]!);
        (this.material.uniforms.size!.value as THREE.Vector3).set(box[3]!, box[4]!, box[5]!);
        this.material.uniforms.mode!.value = values ? mode : 0;
    }

    private set(name: string, data: Uint16Array | Uint8Array, size: number): void {
        const old = this.geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
        if (old && old.array.length === data.length) {
            (old.array as Uint16Array).set(data);
            old.needsUpdate = true;
        } else {
            this.geometry.setAttribute(name, new THREE.BufferAttribute(data.slice(), size, true));
        }
    }

    private lay(
        total: number,
        counts: ArrayLike<number>,
        radii: readonly number[],
        tints: readonly (readonly number[])[],
        hidden: readonly boolean[],
    ): void {
        const radius = new Float32Array(total);
        const tint = new Float32Array(3 * total);
        const index: number[] = [];
        let at = 0;
        for (let body = 0; body < counts.length; ++body)
            for (let i = 0; i < counts[body]!; ++i, ++at) {
                radius[at] = radii[body]!;
                tint.set(tints[body]!, 3 * at);
                if (!hidden[body]) index.push(at);
            }
        this.geometry.setAttribute("radius", new THREE.BufferAttribute(radius, 1));
        this.geometry.setAttribute("tint", new THREE.BufferAttribute(tint, 3));
        this.geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(index), 1));
        this.object.visible = index.length > 0;
    }
}
