#include "sim/rigid_forces.hpp"

#include "sim/force_fields.hpp"
#include "sim/step.hpp"

#include <Eigen/Geometry>

namespace pliant {
namespace {

/// What the active fields do to a body in the step: change of velocity, and of angular momentum.
struct FieldPush {
    Vec3 velocity = Vec3::Zero();
    Vec3 angular_momentum = Vec3::Zero();
};

FieldPush push_of_fields(const Model& model, const RigidBody& body, const RigidMotion& motion, double time) {
    FieldPush push;
    const Mat3 rotation = rotation_of(motion);
    const Vec3 spin = spin_of(body, motion);
    for (const ForceField& field : model.fields) {
        if (!field.on_body[body.body] || !is_active(field.force, time)) continue;
        for (std::size_t i = 0; i < body.particles.size(); ++i) {
            const Vec3 arm = rotation * body.particles[i];
            const Vec3 change =
                (model.dt * body.particle_shares[i]) *
                acceleration_of(field.force, motion.position + arm, motion.velocity + spin.cross(arm), model.dt);
            push.velocity += change;
            push.angular_momentum += body.mass * arm.cross(change);
        }
    }
    return push;
}

}  // namespace

void push_rigid_bodies(const Model& model, State& state, Scratch& scratch, StepReport& report) {
    const double time = time_of(model, state);
    for (std::size_t r = 0; r < model.rigid.size(); ++r) {
        const RigidBody& body = model.rigid[r];
        RigidMotion& motion = state.rigid.motions[r];
        RigidArrival& arrival = scratch.rigid.arrivals[r];
        arrival = {};
        if (body.keyed) continue;
        const FieldPush push = push_of_fields(model, body, motion, time);
        arrival.gained = model.dt * model.gravity + push.velocity;
        arrival.gained_spin = inverse_inertia_of(body, rotation_of(motion)) * push.angular_momentum;
        motion.velocity += arrival.gained;
        motion.angular_momentum += push.angular_momentum;
        const double speed = motion.velocity.norm();
        if (speed <= model.speed_limit) continue;
        motion.velocity *= model.speed_limit / speed;
        ++report.warnings[static_cast<std::size_t>(Warning::speed_limited)];
    }
}

}  // namespace pliant
