// New clusters instead of those that fade out (RC17 section 3.2.2, docs/methods.md section 3).
//
// Seeds are particles all of whose clusters fade out, taken in the rule's shuffled order; one that an earlier new
// cluster has taken in is no seed any more. A new cluster starts at the seed's position in the embedded shape and moves
// to the center of mass of the particles within the radius, as when the body was built (clustering/fuzzy.hpp), all
// other clusters standing still. Weights are those that will hold when all fades have ended. The seed always stays a
// member.
//
// RC17 embeds the surroundings of each seed by themselves. Here those of all seeds of a step are embedded at once: the
// new clusters fit that embedding exactly, so that it needs no change after each of them, and they agree with each
// other.
//
// Where the clusters that remain would no longer hold together what a marked one held, that one gets a successor with
// the same members.
#pragma once

#include "plasticity/embedding.hpp"
#include "plasticity/recluster_rules.hpp"
#include "shape_matching/edit.hpp"

#include <optional>

namespace pliant {

/// The new clusters of one body, whose particles are in these slots in the order of the rule, after the `marked` ones
/// of it (rising) began to fade out; nothing when particles have lost their positions, until they are put back.
std::optional<std::vector<NewCluster>> successors(const SoftBodies& soft, const ReclusterRule& rule,
                                                  std::span<const std::uint32_t> order, const Kernels& kernels,
                                                  std::span<const std::uint32_t> marked, ReclusterReport& report);

}  // namespace pliant
