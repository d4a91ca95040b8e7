// Particles on a cubic lattice.
//
// The lattice is centred on the bounds of the solid, with round(size / spacing) points along each axis, so that points
// lie about half a spacing inside the faces: each stands for the cube of edge `spacing` around it. A cube of edge L at
// spacing L / n gets exactly n × n × n. Shifted by half a spacing along an axis, the lattice is still symmetric; a
// search for a number of points uses that where the plain lattice has no spacing that fits.
#pragma once

#include <pliant/types.hpp>

#include <cstddef>
#include <vector>

#include "geometry/shape.hpp"

namespace pliant {

struct Lattice {
    double spacing = 0;  ///< m
    int shifted = 0;     ///< bit 0, 1, 2: by half a spacing along x, y, z
};

/// The part of the lattice inside the solid. With `flat`, one layer at y = center of the bounds.
std::vector<Vec3> lattice_points(const Solid& solid, const Lattice& lattice, bool flat);

/// The lattice whose number of points is nearest to `count`: within 2 % when such a lattice is found, which is nearly
/// always so above a hundred points. `expected` is the spacing by volume (or area) alone. Plain lattices whose spacing
/// divides a side of the bounds are tried first.
Lattice find_lattice(const Solid& solid, std::size_t count, double expected, bool flat);

}  // namespace pliant
