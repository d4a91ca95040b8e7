// Families of random matrices, and what Eigen says about them in double precision.
#pragma once

#include "core/random.hpp"

#include <pliant/types.hpp>

#include <Eigen/Dense>
#include <string>
#include <vector>

namespace pliant::testing {

/// Rounding of the precision the simulation runs in.
inline constexpr double eps = std::numeric_limits<Real>::epsilon();

enum class Family {
    random,
    near_identity,
    rotation,
    inverted,
    rank2,
    rank1,
    zero,
    repeated,           ///< two or three equal singular values
    inverted_repeated,  ///< … and turned inside out: the best rotation is not unique
    stretched,          ///< singular values far apart
    tiny,
    huge
};
std::vector<Family> all_families();
std::string name_of(Family family);
/// One of those on which Newton's method from nearby has to arrive.
bool is_regular(Family family);
std::vector<Mat3> matrices_of(Family family, std::size_t count);

Vec3 random_unit(Random& random);
Eigen::Quaterniond random_quaternion(Random& random);
/// Entries uniform in [-1, 1].
Mat3 random_matrix(Random& random);

/// Singular values by Eigen, the last one negative for an inverted matrix; their sum is the largest tr(RᵀA) of any
/// proper rotation.
Vec3 singular_values(const Mat3& a);
double best_trace(const Mat3& a);
Mat3 best_rotation(const Mat3& a);

}  // namespace pliant::testing
