// Which particles hang together, and how far clusters must reach so that the body does not fall apart
// (docs/methods.md section 2, Clustering: "each connected body must end as one connected cluster graph").
#pragma once

#include <pliant/types.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// Two particles at most this many spacings apart belong to one body. Blue noise and grids of the given spacing stay
/// connected below it (a grid's diagonal is √3), while a gap of two spacings separates.
inline constexpr double body_link = 1.8;

/// The body of each particle: the connected components of particles linked within body_link · spacing, numbered in the
/// order of their first particles.
std::vector<std::uint32_t> connected_bodies(std::span<const Vec3> points, double spacing);

/// A cell size for a PointGrid over `count` centers spread over these points of the given spacing: a little above
/// the distance between neighboring centers in a solid body, less in a sheet or a strand. Above 0.
double center_gap(std::span<const Vec3> points, std::size_t count, double spacing);

/// The smallest radius with which clusters around `centers` cover every particle and connect every body: all particles
/// of a body then hang together through clusters that share a particle. Exact: any smaller radius fails. Zero is
/// possible (every particle on a center). `spacing` only sets the step of the search.
double smallest_radius(std::span<const Vec3> points, std::span<const std::uint32_t> bodies,
                       std::span<const Vec3> centers, double spacing);

}  // namespace pliant
