// Clusters that come and go slowly (RC17 section 3.2.1).
//
// A cluster fades linearly over a time, not over a number of steps. Its memberships count fade × kernel; a particle's
// weights are those over their sum, so the particle's other clusters take over what a fading one gives up.
#pragma once

#include "plasticity/recluster_rules.hpp"

namespace pliant {

/// Is σ₁/σ₃ of a matrix of determinant 1 above the bound?
bool exceeds_condition(const Mat3& plastic, double bound);

/// Turns finest clusters whose Fᵖ is too distorted to Fading::out and lists them, rising.
void mark_distorted(SoftBodies& soft, const ReclusterRules& rules, std::vector<std::uint32_t>& marked);

/// Moves every fade on by dt; lists the clusters whose fade out has ended, rising, and marks the particles whose
/// weights change with them.
void advance_fades(SoftBodies& soft, const ReclusterRules& rules, double dt, ReclusterScratch& scratch);

/// Weights of the marked particles, and what follows from them for their clusters; clears the marks.
void apply_fades(SoftBodies& soft, ReclusterScratch& scratch);

/// Marks the members of a cluster: their weights are to be made anew.
void mark_members(const SoftBodies& soft, std::size_t cluster, ReclusterScratch& scratch);

}  // namespace pliant
