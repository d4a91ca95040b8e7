// The singular value decomposition of one 3×3 matrix in double precision, by rotating columns until they are orthogonal
// (one-sided Jacobi): accurate also in small singular values, which the derivative of a best-fit rotation divides by.
#pragma once

#include <pliant/types.hpp>

namespace pliant {

/// m = u diag(s) vᵀ; u and v are proper rotations, s falls, and its last entry is negative where det m is.
struct Svd3 {
    Mat3 u, v;
    Vec3 s;
};
Svd3 svd3(const Mat3& m);

}  // namespace pliant
