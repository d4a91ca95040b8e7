#include "rigid/free_motion.hpp"

#include "core/assert.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace pliant {
namespace {

/// Turns about principal axis k for `time`; `momentum` is the angular momentum in the frame of the principal axes.
void turn_about(int k, double time, const Vec3& moments, Vec3& momentum, Eigen::Quaterniond& orientation) {
    const Eigen::AngleAxisd turn(time * momentum[k] / moments[k], Vec3::Unit(k));
    orientation = orientation * Eigen::Quaterniond(turn);
    momentum = turn.inverse() * momentum;
}

}  // namespace

void move_freely(const RigidBody& body, RigidMotion& motion, double time) {
    PLIANT_ASSERT(body.moments.minCoeff() > 0);
    motion.position += time * motion.velocity;
    const auto& [w, x, y, z] = motion.orientation;
    const Eigen::Quaterniond axes(body.axes);
    Eigen::Quaterniond q = Eigen::Quaterniond(w, x, y, z) * axes;
    Vec3 momentum = q.conjugate() * motion.angular_momentum;
    turn_about(0, time / 2, body.moments, momentum, q);
    turn_about(1, time / 2, body.moments, momentum, q);
    turn_about(2, time, body.moments, momentum, q);
    turn_about(1, time / 2, body.moments, momentum, q);
    turn_about(0, time / 2, body.moments, momentum, q);
    q = (q * axes.conjugate()).normalized();
    PLIANT_ASSERT(!(std::abs(q.squaredNorm() - 1) > 1e-9));
    motion.orientation = {q.w(), q.x(), q.y(), q.z()};
}

}  // namespace pliant
