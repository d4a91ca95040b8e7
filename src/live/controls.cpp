#include "live/controls.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <numbers>

namespace pliant {
namespace {

/// m/s²: what a grab may give to the whole body where nothing else is said.
constexpr double default_pull = 100;

Vec3 spring_force(const HeldGrab& grab, const GripMotion& motion, double dt) {
    const double k = grab.stiffness, c = grab.damping;
    const Vec3 wanted = k * (grab.target - motion.position - dt * motion.velocity) - c * motion.velocity;
    const Mat3 system = Mat3::Identity() + dt * (c + dt * k) * motion.mobility;
    const Vec3 force = system.inverse() * wanted;
    const double size = force.norm();
    return size > grab.max_force ? Vec3(grab.max_force / size * force) : force;
}

}  // namespace

HeldGrab held_grab(const Input& input, Grip grip, double mass) {
    const double omega = 2 * std::numbers::pi * input.stiffness;
    HeldGrab grab;
    grab.handle = input.handle;
    grab.grip = std::move(grip);
    grab.target = input.target.value_or(input.point);
    grab.stiffness = mass * omega * omega;
    grab.damping = 2 * input.damping * mass * omega;
    grab.max_force = input.max_force > 0 ? input.max_force : default_pull * mass;
    return grab;
}

void apply_controls(Controls& controls, const Model& model, State& state) {
    std::erase_if(controls.grabs, [&](HeldGrab& grab) { return !follow(grab.grip, model, state); });
    std::erase_if(controls.forces, [&](ActingForce& force) {
        return state.step >= force.last_step || !follow(force.grip, model, state);
    });
    for (HeldGrab& grab : controls.grabs) {
        const GripMotion motion = motion_of(grab.grip, model, state);
        grab.force = spring_force(grab, motion, model.dt);
        push(grab.grip, model.dt * grab.force, model, state);
    }
    for (const ActingForce& force : controls.forces) push(force.grip, model.dt * force.force, model, state);
}

}  // namespace pliant
