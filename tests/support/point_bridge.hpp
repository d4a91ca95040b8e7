// From a body of the point-based solver to the reference's, for tests and benchmarks.
#pragma once

#include "point_based/point_body.hpp"
#include "reference/point_based.hpp"

namespace pliant {

Vec3 position_of(const PointBody& body, std::size_t i);
Vec3 velocity_of(const PointBody& body, std::size_t i);

/// The same state, particle by particle in the same order.
reference::PointCloudBody reference_of(const PointBody& body);

/// Largest distance between corresponding particles.
double farthest_apart(const PointBody& body, const reference::PointCloudBody& other);

}  // namespace pliant
