// The proper rotation nearest to a matrix (its polar factor with det = +1), over any number.
//
// Two ways, both with fixed iteration counts:
//   newton_rotation   from a warm start; maximizes tr(Rᵀ A) over SO(3) by Newton's method. Cubic near the answer,
//                     because RᵀA is symmetric there and the third-order term vanishes. Says in which lanes it arrived.
//   svd_rotation      from nothing: one-sided Jacobi (Hestenes) gives A V = B with orthogonal columns, hence
//                     A = U Σ Vᵀ. U's third column is u1 × u2, which makes R = U Vᵀ proper and flips the smallest
//                     singular value of an inverted matrix. Directions that A does not determine (rank below two)
//                     are taken from the previous rotation, so that a collapsed cluster keeps its orientation.
// nearest_rotation() is the two together: Newton, and the SVD for the lanes that did not arrive.
#pragma once

#include "math/shared/matrix3.hpp"

namespace pliant::PLIANT_ISA {

/// How far iterations go, in float and in double.
template <class S>
struct RotationLimits {
    static constexpr bool in_double = sizeof(S) == 8;
    static constexpr int newton_iterations = in_double ? 3 : 2;
    static constexpr int jacobi_sweeps = in_double ? 7 : 5;
    /// Relative torque |axial(RᵀA)| / ‖A‖ at which Newton counts as arrived.
    static constexpr S newton_tolerance = in_double ? S(1e-13) : S(3e-6);
    /// Relative size of the second singular value under which its direction is noise.
    static constexpr S rank_tolerance = in_double ? S(1e-9) : S(1e-5);
};

template <class T>
PLIANT_SHARED Vector3<T> axial(const Matrix3<T>& s) {
    return {s.c[1].z - s.c[2].y, s.c[2].x - s.c[0].z, s.c[0].y - s.c[1].x};
}

/// One Newton step of q towards the rotation nearest to A: δ = (tr S − sym S)⁻¹ axial(S), S = RᵀA.
template <class T>
PLIANT_SHARED Quaternion<T> newton_step(const Matrix3<T>& a, const Quaternion<T>& q, MaskOf<T>& definite) {
    const Matrix3<T> s = transpose_multiply(to_matrix(q), a);
    const ScalarOf<T> half = ScalarOf<T>(0.5);
    const Symmetric3<T> h{s.c[1].y + s.c[2].z,           s.c[0].x + s.c[2].z,           s.c[0].x + s.c[1].y,
                          -half * (s.c[1].z + s.c[2].y), -half * (s.c[0].z + s.c[2].x), -half * (s.c[0].y + s.c[1].x)};
    // axial() has the sign of the rotation that S still contains: S = exp(δ) P, P symmetric.
    const Vector3<T> axis = axial(s);
    const Vector3<T> delta = solve(h, axis, number<T>(RotationLimits<ScalarOf<T>>::rank_tolerance), definite);
    return normalized(turn(q, delta * number<T>(half)));
}

/// Newton from q; the mask says which lanes ended at the maximum (not a saddle) with a torque at rounding level.
template <class T>
PLIANT_SHARED Quaternion<T> newton_rotation(const Matrix3<T>& a, Quaternion<T> q, MaskOf<T>& arrived) {
    MaskOf<T> definite = number<T>(0) == number<T>(0);
    for (int i = 0; i < RotationLimits<ScalarOf<T>>::newton_iterations; ++i) {
        MaskOf<T> here;
        q = newton_step(a, q, here);
        definite &= here;
    }
    const Vector3<T> torque = axial(transpose_multiply(to_matrix(q), a));
    const T bound = RotationLimits<ScalarOf<T>>::newton_tolerance * RotationLimits<ScalarOf<T>>::newton_tolerance *
                    frobenius_squared(a);
    arrived = definite & (dot(torque, torque) <= bound);
    return q;
}

/// Rotates columns i and j of B and V so that those of B become orthogonal.
template <class T>
PLIANT_SHARED void jacobi_rotate(Vector3<T>& bi, Vector3<T>& bj, Vector3<T>& vi, Vector3<T>& vj) {
    const T alpha = dot(bi, bi), beta = dot(bj, bj), gamma = dot(bi, bj);
    const MaskOf<T> orthogonal = gamma == ScalarOf<T>(0);
    const T zeta = (beta - alpha) / select(orthogonal, number<T>(1), gamma + gamma);
    const T sign = select(zeta < ScalarOf<T>(0), number<T>(-1), number<T>(1));
    // For a huge zeta the square overflows to infinity and t becomes the right limit, zero.
    const T t = select(orthogonal, number<T>(0), sign / (abs(zeta) + sqrt(fma(zeta, zeta, number<T>(1)))));
    const T c = ScalarOf<T>(1) / sqrt(fma(t, t, number<T>(1)));
    const T s = c * t;
    const Vector3<T> b = bi, v = vi;
    bi = b * c - bj * s;
    bj = b * s + bj * c;
    vi = v * c - vj * s;
    vj = v * s + vj * c;
}

template <class T>
PLIANT_SHARED void sort_pair(Vector3<T>& bi, Vector3<T>& bj, Vector3<T>& vi, Vector3<T>& vj) {
    const MaskOf<T> swap = dot(bi, bi) < dot(bj, bj);
    const Vector3<T> b = bi, v = vi;
    const T minus = number<T>(-1);
    bi = select(swap, bj, bi);
    bj = select(swap, b * minus, bj);
    vi = select(swap, vj, vi);
    vj = select(swap, v * minus, vj);
}

/// A = U diag(sigma) Vᵀ with U and V proper rotations, |sigma| falling; sigma.z is negative for an inverted A.
template <class T>
struct Svd {
    Matrix3<T> u, v;
    Vector3<T> sigma;
};

/// What of w is at right angles to the unit vector u.
template <class T>
PLIANT_SHARED Vector3<T> across(const Vector3<T>& u, const Vector3<T>& w) {
    return w - u * dot(u, w);
}

template <class T>
PLIANT_SHARED Svd<T> svd(const Matrix3<T>& a, const Matrix3<T>& previous) {
    // Scaled to unit size so that squares neither vanish nor overflow.
    const T size = sqrt(frobenius_squared(a));
    const MaskOf<T> something = size > ScalarOf<T>(0);
    const T scale = ScalarOf<T>(1) / select(something, size, number<T>(1));
    Matrix3<T> b{{a.c[0] * scale, a.c[1] * scale, a.c[2] * scale}};
    const T zero = number<T>(0), one = number<T>(1);
    Matrix3<T> v{{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
    for (int sweep = 0; sweep < RotationLimits<ScalarOf<T>>::jacobi_sweeps; ++sweep) {
        jacobi_rotate(b.c[0], b.c[1], v.c[0], v.c[1]);
        jacobi_rotate(b.c[0], b.c[2], v.c[0], v.c[2]);
        jacobi_rotate(b.c[1], b.c[2], v.c[1], v.c[2]);
    }
    sort_pair(b.c[0], b.c[1], v.c[0], v.c[1]);
    sort_pair(b.c[0], b.c[2], v.c[0], v.c[2]);
    sort_pair(b.c[1], b.c[2], v.c[1], v.c[2]);

    const T sigma0 = sqrt(dot(b.c[0], b.c[0]));
    const MaskOf<T> rank1 = something & (sigma0 > ScalarOf<T>(0));
    const Vector3<T> u0 = select(rank1, b.c[0] * (one / select(rank1, sigma0, one)), multiply(previous, v.c[0]));
    const Vector3<T> b1 = across(u0, b.c[1]);
    const T sigma1 = sqrt(dot(b1, b1));
    const MaskOf<T> rank2 = rank1 & (sigma1 > RotationLimits<ScalarOf<T>>::rank_tolerance * sigma0);
    // Not determined by A: the previous rotation's image of v1, or of v2 where that one is parallel to u0.
    const Vector3<T> hint1 = across(u0, multiply(previous, v.c[1])), hint2 = across(u0, multiply(previous, v.c[2]));
    const MaskOf<T> first = dot(hint1, hint1) > ScalarOf<T>(0.25);
    const Vector3<T> hint = select(first, hint1, hint2);
    const Vector3<T> u1_raw = select(rank2, b1, hint);
    const Vector3<T> u1 = u1_raw * (one / sqrt(dot(u1_raw, u1_raw)));
    const Vector3<T> u2 = cross(u0, u1);
    return {{{u0, u1, u2}}, v, {sigma0 * size, select(rank2, sigma1, zero) * size, dot(u2, b.c[2]) * size}};
}

/// Kept out of line: the cold path is large, and rare where it is not asked for by name.
template <class T>
PLIANT_SHARED_COLD void svd_rotation(const Matrix3<T>& a, const Matrix3<T>& previous, Matrix3<T>& rotation) {
    const Svd<T> d = svd(a, previous);
    rotation = multiply(d.u, transpose(d.v));
}

/// The proper rotation nearest to A, from the previous one.
template <class T>
PLIANT_SHARED Quaternion<T> nearest_rotation(const Matrix3<T>& a, const Quaternion<T>& previous) {
    MaskOf<T> arrived;
    Quaternion<T> q = newton_rotation(a, previous, arrived);
    if (!Number<T>::all(arrived)) {
        Matrix3<T> rotation;
        svd_rotation(a, to_matrix(previous), rotation);
        const Quaternion<T> cold = to_quaternion(rotation);
        q = select(arrived, q, cold);
    }
    return q;
}

}  // namespace pliant::PLIANT_ISA
