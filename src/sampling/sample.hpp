// From a shape to particles.
//
// Two methods: blue noise (poisson.hpp) and a cubic lattice (lattice.hpp). Either by spacing, or by a number of
// particles, which is met within 2 % (by a lattice: when there is one; else the nearest). The result depends on the
// shape and the settings alone, and blue noise on the seed; never on threads.
//
// Everything here throws InputError without file and path: the caller knows those.
#pragma once

#include <pliant/scene.hpp>
#include <pliant/types.hpp>

#include <span>
#include <vector>

#include "geometry/shape.hpp"

namespace pliant {

struct Samples {
    std::vector<Vec3> points;  ///< inside the shape
    double spacing = 0;        ///< m: least distance of two points (blue noise), or edge of the lattice
    double volume = 0;         ///< m³ of the shape, to about 0.2 %: what mass is computed from
};

/// Particles inside a solid. `settings.thickness` is not used.
Samples sample_solid(const Solid& solid, const Sampling& settings);

/// One layer in the rectangle size_x by size_z of the plane y = 0, centred at the origin. Volume = area · thickness.
Samples sample_sheet(double size_x, double size_z, const Sampling& settings);

/// One row along a polyline, both ends included; distances are along the line. Volume = length · thickness². The
/// lattice divides the line evenly; blue noise moves the inner points of an even division at random by an eighth of the
/// spacing.
Samples sample_strand(std::span<const Vec3> path, const Sampling& settings);

}  // namespace pliant
