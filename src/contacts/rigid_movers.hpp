// Rigid things as impulses see them.
#pragma once

#include "collision/impulses.hpp"
#include "rigid/rigid_bodies.hpp"

namespace pliant {

/// A mover that goes from one pose to the other in `time` seconds, whatever happens.
Mover carried_mover(const RigidPose& from, const RigidPose& to, double time);

/// A body that moves freely, as it is now.
Mover free_mover(const RigidBody& body, const RigidMotion& motion);

}  // namespace pliant
