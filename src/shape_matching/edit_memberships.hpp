// The memberships' part of an edit (shape_matching/edit.hpp).
#pragma once

#include "shape_matching/soft_edit.hpp"

#include <vector>

namespace pliant {

/// Where each entry of the edited arrays comes from: an old one, or a new one.
struct EditSource {
    std::uint32_t old = no_slot;    ///< of a new particle or cluster: its parent, if it has one
    std::uint32_t added = no_slot;  ///< number among the new ones
};

/// Both lists of memberships of `soft` in the new numbering, from those before the edit. In a particle's row come,
/// level by level, those that are kept and then the new ones. `particles` says where each comes from,
/// `clusters` how many there are now.
void edit_memberships(const SoftBodies& before, const SoftEdit& changes, const SoftMoves& moves,
                      const std::vector<EditSource>& particles, std::size_t clusters, SoftBodies& soft);

}  // namespace pliant
