// The planes that cut most off a ball without cutting off any of the smaller balls in it.
#pragma once

#include "collision/half_space.hpp"

#include <span>
#include <vector>

namespace pliant {

/// Balls of matter, and what is known of the surface around them.
struct Bulk {
    std::span<const Vec3> points;
    std::span<const double> reach;   ///< m, per point: the radius of its ball
    std::span<const Vec3> faces = {};  ///< unit normals of the surface nearby; may be empty
};

/// At most `count` half-spaces that hold all balls, chosen one after the other so that each takes away as much as it can
/// of what is left of the large ball (measured by a fixed set of sample points in it): first among the known faces, then
/// among all directions, which are good to a thirtieth of a degree. Planes farther from the center than `within` metres
/// are not taken, but for faces. Offsets are from the origin that the points are given from.
std::vector<HalfSpace> supporting_planes(const Bulk& bulk, const Vec3& center, double radius, double within,
                                         std::size_t count);

}  // namespace pliant
