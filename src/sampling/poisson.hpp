// Blue noise: Poisson-disk points that fill a solid.
//
// No two points are nearer than `spacing`, and the set is maximal: nowhere in the solid does another point fit (tested
// down to 1/28 of the spacing). Points grow as a front: around each one, in the order they were made, random
// candidates are tried on the sphere of radius `spacing` (Bridson 2007, with candidates at the inner radius only, which
// packs more tightly). What the front could not reach, other parts of the solid and small gaps, is found by halving the
// empty cells of a background grid until they are covered or hold a free spot (in the manner of Ebeida et al. 2012);
// the front goes on from there.
//
// The grid has cells of edge spacing/√3, so that a cell holds one point at most, in bricks of 8³ cells that exist only
// where the solid is: memory follows the volume, not the bounds.
#pragma once

#include <pliant/types.hpp>

#include <cstdint>
#include <vector>

#include "geometry/shape.hpp"

namespace pliant {

/// With `flat`, all points lie in the plane y = center of the bounds.
std::vector<Vec3> poisson_points(const Solid& solid, double spacing, std::uint64_t seed, bool flat);

/// About how many points that gives, from the measure of the solid: for the first guess of a search.
double poisson_count(double volume, double area, double spacing);
/// The same in the plane, from the area and the length of the border.
double flat_poisson_count(double area, double border, double spacing);

}  // namespace pliant
