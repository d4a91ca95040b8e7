// Collision data of bodies whose clusters are replaced (plasticity/recluster.hpp).
//
// Everything here follows from the state and from what was built, so that a resumed run has the same bits: a cluster's
// proxy is made once, from the places its members had when it was made, and moves with the cluster's center of mass as
// weights change; homes are told by those same places; and which clusters of a body are neighbours is told by where
// their members were when the body was built.
#pragma once

#include "sim/colliders.hpp"

namespace pliant {

/// What is kept of the colliders as built.
struct BuiltColliders {
    std::vector<Vec3> rest;             ///< per particle: where it was when its body was built, body-local, m
    std::vector<Proxy> proxies;         ///< by cluster id
    std::vector<BoxTree> trees;         ///< per body
    std::vector<std::uint32_t> first;   ///< per body: the id of its first finest cluster
    std::vector<std::uint32_t> count;   ///< per body: how many there were
};

/// The colliders of the clusters that there are now; `colliders` are those of the last call, or as built.
void follow_clusters(Colliders& colliders, const BuiltColliders& built, const SoftBodies& soft,
                     const std::vector<Real>& friction, const std::vector<Real>& restitution);

/// Moves the proxies of these clusters to their centers of mass.
void move_proxies(Colliders& colliders, const SoftBodies& soft, std::span<const std::uint32_t> clusters);

}  // namespace pliant
