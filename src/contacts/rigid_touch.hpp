// The narrow phase of rigid bodies: where they touch, or would in this piece of the step.
//
// Each body's balls (RigidBody::balls) are held against the signed distance of the other, both ways; soft particles are
// balls too. The gap and the normal are those at the start of the piece. The manifold of a pair keeps the nearest
// contact and those that are most spread out, in point and normal: more would carry nothing more.
#pragma once

#include "contacts/rigid_targets.hpp"

namespace pliant {

/// scratch.contacts, and the movers of the particles in them.
void find_rigid_contacts(const RigidInput& input, const StepPiece& piece, RigidScratch& scratch);

}  // namespace pliant
