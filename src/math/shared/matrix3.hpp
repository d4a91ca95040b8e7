// 3×3 matrices, vectors and quaternions over any number (math/shared/number.hpp): one cluster's, or, of Packs, eight
// (four in double) at a time.
#pragma once

#include "math/shared/number.hpp"

namespace pliant::PLIANT_ISA {

template <class T>
struct Vector3 {
    T x, y, z;
};

/// Columns c[0], c[1], c[2]: element (row, column) is c[column].x/y/z.
template <class T>
struct Matrix3 {
    Vector3<T> c[3];
};

/// w + xi + yj + zk
template <class T>
struct Quaternion {
    T w, x, y, z;
};

template <class T>
PLIANT_SHARED Vector3<T> operator+(const Vector3<T>& a, const Vector3<T>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
PLIANT_SHARED Vector3<T> operator-(const Vector3<T>& a, const Vector3<T>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
PLIANT_SHARED Vector3<T> operator*(const Vector3<T>& a, T s) {
    return {a.x * s, a.y * s, a.z * s};
}
template <class T>
PLIANT_SHARED Vector3<T> fma(const Vector3<T>& a, T s, const Vector3<T>& b) {
    return {fma(a.x, s, b.x), fma(a.y, s, b.y), fma(a.z, s, b.z)};
}
template <class T>
PLIANT_SHARED T dot(const Vector3<T>& a, const Vector3<T>& b) {
    return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
}
template <class T>
PLIANT_SHARED Vector3<T> cross(const Vector3<T>& a, const Vector3<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
PLIANT_SHARED Vector3<T> select(MaskOf<T> m, const Vector3<T>& a, const Vector3<T>& b) {
    return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}

template <class T>
PLIANT_SHARED Vector3<T> multiply(const Matrix3<T>& m, const Vector3<T>& v) {
    return fma(m.c[0], v.x, fma(m.c[1], v.y, m.c[2] * v.z));
}
/// A B
template <class T>
PLIANT_SHARED Matrix3<T> multiply(const Matrix3<T>& a, const Matrix3<T>& b) {
    return {{multiply(a, b.c[0]), multiply(a, b.c[1]), multiply(a, b.c[2])}};
}
template <class T>
PLIANT_SHARED Matrix3<T> transpose(const Matrix3<T>& m) {
    return {{{m.c[0].x, m.c[1].x, m.c[2].x}, {m.c[0].y, m.c[1].y, m.c[2].y}, {m.c[0].z, m.c[1].z, m.c[2].z}}};
}
/// Aᵀ B
template <class T>
PLIANT_SHARED Matrix3<T> transpose_multiply(const Matrix3<T>& a, const Matrix3<T>& b) {
    Matrix3<T> r;
    for (int j = 0; j < 3; ++j) r.c[j] = {dot(a.c[0], b.c[j]), dot(a.c[1], b.c[j]), dot(a.c[2], b.c[j])};
    return r;
}
template <class T>
PLIANT_SHARED Matrix3<T> operator+(const Matrix3<T>& a, const Matrix3<T>& b) {
    return {{a.c[0] + b.c[0], a.c[1] + b.c[1], a.c[2] + b.c[2]}};
}
template <class T>
PLIANT_SHARED Matrix3<T> select(MaskOf<T> m, const Matrix3<T>& a, const Matrix3<T>& b) {
    return {{select(m, a.c[0], b.c[0]), select(m, a.c[1], b.c[1]), select(m, a.c[2], b.c[2])}};
}
template <class T>
PLIANT_SHARED T frobenius_squared(const Matrix3<T>& m) {
    return dot(m.c[0], m.c[0]) + dot(m.c[1], m.c[1]) + dot(m.c[2], m.c[2]);
}

/// A symmetric matrix: xx, yy, zz, yz, xz, xy.
template <class T>
struct Symmetric3 {
    T xx, yy, zz, yz, xz, xy;
};

/// The solution of S x = b for a positive definite S, by cofactors; `definite` says in which lanes S is positive
/// definite beyond `margin` (its determinant against that of a multiple of the identity with the same trace).
template <class T>
PLIANT_SHARED Vector3<T> solve(const Symmetric3<T>& m, const Vector3<T>& b, T margin, MaskOf<T>& definite) {
    // Scaled to trace 3, so that cubes of small or large numbers neither vanish nor overflow.
    const T third = (m.xx + m.yy + m.zz) * ScalarOf<T>(1.0 / 3.0);
    const MaskOf<T> positive = third > ScalarOf<T>(0);
    const T unit = ScalarOf<T>(1) / select(positive, third, number<T>(1));
    const Symmetric3<T> s{m.xx * unit, m.yy * unit, m.zz * unit, m.yz * unit, m.xz * unit, m.xy * unit};
    const T cxx = s.yy * s.zz - s.yz * s.yz;
    const T cxy = s.xz * s.yz - s.xy * s.zz;
    const T cxz = s.xy * s.yz - s.xz * s.yy;
    const T cyy = s.xx * s.zz - s.xz * s.xz;
    const T cyz = s.xy * s.xz - s.xx * s.yz;
    const T czz = s.xx * s.yy - s.xy * s.xy;
    const T det = s.xx * cxx + s.xy * cxy + s.xz * cxz;
    definite = positive & (det > margin) & (s.xx > ScalarOf<T>(0)) & (czz > ScalarOf<T>(0));
    const T inverse = unit / select(definite, det, number<T>(1));
    return {(cxx * b.x + cxy * b.y + cxz * b.z) * inverse, (cxy * b.x + cyy * b.y + cyz * b.z) * inverse,
            (cxz * b.x + cyz * b.y + czz * b.z) * inverse};
}

template <class T>
PLIANT_SHARED Matrix3<T> to_matrix(const Quaternion<T>& q) {
    const T x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const T xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
    const T xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    const T wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    const T one = number<T>(1);
    return {{{one - (yy + zz), xy + wz, xz - wy},
             {xy - wz, one - (xx + zz), yz + wx},
             {xz + wy, yz - wx, one - (xx + yy)}}};
}

template <class T>
PLIANT_SHARED Quaternion<T> normalized(const Quaternion<T>& q) {
    const T n = ScalarOf<T>(1) / sqrt(fma(q.w, q.w, fma(q.x, q.x, fma(q.y, q.y, q.z * q.z))));
    return {q.w * n, q.x * n, q.y * n, q.z * n};
}

/// q (1 + h): the rotation q followed, in its own frame, by the small one with half-tangent vector h.
template <class T>
PLIANT_SHARED Quaternion<T> turn(const Quaternion<T>& q, const Vector3<T>& h) {
    return {q.w - (q.x * h.x + q.y * h.y + q.z * h.z), q.x + (q.w * h.x + q.y * h.z - q.z * h.y),
            q.y + (q.w * h.y + q.z * h.x - q.x * h.z), q.z + (q.w * h.z + q.x * h.y - q.y * h.x)};
}

template <class T>
PLIANT_SHARED Quaternion<T> select(MaskOf<T> m, const Quaternion<T>& a, const Quaternion<T>& b) {
    return {select(m, a.w, b.w), select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}

/// Where t is larger than the best one so far, it and its candidate take that one's part.
template <class T>
PLIANT_SHARED void choose_larger(T t, const Quaternion<T>& candidate, T& best, Quaternion<T>& chosen) {
    const MaskOf<T> better = t > best;
    chosen = select(better, candidate, chosen);
    best = select(better, t, best);
}

/// The unit quaternion of a rotation matrix, by the branch-free form of Bar-Itzhack: the largest of the four
/// candidate squares is chosen per lane, so no division by a small number happens.
template <class T>
PLIANT_SHARED Quaternion<T> to_quaternion(const Matrix3<T>& m) {
    const T one = number<T>(1);
    const T a = m.c[0].x, b = m.c[1].y, c = m.c[2].z;
    const T x = m.c[1].z - m.c[2].y, y = m.c[2].x - m.c[0].z, z = m.c[0].y - m.c[1].x;
    const T xy = m.c[0].y + m.c[1].x, xz = m.c[0].z + m.c[2].x, yz = m.c[1].z + m.c[2].y;
    const T tw = one + a + b + c, tx = one + a - b - c, ty = one - a + b - c, tz = one - a - b + c;
    Quaternion<T> q{tw, x, y, z};
    T best = tw;
    choose_larger(tx, Quaternion<T>{x, tx, xy, xz}, best, q);
    choose_larger(ty, Quaternion<T>{y, xy, ty, yz}, best, q);
    choose_larger(tz, Quaternion<T>{z, xz, yz, tz}, best, q);
    return normalized(q);
}

}  // namespace pliant::PLIANT_ISA
