// The broad phase of rigid bodies: what each may meet in this step, and how finely the step is to be cut.
#pragma once

#include "contacts/rigid_input.hpp"

namespace pliant {

/// scratch.pairs and the chunks' lists of rigid bodies. Nothing is left out that could meet at the speed of the
/// fastest of all: one that is hit may become that fast.
void find_rigid_pairs(const RigidInput& input, RigidScratch& scratch);

/// Into how many pieces the step must be cut (1 or more) so that in each of them two that may meet approach by no more
/// than half of what they are thick.
std::uint32_t rigid_pieces_needed(const RigidInput& input, const RigidScratch& scratch);

/// Where the rigid body is at a moment of the step if nothing stops it: `time` seconds after its start.
Vec3 expected_position(const RigidInput& input, std::size_t rigid, double time);

}  // namespace pliant
