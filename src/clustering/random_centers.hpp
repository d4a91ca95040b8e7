// The random algorithm (CC15 section 3.3, after Bargteil and Jones 2014): a particle that is in no cluster yet becomes
// the center of a new one, until none is left.
#pragma once

#include <pliant/types.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// Centers in the order they were drawn; every point lies within `radius` of one, and no two centers do.
std::vector<Vec3> random_centers(std::span<const Vec3> points, double radius, std::uint64_t seed);

/// The same with a radius found by bisection so that about `count` centers come out: as near to it as 40 halvings get.
/// `spacing` is the particles' own.
std::vector<Vec3> random_centers_by_count(std::span<const Vec3> points, std::size_t count, double spacing,
                                          std::uint64_t seed);

}  // namespace pliant
