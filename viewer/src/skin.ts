// How surfaces follow particles: src/skin/binding.hpp says the same in C++.

/** Points as sums of particles: point p is Σ weights[k] · particle of[k] over k in [rows[p], rows[p + 1]). */
export interface Binding {
    rows: Uint32Array;
    of: Uint32Array;
    weights: Float32Array;
}

export interface Mesh {
    triangles: Uint32Array; // vertices
    pointOf: Uint32Array; // per vertex
    normalOf: Uint32Array; // per vertex: which smooth patch of its point
}

/** Decodes positions in 16 bits within a box. */
export function decode(packed: Uint16Array, box: readonly number[], first: number, count: number): Float32Array {
    const out = new Float32Array(3 * count);
    for (let k = 0; k < 3; ++k) {
        const lower = box[k]!;
        const scale = box[3 + k]! / 65535;
        for (let i = 0; i < count; ++i) out[3 * i + k] = lower + scale * packed[3 * (first + i) + k]!;
    }
    return out;
}

/** Where the points of a surface are when the particles are there. */
export function follow(binding: Binding, particles: Float32Array, points: Float32Array): void {
    const { rows, of, weights } = binding;
    for (let p = 0; p + 1 < rows.length; ++p) {
        let x = 0;
        let y = 0;
        let z = 0;
        for (let k = rows[p]!; k < rows[p + 1]!; ++k) {
            const w = weights[k]!;
            const at = 3 * of[k]!;
            x += w * particles[at]!;
            y += w * particles[at + 1]!;
            z += w * particles[at + 2]!;
        }
        points[3 * p] = x;
        points[3 * p + 1] = y;
        points[3 * p + 2] = z;
    }
}

/** The particle with the most to say about each point. */
export function heaviest(binding: Binding): Uint32Array {
    const { rows, of, weights } = binding;
    const best = new Uint32Array(Math.max(0, rows.length - 1));
    for (let p = 0; p < best.length; ++p) {
        let most = -Infinity;
        for (let k = rows[p]!; k < rows[p + 1]!; ++k)
            if (weights[k]! > most) {
                most = weights[k]!;
                best[p] = of[k]!;
            }
    }
    return best;
}

/** Positions and unit normals of the vertices: normals are the mean of the faces of a patch, by their areas. */
export function shape(mesh: Mesh, points: Float32Array, positions: Float32Array, normals: Float32Array): void {
    const { triangles, pointOf, normalOf } = mesh;
    let patches = 0;
    for (const n of normalOf) patches = Math.max(patches, n + 1);
    const sums = new Float32Array(3 * patches);
    for (let v = 0; v < pointOf.length; ++v)
        for (let k = 0; k < 3; ++k) positions[3 * v + k] = points[3 * pointOf[v]! + k]!;
    for (let t = 0; t < triangles.length; t += 3) {
        const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
        const ux = positions[b]! - positions[a]!;
        const uy = positions[b + 1]! - positions[a + 1]!;
        const uz = positions[b + 2]! - positions[a + 2]!;
        const vx = positions[c]! - positions[a]!;
        const vy = positions[c + 1]! - positions[a + 1]!;
        const vz = positions[c + 2]! - positions[a + 2]!;
        const nx = uy * vz - uz * vy;
        const ny = uz * vx - ux * vz;
        const nz = ux * vy - uy * vx;
        for (let corner = 0; corner < 3; ++corner) {
            const at = 3 * normalOf[triangles[t + corner]!]!;
            sums[at] = sums[at]! + nx;
            sums[at + 1] = sums[at + 1]! + ny;
            sums[at + 2] = sums[at + 2]! + nz;
        }
    }
    for (let v = 0; v < pointOf.length; ++v) {
        const at = 3 * normalOf[v]!;
        const length = Math.hypot(sums[at]!, sums[at + 1]!, sums[at + 2]!) || 1;
        for (let k = 0; k < 3; ++k) normals[3 * v + k] = sums[at + k]! / length;
    }
}
