// Who is whose neighbor (DE14 sections 3.4 and 3.6): the nearest particles in embedded space, at most 32, within the
// smoothing radius.
#pragma once

#include "geometry/hash_grid.hpp"
#include "point_based/cut_links.hpp"
#include "point_based/row_fit.hpp"

#include <pliant/scene.hpp>

#include <span>

namespace pliant {

/// Neighbors are looked for again once a particle has moved by this part of its radius (about 3 % of the spacing) in
/// the space they are found in: before that, who is near to whom has hardly changed.
inline constexpr double neighbor_slack = 0.01;

/// Work space; what it remembers makes queries faster, never different.
struct NeighborSearch {
    PointGrid grid;
    std::vector<Vec3> points;
    std::vector<Real> reach;            ///< per particle: distance of its farthest neighbor at the last query
    std::vector<std::uint8_t> changed;  ///< per chunk
    CutLinks cuts;
    std::vector<std::uint32_t> count, neighbor;  ///< of the rows before a query, where anything is cut
};

/// For a body whose `embedded` is set: radii (twice the mean distance to the 32 nearest), neighbors, rest vectors
/// u_ij = e_j − e_i. `spacing` stands in for the distances of a particle that has no other.
void first_neighborhoods(PointBody& body, NeighborSearch& search, double spacing);

/// Has any particle moved far enough that neighbors must be looked for?
bool neighborhoods_are_stale(const PointBody& body, Neighborhoods space, bool parallel, NeighborSearch& search);

/// Looks for neighbors in `space`. One that stays keeps its rest vector. A new one gets F_i⁻¹ x_ij, or, where F says
/// nothing, e_ij (turned back by R_i in the nonlinear embedding). No row gains energy (point_based/row_fit.hpp); `fits`
/// is what the rows had before particles were split and merged, or empty. Returns whether any row changed.
bool update_neighborhoods(PointBody& body, const PointScratch& scratch, NeighborSearch& search, Neighborhoods space,
                          EmbeddingMode embedding, std::span<const RowFit> fits, bool parallel);

}  // namespace pliant
