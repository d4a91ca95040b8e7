// A blade in a step: what cuts through a body where it goes.
#pragma once

#include <pliant/types.hpp>

#include <cmath>

namespace pliant {

/// A rectangle that moves, in world coordinates.
struct Blade {
    Vec3 center = Vec3::Zero();
    Mat3 axes = Mat3::Identity();  ///< columns: two along the rectangle, the last one its normal
    double half[2] = {0, 0};       ///< m: half its sides
};

/// Is the point, local to a body with this origin, within the blade's rectangle, seen along its normal?
inline bool covers(const Blade& blade, const Vec3& origin, const Vec3& point) {
    const Vec3 offset = point + origin - blade.center;
    return std::abs(blade.axes.col(0).dot(offset)) <= blade.half[0] &&
           std::abs(blade.axes.col(1).dot(offset)) <= blade.half[1];
}
inline double height_over(const Blade& blade, const Vec3& origin, const Vec3& point) {
    return blade.axes.col(2).dot(point + origin - blade.center);
}

}  // namespace pliant
