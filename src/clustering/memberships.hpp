// Clusters as lists of particles with weights, once centers and radius are known.
#pragma once

#include "clustering/kernel.hpp"

#include <pliant/types.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// Memberships in compressed rows: cluster c holds particles[offsets[c] .. offsets[c+1]), by rising index.
struct ClusterLists {
    std::vector<std::uint32_t> offsets;
    std::vector<std::uint32_t> particles;
    std::vector<double> weights;  ///< beside `particles`; they sum to 1 over the clusters of a particle
};

/// Every point at most `radius` > 0 from a center is a member, with the kernel's weight (CC15 eq. 13). Point k is
/// particle name[k]; without names, k. A point in reach of no center is in no cluster: the caller chooses a radius
/// that covers (smallest_radius).
ClusterLists memberships_within(std::span<const Vec3> points, std::span<const Vec3> centers, double radius,
                                const WeightKernel& kernel, std::span<const std::uint32_t> name = {});

/// Puts each center that has no point within the radius onto its nearest point: no cluster is empty.
void seat_empty(std::span<const Vec3> points, std::span<Vec3> centers, double radius);

}  // namespace pliant
