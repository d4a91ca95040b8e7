// Visits the cells of a regular grid that a solid touches, in time proportional to its surface.
//
// A block of cells whose center is farther from the surface than the block's half diagonal is wholly inside or wholly
// outside (Solid::distance is never too large), so blocks are halved only where the surface passes.
#pragma once

#include <pliant/types.hpp>

#include <algorithm>

#include "geometry/shape.hpp"

namespace pliant {

/// Cubic cells: cell (i, j, k) spans origin + cell · [i, i+1] × [j, j+1] × [k, k+1].
struct CellGrid {
    Vec3 origin = Vec3::Zero();
    double cell = 1;
    Eigen::Vector3i counts = Eigen::Vector3i::Ones();
};

/// The smallest grid that covers the box, centred on it.
inline CellGrid covering_grid(const Box& box, double cell) {
    CellGrid grid;
    grid.cell = cell;
    grid.counts = (box.size() / cell).array().ceil().max(1.0).cast<int>();
    grid.origin = box.center() - 0.5 * cell * grid.counts.cast<double>();
    return grid;
}

/// Cells lower <= (i, j, k) < upper: one cell that the surface may cut, or any number of cells wholly inside.
struct CellBlock {
    Eigen::Vector3i lower;
    Eigen::Vector3i upper;
    double distance;  ///< at the block's center
    bool whole;       ///< wholly inside
};

namespace detail {

template <class Visit>
void walk_block(const Solid& solid, const CellGrid& grid, const Eigen::Vector3i& lower, int edge, Visit& visit) {
    const Eigen::Vector3i upper = (lower.array() + edge).min(grid.counts.array());
    const Vec3 center = grid.origin + 0.5 * grid.cell * (lower + upper).cast<double>();
    const double reach = 0.5 * grid.cell * (upper - lower).cast<double>().norm();
    const double distance = solid.distance(center);
    if (distance >= reach) return;
    const bool whole = distance <= -reach;
    if (whole || edge == 1) {
        visit(CellBlock{lower, upper, distance, whole});
        return;
    }
    const int half = edge / 2;
    for (int child = 0; child < 8; ++child) {
        const Eigen::Vector3i corner = lower + half * Eigen::Vector3i(child & 1, (child >> 1) & 1, child >> 2);
        if ((corner.array() < grid.counts.array()).all()) walk_block(solid, grid, corner, half, visit);
    }
}

}  // namespace detail

/// Calls visit(const CellBlock&) for blocks that together hold every cell the solid touches, in a fixed order.
template <class Visit>
void walk_cells(const Solid& solid, const CellGrid& grid, Visit visit) {
    int edge = 1;
    while (edge < grid.counts.maxCoeff()) edge *= 2;
    detail::walk_block(solid, grid, Eigen::Vector3i::Zero(), edge, visit);
}

}  // namespace pliant
