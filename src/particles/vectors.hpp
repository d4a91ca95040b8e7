// Numbers of the packed storage (shape_matching/soft_bodies.hpp) as vectors and matrices to calculate with.
#pragma once

#include <pliant/types.hpp>

#include <array>

namespace pliant {

inline Real real(double v) { return static_cast<Real>(v); }
inline Vec3 vec(const Real* v) { return Vec3(v[0], v[1], v[2]); }

/// A symmetric matrix from xx, yy, zz, yz, xz, xy.
inline Mat3 symmetric(const std::array<Real, 6>& s) {
    Mat3 m;
    m << s[0], s[5], s[4], s[5], s[1], s[3], s[4], s[3], s[2];
    return m;
}

/// Three numbers and a fourth that is 0, as they lie in a Particle: added and multiplied at once.
using Lanes = Eigen::Array<Real, 4, 1>;
inline Lanes load(const Real* v) { return Eigen::Map<const Lanes, Eigen::Aligned>(v); }
inline Vec3 xyz(const Lanes& v) { return Vec3(v[0], v[1], v[2]); }

/// Writes the three numbers of a particle's position or velocity.
inline void set_vector(Real* to, const Vec3& v) {
    for (int k = 0; k < 3; ++k) to[k] = real(v[k]);
}

}  // namespace pliant
