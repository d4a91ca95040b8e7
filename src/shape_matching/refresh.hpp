// What follows from the weights of a cluster, made anew when they change.
//
// A membership's weight w_ic and rest vector p_ic are kept with the particle; what the fit sums is kept with the
// cluster. When weights change, the members' center of mass at rest moves: p_ic is shifted so that Σ w m p = 0 again,
// on which the conservation of momentum rests (RC17 section 3.2.1), and A_rr follows. The shift is always from the
// positions the members had when the cluster was made, so that roundings do not add up.
#pragma once

#include "shape_matching/soft_bodies.hpp"

namespace pliant {

/// A_rr's eigenvalues below this part of the largest are directions without extent (a sheet, a strand).
inline constexpr double flat_cutoff = sizeof(Real) == 8 ? 1e-9 : 1e-6;

/// A_rr⁺ and the directions without extent from A_rr per unit of mass; and what depends on the cluster's size: springs
/// that come from a modulus, and what keeps its volume.
void set_rest_moments(SoftBodies& soft, std::size_t cluster, const Mat3& a_rr);

/// Where the memberships of by_cluster are in the other lists; `finest` of finest clusters only.
struct Twins {
    std::vector<std::uint32_t> by_particle;
    std::vector<std::uint32_t> finest;
    std::vector<std::uint32_t> next;  ///< work space
};
void find_twins(const SoftBodies& soft, Twins& twins);

/// Shares, p_ic, origin, Σ w m, A_rr and γ W_c of a cluster from the weights in by_particle; p_ic from those it was
/// made with, where they are kept. Writes nothing that belongs to another cluster, so that clusters can be refreshed
/// side by side.
void refresh_cluster(SoftBodies& soft, const Twins& twins, std::size_t cluster);

}  // namespace pliant
