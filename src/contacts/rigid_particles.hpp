// Soft particles against rigid bodies.
#pragma once

#include "contacts/rigid_targets.hpp"

namespace pliant {

/// Appends to scratch.contacts those of the particles that touch a rigid body, or would in this piece, and to the
/// movers one for each of those particles.
void touch_particles(const RigidInput& input, const StepPiece& piece, RigidScratch& scratch);

}  // namespace pliant
