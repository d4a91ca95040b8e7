// Rigid bodies against each other, against obstacles and against soft bodies, and their motion through the step.
//
//   pairs    bodies, obstacles and chunks of particles whose boxes meet (contacts/rigid_pairs.hpp)
//   pieces   the step is cut so that no two approach by more than half of what they are thick
//   touch    balls of one against the signed distance of the other, at the start of the piece (rigid_touch.hpp)
//   resolve  impulses that keep the gaps open, with friction, from a warm start (collision/impulses.hpp)
//   move     by the new velocities; then what is to bounce does
//
// Soft particles are already at the end of the step: at a moment when `left` seconds of it are left, one is at
// x − left v, and a change of its velocity moves its end by left Δv. So linear and angular momentum of both together
// are kept exactly, but for rounding.
#pragma once

#include "contacts/rigid_input.hpp"

namespace pliant {

/// Takes the rigid bodies to the end of the step; true when soft particles were pushed.
bool move_rigid_bodies(const RigidInput& input, RigidScratch& scratch, StepReport& report);

}  // namespace pliant
