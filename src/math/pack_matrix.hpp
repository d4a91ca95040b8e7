// 3×3 matrices, vectors and quaternions of eight (four in double) clusters at a time.
#pragma once

#include "math/simd.hpp"

namespace pliant::PLIANT_ISA {

struct PackVec {
    Pack x, y, z;
};

/// Columns c[0], c[1], c[2]: element (row, column) is c[column].x/y/z.
struct PackMat {
    PackVec c[3];
};

/// w + xi + yj + zk
struct PackQuat {
    Pack w, x, y, z;
};

PLIANT_INLINE PackVec operator+(const PackVec& a, const PackVec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
PLIANT_INLINE PackVec operator-(const PackVec& a, const PackVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
PLIANT_INLINE PackVec operator*(const PackVec& a, Pack s) { return {a.x * s, a.y * s, a.z * s}; }
PLIANT_INLINE PackVec fma(const PackVec& a, Pack s, const PackVec& b) {
    return {fma(a.x, s, b.x), fma(a.y, s, b.y), fma(a.z, s, b.z)};
}
PLIANT_INLINE Pack dot(const PackVec& a, const PackVec& b) { return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z)); }
PLIANT_INLINE PackVec cross(const PackVec& a, const PackVec& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
PLIANT_INLINE PackVec select(Mask m, const PackVec& a, const PackVec& b) {
    return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}

PLIANT_INLINE PackVec multiply(const PackMat& m, const PackVec& v) {
    return fma(m.c[0], v.x, fma(m.c[1], v.y, m.c[2] * v.z));
}
/// A B
PLIANT_INLINE PackMat multiply(const PackMat& a, const PackMat& b) {
    return {{multiply(a, b.c[0]), multiply(a, b.c[1]), multiply(a, b.c[2])}};
}
PLIANT_INLINE PackMat transpose(const PackMat& m) {
    return {{{m.c[0].x, m.c[1].x, m.c[2].x}, {m.c[0].y, m.c[1].y, m.c[2].y}, {m.c[0].z, m.c[1].z, m.c[2].z}}};
}
/// Aᵀ B
PLIANT_INLINE PackMat transpose_multiply(const PackMat& a, const PackMat& b) {
    PackMat r;
    for (int j = 0; j < 3; ++j) r.c[j] = {dot(a.c[0], b.c[j]), dot(a.c[1], b.c[j]), dot(a.c[2], b.c[j])};
    return r;
}
PLIANT_INLINE PackMat operator+(const PackMat& a, const PackMat& b) {
    return {{a.c[0] + b.c[0], a.c[1] + b.c[1], a.c[2] + b.c[2]}};
}
PLIANT_INLINE PackMat select(Mask m, const PackMat& a, const PackMat& b) {
    return {{select(m, a.c[0], b.c[0]), select(m, a.c[1], b.c[1]), select(m, a.c[2], b.c[2])}};
}
PLIANT_INLINE Pack frobenius_squared(const PackMat& m) {
    return dot(m.c[0], m.c[0]) + dot(m.c[1], m.c[1]) + dot(m.c[2], m.c[2]);
}

/// A symmetric matrix: xx, yy, zz, yz, xz, xy.
struct PackSym {
    Pack xx, yy, zz, yz, xz, xy;
};

/// The solution of S x = b for a positive definite S, by cofactors; `definite` says in which lanes S is positive
/// definite beyond `margin` (its determinant against that of a multiple of the identity with the same trace).
PLIANT_INLINE PackVec solve(const PackSym& m, const PackVec& b, Pack margin, Mask& definite) {
    // Scaled to trace 3, so that cubes of small or large numbers neither vanish nor overflow.
    const Pack third = (m.xx + m.yy + m.zz) * Real(1.0 / 3.0);
    const Mask positive = third > Real(0);
    const Pack unit = Real(1) / select(positive, third, pack(1));
    const PackSym s{m.xx * unit, m.yy * unit, m.zz * unit, m.yz * unit, m.xz * unit, m.xy * unit};
    const Pack cxx = s.yy * s.zz - s.yz * s.yz;
    const Pack cxy = s.xz * s.yz - s.xy * s.zz;
    const Pack cxz = s.xy * s.yz - s.xz * s.yy;
    const Pack cyy = s.xx * s.zz - s.xz * s.xz;
    const Pack cyz = s.xy * s.xz - s.xx * s.yz;
    const Pack czz = s.xx * s.yy - s.xy * s.xy;
    const Pack det = s.xx * cxx + s.xy * cxy + s.xz * cxz;
    definite = positive & (det > margin) & (s.xx > Real(0)) & (czz > Real(0));
    const Pack inverse = unit / select(definite, det, pack(1));
    return {(cxx * b.x + cxy * b.y + cxz * b.z) * inverse, (cxy * b.x + cyy * b.y + cyz * b.z) * inverse,
            (cxz * b.x + cyz * b.y + czz * b.z) * inverse};
}

PLIANT_INLINE PackMat to_matrix(const PackQuat& q) {
    const Pack x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const Pack xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
    const Pack xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    const Pack wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    const Pack one = pack(1);
    return {{{one - (yy + zz), xy + wz, xz - wy},
             {xy - wz, one - (xx + zz), yz + wx},
             {xz + wy, yz - wx, one - (xx + yy)}}};
}

PLIANT_INLINE PackQuat normalized(const PackQuat& q) {
    const Pack n = Real(1) / sqrt(fma(q.w, q.w, fma(q.x, q.x, fma(q.y, q.y, q.z * q.z))));
    return {q.w * n, q.x * n, q.y * n, q.z * n};
}

/// q (1 + h): the rotation q followed, in its own frame, by the small one with half-tangent vector h.
PLIANT_INLINE PackQuat turn(const PackQuat& q, const PackVec& h) {
    return {q.w - (q.x * h.x + q.y * h.y + q.z * h.z), q.x + (q.w * h.x + q.y * h.z - q.z * h.y),
            q.y + (q.w * h.y + q.z * h.x - q.x * h.z), q.z + (q.w * h.z + q.x * h.y - q.y * h.x)};
}

/// The unit quaternion of a rotation matrix, by the branch-free form of Bar-Itzhack: the largest of the four
/// candidate squares is chosen per lane, so no division by a small number happens.
PLIANT_INLINE PackQuat to_quaternion(const PackMat& m) {
    const Pack one = pack(1);
    const Pack a = m.c[0].x, b = m.c[1].y, c = m.c[2].z;
    const Pack x = m.c[1].z - m.c[2].y, y = m.c[2].x - m.c[0].z, z = m.c[0].y - m.c[1].x;
    const Pack xy = m.c[0].y + m.c[1].x, xz = m.c[0].z + m.c[2].x, yz = m.c[1].z + m.c[2].y;
    const Pack tw = one + a + b + c, tx = one + a - b - c, ty = one - a + b - c, tz = one - a - b + c;
    PackQuat q{tw, x, y, z};
    Pack best = tw;
    auto choose = [&](Pack t, const PackQuat& candidate) {
        const Mask better = t > best;
        q = {select(better, candidate.w, q.w), select(better, candidate.x, q.x), select(better, candidate.y, q.y),
             select(better, candidate.z, q.z)};
        best = select(better, t, best);
    };
    choose(tx, {x, tx, xy, xz});
    choose(ty, {y, xy, ty, yz});
    choose(tz, {z, xz, yz, tz});
    return normalized(q);
}

}  // namespace pliant::PLIANT_ISA
