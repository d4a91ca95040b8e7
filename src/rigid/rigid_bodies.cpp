#include "rigid/rigid_bodies.hpp"

#include "core/assert.hpp"
#include "core/hash.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace pliant {

Mat3 rotation_of(const RigidMotion& motion) {
    const auto& [w, x, y, z] = motion.orientation;
    return Eigen::Quaterniond(w, x, y, z).toRotationMatrix();
}

RigidPose pose_of(const RigidMotion& motion) { return {rotation_of(motion), motion.position}; }

void set_pose(RigidMotion& motion, const RigidPose& pose) {
    const Eigen::Quaterniond q = Eigen::Quaterniond(pose.rotation).normalized();
    PLIANT_ASSERT(!(std::abs(pose.rotation.determinant() - 1) > 1e-6));
    motion.position = pose.translation;
    motion.orientation = {q.w(), q.x(), q.y(), q.z()};
}

Mat3 inertia_of(const RigidBody& body, const Mat3& rotation) {
    const Mat3 axes = rotation * body.axes;
    return axes * body.moments.asDiagonal() * axes.transpose();
}

Mat3 inverse_inertia_of(const RigidBody& body, const Mat3& rotation) {
    PLIANT_ASSERT(body.moments.minCoeff() > 0);
    const Mat3 axes = rotation * body.axes;
    return axes * body.moments.cwiseInverse().asDiagonal() * axes.transpose();
}

Vec3 spin_of(const RigidBody& body, const RigidMotion& motion) {
    const Mat3 axes = rotation_of(motion) * body.axes;
    return axes * (axes.transpose() * motion.angular_momentum).cwiseQuotient(body.moments);
}

std::uint64_t hash_of(const RigidBody& body) {
    Hash hash;
    for (const Vec3& p : body.particles) hash.add(p.data(), sizeof(Vec3));
    for (const SurfaceBall& ball : body.balls) hash.add(ball.center.data(), sizeof(Vec3));
    for (const double value : {body.reach, body.moments.x(), body.moments.y(), body.moments.z()}) hash.add_value(value);
    return hash.value();
}

RigidPose keyed_pose(const RigidBody& body, double time) {
    const RigidPose motion = body.motion.pose(time);
    return {motion.rotation * body.start.rotation, motion(body.start.translation)};
}

bool is_consistent(const RigidBodies& rigid, std::size_t count) {
    const auto by_key = [](const ContactMemory& a, const ContactMemory& b) { return a.key < b.key; };
    return rigid.motions.size() == count && rigid.shapes.size() == count &&
           std::is_sorted(rigid.memory.begin(), rigid.memory.end(), by_key);
}

}  // namespace pliant
