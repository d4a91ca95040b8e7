// What a cluster's sums give: rotation, inertia and spin (docs/methods.md section 2). Over any number.
#pragma once

#include "math/shared/rotation3.hpp"

namespace pliant::PLIANT_ISA {

/// Determinant of an inertia tensor, against that of a ball of the same trace, under which it is taken as that of a
/// line: its rounding (1e-7 of that scale in 32 bits) would otherwise show in every component of the spin.
template <class S>
struct InertiaLimits {
    static constexpr S margin = sizeof(S) == 8 ? S(1e-10) : S(1e-5);
};

/// The least-squares R: polar(A_xr Fᵖᵀ), from the last step's.
template <class T>
PLIANT_SHARED Quaternion<T> least_squares_rotation(const Matrix3<T>& a, const Matrix3<T>& plastic,
                                                   const Quaternion<T>& last) {
    return nearest_rotation(multiply(a, transpose(plastic)), last);
}

/// R of the papers: polar(Fᵉ). F is completed by `rotation` Fᵖ in directions that A_rr does not have.
template <class T>
PLIANT_SHARED Matrix3<T> deformation_rotation(const Matrix3<T>& a, const Matrix3<T>& rotation,
                                              const Matrix3<T>& plastic, const Matrix3<T>& rest_inverse,
                                              const Matrix3<T>& rest_missing) {
    const Matrix3<T> f = multiply(a, rest_inverse) + multiply(multiply(rotation, plastic), rest_missing);
    // Fᵉ = F Fᵖ⁻¹; the polar factor ignores the positive scale 1/det Fᵖ, so cofactors will do.
    const Matrix3<T> cofactors{
        {cross(plastic.c[1], plastic.c[2]), cross(plastic.c[2], plastic.c[0]), cross(plastic.c[0], plastic.c[1])}};
    Matrix3<T> result;
    svd_rotation(multiply(f, transpose(cofactors)), rotation, result);
    return result;
}

template <class T>
PLIANT_SHARED Matrix3<T> cofactors_of(const Matrix3<T>& m) {
    return {{cross(m.c[1], m.c[2]), cross(m.c[2], m.c[0]), cross(m.c[0], m.c[1])}};
}

/// What keeping its volume adds to a cluster's goals, a linear map of p: the slope of the energy
/// ½ q (α/h²) Σ w m (J − 1)², J = det Fᵉ, over α/h² (docs/methods.md section 2). It is −q (J − 1) cof(Fᵉ) Fᵖ⁻ᵀ A_rr⁻¹;
/// both momenta are kept since Σ w m p = 0 and F cof(F)ᵀ = J I is symmetric. Where a cluster is stretched so far that its
/// stiffness would outgrow the step's bound, or has lost or doubled its volume, the push grows no further.
template <class T>
PLIANT_SHARED Matrix3<T> volume_push(const Matrix3<T>& deformation, const Matrix3<T>& plastic,
                                     const Matrix3<T>& rest_inverse, T q) {
    using S = ScalarOf<T>;
    // det Fᵖ = 1: its cofactors are Fᵖ⁻ᵀ.
    const Matrix3<T> back = cofactors_of(plastic);
    const Matrix3<T> elastic = multiply(deformation, transpose(back));
    const Matrix3<T> cofactors = cofactors_of(elastic);
    const T volume = dot(elastic.c[0], cofactors.c[0]);
    const T change = min(max(volume - number<T>(1), number<T>(-1)), number<T>(1));
    const T size = max(number<T>(1), frobenius_squared(cofactors) * S(1.0 / 8.0));
    const T scale = -q * change / size;
    const Matrix3<T> push = multiply(multiply(cofactors, back), rest_inverse);
    return {{push.c[0] * scale, push.c[1] * scale, push.c[2] * scale}};
}

/// Goals, as a linear map of p, that pull with their full strength at the strain of the cluster, F p, and with the share
/// `bending` at what its members have beyond that: F + (goals − F) / bending, for springs times `bending`. Bending is of
/// the second kind; with its full strength a bar of few clusters across would be far too stiff to bend, the more so the
/// fewer they are (docs/methods.md section 2). The two kinds are orthogonal, so the springs still have an energy, and
/// A_xr A_rr⁻¹ A_xrᵀ is symmetric, so they still have no torque.
template <class T>
PLIANT_SHARED Matrix3<T> soften_bending(const Matrix3<T>& goals, const Matrix3<T>& deformation, T bending) {
    const T inverse = ScalarOf<T>(1) / bending;
    Matrix3<T> softened;
    for (int k = 0; k < 3; ++k) softened.c[k] = fma(goals.c[k] - deformation.c[k], inverse, deformation.c[k]);
    return softened;
}

/// Inertia tensor about the center o from the second moments about the point that o is relative to.
template <class T>
PLIANT_SHARED Symmetric3<T> inertia_of(const Vector3<T>& square, const Vector3<T>& mixed, const Vector3<T>& o) {
    const T xx = square.x - o.x * o.x, yy = square.y - o.y * o.y, zz = square.z - o.z * o.z;
    return {yy + zz, xx + zz, xx + yy, o.z * o.y - mixed.y, o.x * o.z - mixed.z, o.y * o.x - mixed.x};
}

/// ω from I ω = L, where the tensor and L are about the center. Members on a line have I = λ (1 − a aᵀ), λ = tr I / 2,
/// and L perpendicular to their axis a: then ω = L/λ, without spin about the line itself. The tensor is a difference of
/// two numbers, the larger of which is `square`: what is left of it in a cluster that flies many times its own size in
/// a step may be rounding alone, and means nothing.
template <class T>
PLIANT_SHARED Vector3<T> solve_spin(const Symmetric3<T>& inertia, const Vector3<T>& angular, T square) {
    using S = ScalarOf<T>;
    const T trace = inertia.xx + inertia.yy + inertia.zz;
    const T noise = (S(8) * Number<S>::epsilon) * square;
    const MaskOf<T> something = trace > S(3) * noise;
    const T share = S(3) * noise / select(something, trace, number<T>(1));
    MaskOf<T> definite;
    const Vector3<T> spin = solve(inertia, angular, max(number<T>(InertiaLimits<S>::margin), share), definite);
    definite &= something;
    if (Number<T>::all(definite)) return spin;
    const T inverse = select(something, S(2) / select(something, trace, number<T>(1)), number<T>(0));
    return select(definite, spin, angular * inverse);
}

}  // namespace pliant::PLIANT_ISA
