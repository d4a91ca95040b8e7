// What rigid bodies and particles may strike, and how it moves, at the start of a piece of the step.
#pragma once

#include "contacts/rigid_input.hpp"

namespace pliant {

/// scratch.poses and movers of bodies and obstacles, at the start of the piece.
void place_rigid_movers(const RigidInput& input, const StepPiece& piece, RigidScratch& scratch);

/// Something to be struck, a rigid body or an obstacle, at the start of the piece.
struct RigidTarget {
    const RigidBody* rigid;
    const ObstacleBody* obstacle;
    std::uint32_t mover;
    const RigidPose& pose;

    double distance(const Vec3& local) const {
        return rigid ? rigid->solid->distance(local) : obstacle->distance(local);
    }
    Vec3 normal(const Vec3& local) const {
        if (!rigid) return obstacle->normal(local);
        const Vec3 gradient = distance_gradient(*rigid->solid, local, 1e-2 * rigid->reach);
        const double length = gradient.norm();
        return length > 0 ? Vec3(gradient / length) : Vec3::UnitY();
    }
    double reach() const { return rigid ? rigid->reach : obstacle->bounding_radius(); }
    double friction() const { return rigid ? rigid->friction : obstacle->description().friction; }
    double restitution() const { return rigid ? rigid->restitution : obstacle->description().restitution; }
};

RigidTarget target_of(const RigidInput& input, const RigidScratch& scratch, std::uint32_t mover);

/// What would end the piece farther away than this, in metres, is no contact. It is more where something is fast: one
/// that is hit in this piece may become as fast, and must find its next contact.
double contact_slack(const RigidScratch& scratch, double size, double length);

/// Velocity of a rigid body's point before this step's forces; of an obstacle's point as it is.
Vec3 arriving_at(const RigidScratch& scratch, std::uint32_t mover, const Vec3& point);

/// The speed to bounce with. What is slower than `resting_speed` does not bounce, and only what came into the step
/// does, not what the step's forces added.
double bounce_of(double resting_speed, const Vec3& normal, const Vec3& now, const Vec3& arriving, double restitution);

}  // namespace pliant
