// The proper rotation nearest to a matrix (its polar factor with det = +1), eight clusters at a time.
//
// Two ways, both with fixed iteration counts:
//   newton_rotation   from a warm start; maximises tr(Rᵀ A) over SO(3) by Newton's method. Cubic near the answer,
//   because
//                     RᵀA is symmetric there and the third-order term vanishes. Says in which lanes it arrived.
//   svd_rotation      from nothing: one-sided Jacobi (Hestenes) gives A V = B with orthogonal columns, hence
//                     A = U Σ Vᵀ. U's third column is u1 × u2, which makes R = U Vᵀ proper and flips the smallest
//                     singular value of an inverted matrix. Directions that A does not determine (rank below two)
//                     are taken from the previous rotation, so that a collapsed cluster keeps its orientation.
// nearest_rotation() is the two together: Newton, and the SVD for the lanes that did not arrive.
#pragma once

#include "math/pack_matrix.hpp"

namespace pliant::PLIANT_ISA {

inline constexpr bool in_double = sizeof(Real) == 8;
inline constexpr int newton_iterations = in_double ? 3 : 2;
inline constexpr int jacobi_sweeps = in_double ? 7 : 5;
/// Relative torque |axial(RᵀA)| / ‖A‖ at which Newton counts as arrived.
inline constexpr Real newton_tolerance = in_double ? Real(1e-13) : Real(3e-6);
/// Relative size of the second singular value under which its direction is noise.
inline constexpr Real rank_tolerance = in_double ? Real(1e-9) : Real(1e-5);

PLIANT_INLINE PackVec axial(const PackMat& s) {
    return {s.c[1].z - s.c[2].y, s.c[2].x - s.c[0].z, s.c[0].y - s.c[1].x};
}

/// One Newton step of q towards the rotation nearest to A: δ = (tr S − sym S)⁻¹ axial(S), S = RᵀA.
PLIANT_INLINE PackQuat newton_step(const PackMat& a, const PackQuat& q, Mask& definite) {
    const PackMat s = transpose_multiply(to_matrix(q), a);
    const Real half = Real(0.5);
    const PackSym h{s.c[1].y + s.c[2].z,           s.c[0].x + s.c[2].z,           s.c[0].x + s.c[1].y,
                    -half * (s.c[1].z + s.c[2].y), -half * (s.c[0].z + s.c[2].x), -half * (s.c[0].y + s.c[1].x)};
    // axial() has the sign of the rotation that S still contains: S = exp(δ) P, P symmetric.
    const PackVec axis = axial(s);
    const PackVec delta = solve(h, axis, pack(rank_tolerance), definite);
    return normalized(turn(q, delta * pack(half)));
}

/// Newton from q; the mask says which lanes ended at the maximum (not a saddle) with a torque at rounding level.
PLIANT_INLINE PackQuat newton_rotation(const PackMat& a, PackQuat q, Mask& arrived) {
    Mask definite = pack(0) == pack(0);
    for (int i = 0; i < newton_iterations; ++i) {
        Mask here;
        q = newton_step(a, q, here);
        definite &= here;
    }
    const PackVec torque = axial(transpose_multiply(to_matrix(q), a));
    const Pack bound = newton_tolerance * newton_tolerance * frobenius_squared(a);
    arrived = definite & (dot(torque, torque) <= bound);
    return q;
}

/// Rotates columns i and j of B and V so that those of B become orthogonal.
PLIANT_INLINE void jacobi_rotate(PackVec& bi, PackVec& bj, PackVec& vi, PackVec& vj) {
    const Pack alpha = dot(bi, bi), beta = dot(bj, bj), gamma = dot(bi, bj);
    const Mask orthogonal = gamma == Real(0);
    const Pack zeta = (beta - alpha) / select(orthogonal, pack(1), gamma + gamma);
    const Pack sign = select(zeta < Real(0), pack(-1), pack(1));
    // For a huge zeta the square overflows to infinity and t becomes the right limit, zero.
    const Pack t = select(orthogonal, pack(0), sign / (abs(zeta) + sqrt(fma(zeta, zeta, pack(1)))));
    const Pack c = Real(1) / sqrt(fma(t, t, pack(1)));
    const Pack s = c * t;
    const PackVec b = bi, v = vi;
    bi = b * c - bj * s;
    bj = b * s + bj * c;
    vi = v * c - vj * s;
    vj = v * s + vj * c;
}

PLIANT_INLINE void sort_pair(PackVec& bi, PackVec& bj, PackVec& vi, PackVec& vj) {
    const Mask swap = dot(bi, bi) < dot(bj, bj);
    const PackVec b = bi, v = vi;
    const Pack minus = pack(-1);
    bi = select(swap, bj, bi);
    bj = select(swap, b * minus, bj);
    vi = select(swap, vj, vi);
    vj = select(swap, v * minus, vj);
}

/// A = U diag(sigma) Vᵀ with U and V proper rotations, |sigma| falling; sigma.z is negative for an inverted A.
struct PackSvd {
    PackMat u, v;
    PackVec sigma;
};

PLIANT_INLINE PackSvd svd(const PackMat& a, const PackMat& previous) {
    // Scaled to unit size so that squares neither vanish nor overflow.
    const Pack size = sqrt(frobenius_squared(a));
    const Mask something = size > Real(0);
    const Pack scale = Real(1) / select(something, size, pack(1));
    PackMat b{{a.c[0] * scale, a.c[1] * scale, a.c[2] * scale}};
    const Pack zero = pack(0), one = pack(1);
    PackMat v{{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
    for (int sweep = 0; sweep < jacobi_sweeps; ++sweep) {
        jacobi_rotate(b.c[0], b.c[1], v.c[0], v.c[1]);
        jacobi_rotate(b.c[0], b.c[2], v.c[0], v.c[2]);
        jacobi_rotate(b.c[1], b.c[2], v.c[1], v.c[2]);
    }
    sort_pair(b.c[0], b.c[1], v.c[0], v.c[1]);
    sort_pair(b.c[0], b.c[2], v.c[0], v.c[2]);
    sort_pair(b.c[1], b.c[2], v.c[1], v.c[2]);

    const Pack sigma0 = sqrt(dot(b.c[0], b.c[0]));
    const Mask rank1 = something & (sigma0 > Real(0));
    const PackVec u0 = select(rank1, b.c[0] * (one / select(rank1, sigma0, one)), multiply(previous, v.c[0]));
    auto off = [&](const PackVec& w) { return w - u0 * dot(u0, w); };
    const PackVec b1 = off(b.c[1]);
    const Pack sigma1 = sqrt(dot(b1, b1));
    const Mask rank2 = rank1 & (sigma1 > rank_tolerance * sigma0);
    // Not determined by A: the previous rotation's image of v1, or of v2 where that one is parallel to u0.
    const PackVec hint1 = off(multiply(previous, v.c[1])), hint2 = off(multiply(previous, v.c[2]));
    const Mask first = dot(hint1, hint1) > Real(0.25);
    const PackVec hint = select(first, hint1, hint2);
    const PackVec u1_raw = select(rank2, b1, hint);
    const PackVec u1 = u1_raw * (one / sqrt(dot(u1_raw, u1_raw)));
    const PackVec u2 = cross(u0, u1);
    return {{{u0, u1, u2}}, v, {sigma0 * size, select(rank2, sigma1, zero) * size, dot(u2, b.c[2]) * size}};
}

/// Kept out of line: the cold path is large, and rare where it is not asked for by name.
[[gnu::noinline]] static void svd_rotation(const PackMat& a, const PackMat& previous, PackMat& rotation) {
    const PackSvd d = svd(a, previous);
    rotation = multiply(d.u, transpose(d.v));
}

/// The proper rotation nearest to A, from the previous one.
PLIANT_INLINE PackQuat nearest_rotation(const PackMat& a, const PackQuat& previous) {
    Mask arrived;
    PackQuat q = newton_rotation(a, previous, arrived);
    if (any(~arrived)) {
        PackMat rotation;
        svd_rotation(a, to_matrix(previous), rotation);
        const PackQuat cold = to_quaternion(rotation);
        q = {select(arrived, q.w, cold.w), select(arrived, q.x, cold.x), select(arrived, q.y, cold.y),
             select(arrived, q.z, cold.z)};
    }
    return q;
}

}  // namespace pliant::PLIANT_ISA
