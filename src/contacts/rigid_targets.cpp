#include "contacts/rigid_targets.hpp"

#include "contacts/rigid_movers.hpp"

#include <algorithm>

namespace pliant {
void place_rigid_movers(const RigidInput& input, const StepPiece& piece, RigidScratch& scratch) {
    scratch.poses.clear();
    scratch.movers.clear();
    const double time = input.step.time + piece.start, end = time + piece.length;
    for (std::size_t r = 0; r < input.rigid.size(); ++r) {
        const RigidBody& body = input.rigid[r];
        const RigidMotion& motion = input.state.motions[r];
        scratch.poses.push_back(body.keyed ? keyed_pose(body, time) : pose_of(motion));
        scratch.movers.push_back(body.keyed ? carried_mover(scratch.poses.back(), keyed_pose(body, end), piece.length)
                                            : free_mover(body, motion));
    }
    for (const ObstacleBody& obstacle : input.step.obstacles) {
        scratch.poses.push_back(obstacle.pose(time));
        const RigidPose& from = scratch.poses.back();
        scratch.movers.push_back(carried_mover(from, obstacle.at_rest() ? from : obstacle.pose(end), piece.length));
    }
}

RigidTarget target_of(const RigidInput& input, const RigidScratch& scratch, std::uint32_t mover) {
    PLIANT_ASSERT(mover < scratch.poses.size());
    const bool is_rigid = mover < input.rigid.size();
    return {is_rigid ? &input.rigid[mover] : nullptr,
            is_rigid ? nullptr : &input.step.obstacles[mover - input.rigid.size()], mover, scratch.poses[mover]};
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

double bounce_of(double resting_speed, const Vec3& normal, const Vec3& now, const Vec3& arriving, double restitution) {
    const double impact = std::min(-normal.dot(now), -normal.dot(arriving));
    return impact > resting_speed ? restitution * impact : 0;
}

}  // namespace pliant
