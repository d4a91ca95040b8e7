#include "contacts/rigid_targets.hpp"

#include "sim/step.hpp"

#include <algorithm>

namespace pliant {
namespace {

/// A mover that goes from one pose to the other whatever happens.
Mover rigid_carried(const RigidPose& from, const RigidPose& to, double length) {
    Mover mover;
    mover.center = from.translation;
    mover.velocity = (to.translation - from.translation) / length;
    const Eigen::AngleAxisd turn(Mat3(to.rotation * from.rotation.transpose()));
    mover.spin = turn.angle() / length * turn.axis();
    return mover;
}

}  // namespace

void place_rigid_movers(const Model& model, const State& state, const RigidPiece& piece, Scratch& scratch) {
    RigidScratch& own = scratch.rigid;
    own.poses.clear();
    own.movers.clear();
    const double time = time_of(model, state) + piece.start, end = time + piece.length;
    for (std::size_t r = 0; r < model.rigid.size(); ++r) {
        const RigidBody& body = model.rigid[r];
        const RigidMotion& motion = state.rigid.motions[r];
        own.poses.push_back(body.keyed ? keyed_pose(body, time) : pose_of(motion));
        if (body.keyed) {
            own.movers.push_back(rigid_carried(own.poses.back(), keyed_pose(body, end), piece.length));
            continue;
        }
        Mover mover;
        mover.inverse_mass = 1 / body.mass;
        mover.inverse_inertia = inverse_inertia_of(body, own.poses.back().rotation);
        mover.center = motion.position;
        mover.velocity = motion.velocity;
        mover.spin = mover.inverse_inertia * motion.angular_momentum;
        own.movers.push_back(mover);
    }
    for (const ObstacleBody& obstacle : model.obstacles) {
        own.poses.push_back(obstacle.pose(time));
        own.movers.push_back(obstacle.at_rest() ? rigid_carried(own.poses.back(), own.poses.back(), piece.length)
                                                : rigid_carried(own.poses.back(), obstacle.pose(end), piece.length));
    }
}

RigidTarget target_of(const Model& model, const RigidScratch& scratch, std::uint32_t mover) {
    const bool is_rigid = mover < model.rigid.size();
    return {is_rigid ? &model.rigid[mover] : nullptr, is_rigid ? nullptr : &model.obstacles[mover - model.rigid.size()],
            mover, scratch.poses[mover]};
}

double contact_slack(const RigidScratch& scratch, double size, double length) {
    constexpr double least = 0.02, most = 0.25;  // of the size
    return std::min(least * size + length * scratch.fastest, most * size);
}

Vec3 arriving_at(const RigidScratch& scratch, std::uint32_t mover, const Vec3& point) {
    const Mover& m = scratch.movers[mover];
    const Vec3 arm = point - m.center, velocity = velocity_at(m, arm);
    if (mover >= scratch.arrivals.size()) return velocity;
    const RigidArrival& arrival = scratch.arrivals[mover];
    return velocity - arrival.gained - arrival.gained_spin.cross(arm);
}

double bounce_of(const Model& model, const Vec3& normal, const Vec3& now, const Vec3& arriving, double restitution) {
    const double impact = std::min(-normal.dot(now), -normal.dot(arriving));
    return impact > 2 * model.gravity.norm() * model.dt ? restitution * impact : 0;
}

}  // namespace pliant
