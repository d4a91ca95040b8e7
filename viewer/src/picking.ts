// What a ray from the eye meets: the ball of a particle.

import type { Vec3 } from "./protocol";

export interface Pick {
    body: number;
    particle: number; // in its body
    point: Vec3;
    distance: number;
}

/** `positions` are those of all bodies, one after the other; `direction` has length 1. */
export function pick(
    positions: Float32Array,
    counts: ArrayLike<number>,
    radii: ArrayLike<number>,
    from: Vec3,
    direction: Vec3,
): Pick | null {
    let best: Pick | null = null;
    let first = 0;
    for (let body = 0; body < counts.length; ++body) {
        // A little larger than it is, so that there are no gaps between the balls.
        const radius = 1.3 * radii[body]!;
        for (let i = 0; i < counts[body]!; ++i) {
            const at = 3 * (first + i);
            const x = positions[at]! - from[0];
            const y = positions[at + 1]! - from[1];
            const z = positions[at + 2]! - from[2];
            const along = x * direction[0] + y * direction[1] + z * direction[2];
            if (along <= 0) continue;
            const inside = radius * radius - (x * x + y * y + z * z - along * along);
            if (inside < 0) continue;
            const distance = along - Math.sqrt(inside);
            if (best && distance >= best.distance) continue;
            const point: Vec3 = [0, 1, 2].map((k) => from[k]! + distance * direction[k]!) as Vec3;
            best = { body, particle: i, point, distance };
        }
        first += counts[body]!;
    }
    return best;
}
