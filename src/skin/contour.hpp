// The surface where a number changes its sign: dual contouring (Ju and others 2002). Each cell of a lattice that the
// surface crosses gets one point, and each edge of the lattice that it crosses a quadrangle of the four points around.
#pragma once

#include "geometry/shape.hpp"
#include "skin/field_grid.hpp"
#include "skin/skin_mesh.hpp"

namespace pliant {

/// The surface of a solid in cells of about `edge`. The point of a cell is where the tangent planes at the crossings of
/// its edges meet best, so that edges and corners of the solid come out sharp. Closed where the solid is bounded.
RawSurface contour(const Solid& solid, double edge);

/// The surface around the nodes below 0, smooth: the point of a cell is the mean of the crossings of its edges.
RawSurface contour(const FieldGrid& grid);

}  // namespace pliant
