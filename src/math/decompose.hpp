// Decompositions of single 3×3 matrices in double precision, for building and reporting. The hot loops have their own,
// eight at a time, in pack_rotation.hpp.
#pragma once

#include <pliant/types.hpp>

namespace pliant {

/// The proper rotation (det = +1) nearest to m: U Vᵀ with the sign of the smallest singular value flipped when needed.
Mat3 nearest_rotation(const Mat3& m);

/// Singular values, largest first; the last one is negative when m is inverted.
Vec3 signed_singular_values(const Mat3& m);

/// A symmetric positive semi-definite matrix' pseudo-inverse, and the projector on the directions it does not have:
/// those whose eigenvalue is below `cutoff` times the largest. For a zero matrix: zero and the identity.
struct PseudoInverse {
    Mat3 inverse;
    Mat3 missing;
};
PseudoInverse pseudo_inverse(const Mat3& symmetric, double cutoff);

/// Rotation about an axis (any length above zero) by an angle in radians.
Mat3 axis_angle(const Vec3& axis, double radians);

}  // namespace pliant
