// Adding and removing finest clusters of the flat arrays.
//
// Particles keep their places. Clusters of one body and level stay contiguous, in the order they had; new ones come
// last among the finest of their body. All rows are written anew, in time proportional to the memberships: edits are
// rare next to steps, so one call makes all the changes of a step.
#pragma once

#include "shape_matching/soft_bodies.hpp"

#include <array>
#include <span>

namespace pliant {

/// A particle of a cluster to be.
struct NewMember {
    std::uint32_t particle;
    Vec3 p;         ///< m, its place in the cluster's rest shape, from the middle of its sphere
    double kernel;  ///< as in FinestMemberships::born
};

/// A finest cluster to be: Fᵖ = I and R = I. Weights, shares and moments follow from refresh_cluster.
struct NewCluster {
    std::uint32_t body;
    std::uint32_t id;
    std::vector<NewMember> members;  ///< by rising particle
    ClusterMode mode;
    std::array<Real, 4> response;
    std::array<Real, 3> full_response;
    std::array<Real, 5> flow;
    Real hardened = 0;
    Real fade = 1;
    Fading fading = Fading::none;
};

/// A cluster's settings as its members know them: of their present clusters, by weight and mass.
void inherit_settings(const SoftBodies& soft, NewCluster& cluster);

/// `removed` and the bodies of `added` rise; no particle may be left without a finest cluster. New memberships have
/// no weight and new clusters no mass until the caller has set weights and refreshed them.
/// `moved_to` gives the new place of each old cluster, or `no_cluster`.
void edit_clusters(SoftBodies& soft, std::span<const std::uint32_t> removed, std::span<const NewCluster> added,
                   std::vector<std::uint32_t>& moved_to);
inline constexpr std::uint32_t no_cluster = 0xffffffffU;

}  // namespace pliant
