#include "sim/pins.hpp"

#include "sim/step.hpp"

namespace pliant {

bool is_held(const Model& model, const State& state, const PinnedSet& pin) {
    // A release holds from the first step that starts at it; half a step of slack absorbs rounding.
    return !pin.release || time_of(model, state) + 0.5 * model.dt < *pin.release;
}

void mark_held(const Model& model, const State& state, Scratch& scratch) {
    if (model.pins.empty() || (model.rigid.empty() && model.points.empty() && model.glue.empty())) return;
    scratch.held.assign(state.soft.particle_count(), 0);
    for (const PinnedSet& pin : model.pins)
        if (is_held(model, state, pin))
            for (const std::uint32_t i : pin.particles) scratch.held[i] = 1;
}

void hold_pins(const Model& model, State& state) {
    const double before = time_of(model, state), after = before + model.dt;
    for (const PinnedSet& pin : model.pins) {
        if (!is_held(model, state, pin)) continue;
        const RigidPose old_pose = pin.motion.pose(before), new_pose = pin.motion.pose(after);
        for (std::size_t k = 0; k < pin.particles.size(); ++k) {
            Particle& particle = state.soft.particles[pin.particles[k]];
            const Vec3 target = new_pose(pin.start[k]);
            const Vec3 velocity = (target - old_pose(pin.start[k])) / model.dt;
            const Vec3 local = target - model.ranges[state.soft.body[pin.particles[k]]].origin;
            for (int a = 0; a < 3; ++a) {
                particle.position[a] = static_cast<Real>(local[a]);
                particle.velocity[a] = static_cast<Real>(velocity[a]);
            }
        }
    }
}

}  // namespace pliant
