// Neighbors that a crack has parted. A piece that is still whole may be torn half through: the numbers of fragments
// say nothing of that, but its surface has to open (docs/skins.md).
#pragma once

#include "fracture/fracture_rules.hpp"

#include <span>
#include <utility>
#include <vector>

namespace pliant {

/// Two particles by their ids, the lower one first.
using Bond = std::pair<std::uint32_t, std::uint32_t>;

/// The visible neighbors that finest clusters hold together, of these particles and any others; rising.
std::vector<Bond> bonds_of(const SoftBodies& soft, const FractureRules& rules,
                           std::span<const std::uint32_t> particles);

/// After an edit: those of `bonds` that no cluster holds any more are added to SoftBodies::torn.
void note_torn(SoftBodies& soft, std::span<const Bond> bonds);

}  // namespace pliant
