// Kernel, basis, stress and plastic stretch of the point-based solver (DE14 eq. 2–7; docs/methods.md section 5). Over
// any number.
#pragma once

#include "math/shared/matrix3.hpp"

namespace pliant::PLIANT_ISA {

/// poly6 (eq. 14) without its constant factor, from the squared distance and 1 / h².
template <class T>
PLIANT_SHARED T poly6_weight(T squared, T scale) {
    const T inside = max(number<T>(1) - squared * scale, number<T>(0));
    return inside * inside * inside;
}

template <class T>
PLIANT_SHARED Matrix3<T> to_matrix(const Symmetric3<T>& s) {
    return {{{s.xx, s.xy, s.xz}, {s.xy, s.yy, s.yz}, {s.xz, s.yz, s.zz}}};
}

/// A basis whose determinant is below this part of that of a round one with the same trace counts as flat: its
/// neighbors lie near a plane (their thickness below about 5 % of their extent) or a line, F would be noise, and the
/// step that is stable would be that much shorter.
template <class S>
struct BasisLimits {
    static constexpr S flat = S(1e-2);
};

/// A⁻¹ and eq. 3; both zero where the basis is flat.
template <class T>
PLIANT_SHARED void invert_basis(const Matrix3<T>& a, T weight, Symmetric3<T>& inverse, T& volume) {
    using S = ScalarOf<T>;
    const T third = (a.c[0].x + a.c[1].y + a.c[2].z) * S(1.0 / 3.0);
    const MaskOf<T> something = (third > S(0)) & (weight > S(0));
    // Scaled to trace 3: neither a tiny nor a huge body leaves the range of its numbers.
    const T unit = S(1) / select(something, third, number<T>(1));
    const Symmetric3<T> s{a.c[0].x * unit, a.c[1].y * unit, a.c[2].z * unit,
                          a.c[1].z * unit, a.c[0].z * unit, a.c[0].y * unit};
    const Symmetric3<T> cofactor{s.yy * s.zz - s.yz * s.yz, s.xx * s.zz - s.xz * s.xz, s.xx * s.yy - s.xy * s.xy,
                                 s.xy * s.xz - s.xx * s.yz, s.xy * s.yz - s.xz * s.yy, s.xz * s.yz - s.xy * s.zz};
    const T det = s.xx * cofactor.xx + s.xy * cofactor.xy + s.xz * cofactor.xz;
    const MaskOf<T> solid = something & (det > BasisLimits<S>::flat);
    const T f = select(solid, unit / select(solid, det, number<T>(1)), number<T>(0));
    inverse = {cofactor.xx * f, cofactor.yy * f, cofactor.zz * f, cofactor.yz * f, cofactor.xz * f, cofactor.xy * f};
    const T area = third / select(something, weight, number<T>(1));
    volume = select(solid, area * sqrt(area * max(det, number<T>(0))), number<T>(0));
}

/// Eq. 4 from singular values.
template <class T>
PLIANT_SHARED Vector3<T> stress_of(const Vector3<T>& sigma, T lambda, T mu) {
    using S = ScalarOf<T>;
    const Vector3<T> e{sigma.x - S(1), sigma.y - S(1), sigma.z - S(1)};
    const T pressure = lambda * (e.x + e.y + e.z), twice = mu + mu;
    return {fma(twice, e.x, pressure), fma(twice, e.y, pressure), fma(twice, e.z, pressure)};
}

/// Eq. 6 and 7 for one particle: the plastic stretches. Returns the size of their logarithm.
template <class S>
PLIANT_SHARED S plastic_stretch(const S (&sigma)[3], S gamma, S (&plastic)[3]) {
    S logs[3], mean = 0, size = 0;
    for (int k = 0; k < 3; ++k) mean += (logs[k] = Number<S>::log(sigma[k])) * S(1.0 / 3.0);
    for (int k = 0; k < 3; ++k) {
        const S log_plastic = gamma * (logs[k] - mean);
        size += log_plastic * log_plastic;
        plastic[k] = Number<S>::exp(log_plastic);
    }
    return sqrt(size);
}

/// γ of eq. 7 with ν as a rate: halving the step does not change the material.
template <class S>
PLIANT_SHARED S flow_share(S rate, S dt, S size, S bound) {
    const S per_step = -Number<S>::expm1(-rate * dt);
    return per_step * (size - bound) / size;
}

/// V diag(p) Vᵀ
template <class T>
PLIANT_SHARED Symmetric3<T> rotated(const Matrix3<T>& v, const Vector3<T>& p) {
    const Matrix3<T> scaled{{v.c[0] * p.x, v.c[1] * p.y, v.c[2] * p.z}};
    const Matrix3<T> m = multiply(scaled, transpose(v));
    return {m.c[0].x, m.c[1].y, m.c[2].z, m.c[1].z, m.c[0].z, m.c[0].y};
}

}  // namespace pliant::PLIANT_ISA
