// Between Eigen in double and the arrays of packed_code.hpp.
#pragma once

#include "math/packed_code.hpp"

#include <Eigen/Geometry>

namespace pliant::testing {

template <std::size_t N, class Vector>
std::array<Real, N> rounded(const Vector& v) {
    std::array<Real, N> r{};
    for (std::size_t k = 0; k < N; ++k) r[k] = static_cast<Real>(v[static_cast<Eigen::Index>(k)]);
    return r;
}
inline Three to_three(const Vec3& v) { return rounded<3>(v); }
inline Nine to_nine(const Mat3& m) { return rounded<9>(m.reshaped()); }
inline Four to_four(const Eigen::Quaterniond& q) { return rounded<4>(Eigen::Vector4d(q.w(), q.x(), q.y(), q.z())); }
inline Six to_six(const Mat3& m) {
    return rounded<6>(Eigen::Matrix<double, 6, 1>(m(0, 0), m(1, 1), m(2, 2), m(1, 2), m(0, 2), m(0, 1)));
}

inline Vec3 to_vec(const Three& v) { return Eigen::Map<const Eigen::Matrix<Real, 3, 1>>(v.data()).cast<double>(); }
inline Mat3 to_mat(const Nine& m) { return Eigen::Map<const Eigen::Matrix<Real, 3, 3>>(m.data()).cast<double>(); }
inline Eigen::Quaterniond to_quaternion(const Four& q) {
    return {static_cast<double>(q[0]), static_cast<double>(q[1]), static_cast<double>(q[2]), static_cast<double>(q[3])};
}

}  // namespace pliant::testing
