// The planes that cut most off a ball without cutting off any of the smaller balls in it.
#pragma once

#include "collision/half_space.hpp"

#include <span>
#include <vector>

namespace pliant {

/// At most `count` half-spaces that hold all points with what reaches that far around each, chosen one after the other
/// so that each takes away as much as it can of what is left of the ball (measured by a fixed set of sample points in
/// it); directions are good to about a degree. Planes farther from the center than `within` metres are not taken.
/// Offsets are from the origin that the points are given from.
std::vector<HalfSpace> supporting_planes(std::span<const Vec3> points, std::span<const double> reach,
                                         const Vec3& center, double radius, double within, std::size_t count);

}  // namespace pliant
