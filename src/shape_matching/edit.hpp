// Adding and removing particles and clusters of the flat arrays, in mid-run.
//
// One call makes all the changes of a step: all rows are written anew, in time proportional to the memberships, and
// edits are rare next to steps. Afterwards every array is as its traits say (for_each_array): what stays keeps its
// values, what is new has its value at birth, ids are never used twice, weights sum to 1 on every level, clusters that
// lost or gained members are refreshed, and fragments are told anew where bodies may have come apart.
//
// Particles of one body stay contiguous, in the order they had; new ones come last. So do clusters of one body and
// level; new ones come last among those of their body and level. What else knows particles by their slots (pins, glue,
// contacts) is told by SoftMoves (sim/follow_edits.hpp).
#pragma once

#include "shape_matching/soft_edit.hpp"

#include <span>

namespace pliant {

/// No particle may be left without a finest cluster. New clusters have no weight and no mass until the caller has set
/// the weights of their members' memberships (plasticity/fades.hpp), unless `weigh` is true: then weights are the
/// kernel's values over their sum.
SoftMoves edit(SoftBodies& soft, const SoftEdit& changes, bool weigh = true);

/// Gives cluster `c` of `to` what clusters inherit, as these particles know it: of their finest clusters in `from`, by
/// weight and mass.
void inherit_settings(const SoftBodies& from, std::span<const std::uint32_t> particles, SoftBodies& to, std::size_t c);

}  // namespace pliant
