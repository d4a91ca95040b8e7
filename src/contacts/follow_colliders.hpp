// Collision data follows the clusters, which reclustering replaces (plasticity/recluster.hpp).
//
// Everything here follows from the state and from what was built, so that a resumed run has the same bits: a cluster's
// proxy is made once, from the positions its members had when it was made, and moves with the cluster's center of mass
// as weights change; homes are told by those same positions; and which clusters of a body are neighbors is told by
// where their members were when the body was built.
#pragma once

#include "contacts/colliders.hpp"
#include "contacts/contact_scratch.hpp"
#include "particles/particle_set.hpp"

#include <span>

namespace pliant {

/// All of it anew: after building, loading or edits. Sizes the work space of contacts too.
void follow_clusters(const ColliderRules& rules, std::span<const BodyInfo> bodies, const SoftBodies& soft,
                     Colliders& colliders, ContactScratch& contacts);

/// The proxies of all finest clusters alone: those as built, or moved with their clusters.
void follow_proxies(const ColliderRules& rules, std::span<const BodyInfo> bodies, const SoftBodies& soft,
                    Colliders& colliders);

/// After a step that shifted the rest shapes of these clusters, and edited nothing.
void follow_weights(const ColliderRules& rules, std::span<const BodyInfo> bodies, const SoftBodies& soft,
                    std::span<const std::uint32_t> touched, Colliders& colliders, ContactScratch& contacts);

}  // namespace pliant
