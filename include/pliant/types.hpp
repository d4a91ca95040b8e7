// The number and vector types of Pliant.
//
// Everything a user gives or reads is in double precision and SI units; the simulation itself computes in `Real`,
// 32-bit by default, 64-bit when the library was built with PLIANT_REAL=double.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>

namespace pliant {

/// The precision of the running simulation.
#ifdef PLIANT_REAL_DOUBLE
using Real = double;
#else
using Real = float;
#endif

/// A place, a direction or a velocity; (x, y, z) with y up.
using Vec3 = Eigen::Vector3d;
/// A rotation, or a deformation gradient: it takes rest vectors to world vectors.
using Mat3 = Eigen::Matrix3d;

/// An axis-aligned box in metres; `lower` above `upper` along any axis means empty, as it is at first.
struct Box {
    Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity());   ///< m
    Vec3 upper = Vec3::Constant(-std::numeric_limits<double>::infinity());  ///< m

    /// Grows it, if it must, to hold the point. A box of one point is not empty, and has size zero.
    void add(const Vec3& point) {
        lower = lower.cwiseMin(point);
        upper = upper.cwiseMax(point);
    }
    bool empty() const { return (lower.array() > upper.array()).any(); }
    Vec3 size() const { return empty() ? Vec3::Zero() : Vec3(upper - lower); }
    /// Not a number for an empty box.
    Vec3 center() const { return 0.5 * (lower + upper); }
};

}  // namespace pliant
