// One particle against one obstacle over one step: where it touches, and what that does to its motion.
//
// Continuous: the path of the particle in the obstacle's moving frame is marched by the signed distance, so that
// nothing thin is jumped over. Response: the normal velocity by restitution, the tangential one by Coulomb friction
// with the same impulse, and the slip of this step is taken back from the position too, so that a body on a slope below
// the friction angle does not creep. Only the speed that the particle brought into the step bounces, not what the
// step's forces added: a loaded particle that rests is pressed down anew in every step, and would chatter for ever.
#pragma once

#include "collision/obstacle.hpp"

#include <limits>

namespace pliant {

/// The obstacle's frames at the start and the end of the step.
struct ObstacleStep {
    const ObstacleBody* obstacle;
    RigidPose before, after;
    double reach = std::numeric_limits<double>::infinity();  ///< m about after.translation: holds it all step long
};

struct ContactSettings {
    double dt;
    double friction;
    double restitution;
    double resting_speed;  ///< m/s: slower impacts do not bounce
};

/// A particle's ball over the step, in world coordinates; resolve_contact changes position and velocity.
struct MovingPoint {
    Vec3 before;
    Vec3 position;
    Vec3 velocity;
    double radius;
    Vec3 arriving;  ///< velocity at the start of the step: what may bounce
};

/// True when it touched; `penetration` is how far the unresolved end point was inside, in metres.
bool resolve_contact(const ObstacleStep& step, const ContactSettings& settings, MovingPoint& point,
                     double& penetration);

}  // namespace pliant
