// Coarser clusters come apart with the finest ones.
//
// A coarse cluster holds whatever its members do, and would pull a crack shut that goes all through it. So once the
// finest clusters no longer hold its members together, by way of its members alone, it is split into what they do hold
// together. One that held separate things when it was built (two legs, say) goes on to hold them.
#pragma once

#include "fracture/fracture_rules.hpp"
#include "shape_matching/soft_edit.hpp"

#include <span>
#include <vector>

namespace pliant {

/// The id of a new particle and of the one that it is a twin of.
using IdPair = std::pair<std::uint32_t, std::uint32_t>;

/// The twins that an edit made, by rising id.
std::vector<IdPair> twins_of(const SoftBodies& soft, const SoftEdit& changes, const SoftMoves& moves);

/// The pieces in which the finest clusters hold a coarse cluster's members.
struct CoarsePieces {
    std::uint32_t id = 0;    ///< of the cluster
    std::vector<IdPair> of;  ///< (particle id, piece), by rising id
};

/// Those of the coarser clusters that hold any of these particles, as they are before an edit.
std::vector<CoarsePieces> coarse_pieces(const SoftBodies& soft, std::span<const std::uint32_t> particles);

/// After it: the edit that splits those of them that came apart. `twins` are those of that edit.
SoftEdit coarse_edit(const SoftBodies& soft, std::span<const CoarsePieces> before, std::span<const IdPair> twins,
                     std::uint32_t first_id);

}  // namespace pliant
