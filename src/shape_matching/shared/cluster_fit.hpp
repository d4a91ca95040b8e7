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
