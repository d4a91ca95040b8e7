#include "contacts/rigid_movers.hpp"

#include "core/assert.hpp"

#include <Eigen/Geometry>

namespace pliant {

Mover carried_mover(const RigidPose& from, const RigidPose& to, double time) {
    PLIANT_ASSERT(time > 0);
    Mover mover;
    mover.center = from.translation;
    mover.velocity = (to.translation - from.translation) / time;
    const Eigen::AngleAxisd turn(Mat3(to.rotation * from.rotation.transpose()));
    mover.spin = turn.angle() / time * turn.axis();
    return mover;
}

Mover free_mover(const RigidBody& body, const RigidMotion& motion) {
    PLIANT_ASSERT(!body.keyed && body.mass > 0);
    Mover mover;
    mover.inverse_mass = 1 / body.mass;
    mover.inverse_inertia = inverse_inertia_of(body, rotation_of(motion));
    mover.center = motion.position;
    mover.velocity = motion.velocity;
    mover.spin = mover.inverse_inertia * motion.angular_momentum;
    return mover;
}

}  // namespace pliant
