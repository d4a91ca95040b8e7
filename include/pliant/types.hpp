// The number and vector types of Pliant.
//
// Everything a user gives or reads is in double precision and SI units; the simulation itself computes in `Real`,
// 32-bit by default, 64-bit when the library was built with PLIANT_REAL=double.
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace pliant {

/// The precision of the running simulation.
#ifdef PLIANT_REAL_DOUBLE
using Real = double;
#else
using Real = float;
#endif

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

/// An axis-aligned box in metres; `lower` above `upper` means empty.
struct Box {
    Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity());
    Vec3 upper = Vec3::Constant(-std::numeric_limits<double>::infinity());

    void add(const Vec3& point) {
        lower = lower.cwiseMin(point);
        upper = upper.cwiseMax(point);
    }
    bool empty() const { return (lower.array() > upper.array()).any(); }
    Vec3 size() const { return empty() ? Vec3::Zero() : Vec3(upper - lower); }
    Vec3 center() const { return 0.5 * (lower + upper); }
};

}  // namespace pliant
