// The motion of a rigid body that nothing touches.
//
// The energy of a free top is the sum of L_k²/(2 I_k) over its principal axes k, in the body's frame. Under one of
// these terms alone the body just turns about that axis at the rate L_k / I_k, exactly; composed symmetrically (half 1,
// half 2, whole 3, half 2, half 1) they give a method that is explicit, reversible and symplectic, of second order, and
// keeps the angular momentum in the world as it is: that is not touched at all. The energy stays within a bound for
// ever, for any ratio of the moments, also for the unstable spin about the middle axis.
#pragma once

#include "rigid/rigid_bodies.hpp"

namespace pliant {

/// Moves and turns the body for `time` seconds with constant velocity and angular momentum.
void move_freely(const RigidBody& body, RigidMotion& motion, double time);

}  // namespace pliant
