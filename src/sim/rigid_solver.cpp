#include "sim/rigid_solver.hpp"

#include "measure/rigid_measure.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace pliant {
namespace {

/// What the active fields do to a body in the step: change of velocity, and of angular momentum.
struct FieldPush {
    Vec3 velocity = Vec3::Zero();
    Vec3 angular_momentum = Vec3::Zero();
};

FieldPush push_of_fields(std::span<const ForceField> fields, const RigidBody& body, const RigidMotion& motion,
                         double time, double dt) {
    FieldPush push;
    const Mat3 rotation = rotation_of(motion);
    const Vec3 spin = spin_of(body, motion);
    for (const ForceField& field : fields) {
        if (!acts_on(field, body.body, time)) continue;
        for (std::size_t i = 0; i < body.particles.size(); ++i) {
            const Vec3 arm = rotation * body.particles[i];
            const Vec3 change = (dt * body.particle_shares[i]) * acceleration_of(field.force, motion.position + arm,
                                                                                 motion.velocity + spin.cross(arm), dt);
            push.velocity += change;
            push.angular_momentum += body.mass * arm.cross(change);
        }
    }
    return push;
}

}  // namespace

void RigidSolver::prepare() {
    PLIANT_ASSERT(is_consistent(rigid, model.rigid.size()));
    scratch.prepare(model.rigid.size(), model.obstacles.size());
}

void RigidSolver::begin(StepReport& report) {
    if (frame_begins) std::fill(scratch.impulse.begin(), scratch.impulse.end(), Vec3::Zero());
    for (std::size_t r = 0; r < model.rigid.size(); ++r) {
        const RigidBody& body = model.rigid[r];
        RigidMotion& motion = rigid.motions[r];
        RigidArrival& arrival = scratch.arrivals[r];
        arrival = {};
        if (body.keyed || (!asleep.empty() && asleep[body.body])) continue;
        const FieldPush push = push_of_fields(model.fields, body, motion, time, model.dt);
        arrival.gained = model.dt * model.gravity + push.velocity;
        arrival.gained_spin = inverse_inertia_of(body, rotation_of(motion)) * push.angular_momentum;
        motion.velocity += arrival.gained;
        motion.angular_momentum += push.angular_momentum;
        const double speed = motion.velocity.norm();
        if (speed <= model.speed_limit) continue;
        motion.velocity *= model.speed_limit / speed;
        report.warn(Warning::speed_limited, 1, Culprit::of_body(body.body));
    }
}

void RigidSolver::measure(Stats& stats) const { measure_rigid(model.rigid, rigid, stats); }

void RigidSolver::add_to(Frame& frame, std::uint32_t built) const {
    add_rigid(model.bodies, model.rigid, rigid, built, frame);
}

}  // namespace pliant
