// Soft particles against rigid bodies.
#pragma once

#include "contacts/rigid_targets.hpp"

namespace pliant {

/// Appends to scratch.rigid.contacts those of the particles that touch a rigid body, or would in this piece, and to the
/// movers one for each of those particles.
void touch_particles(const Model& model, const State& state, const RigidPiece& piece, Scratch& scratch);

}  // namespace pliant
