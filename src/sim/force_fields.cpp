#include "sim/force_fields.hpp"

#include "core/parallel.hpp"
#include "sim/step.hpp"

#include <cmath>

namespace pliant {

bool is_active(const Force& force, double time) { return time >= force.start && (!force.end || time < *force.end); }

Vec3 acceleration_of(const Force& force, const Vec3& x, const Vec3& v, double dt) {
    switch (force.kind) {
        case ForceKind::uniform:
            return force.vector;
        case ForceKind::compress: {
            // RC17 section 3: f = s (−x, 0, 0), here along any axis through any centre.
            const Vec3 axis = force.axis.normalized();
            return -force.strength * axis.dot(x - force.center) * axis;
        }
        case ForceKind::radial: {
            const Vec3 inwards = force.center - x;
            const double distance = inwards.norm();
            if (!(distance > 0)) return Vec3::Zero();
            // A field that grows without bound towards its centre is cut off at a millimetre.
            return inwards / distance * (force.strength / std::pow(std::max(distance, 1e-3), force.falloff));
        }
        case ForceKind::wind:
            // Drag towards the air's velocity, integrated exactly so that no rate is too large for the step.
            return (force.vector - v) * (-std::expm1(-force.strength * dt) / dt);
    }
    return Vec3::Zero();
}

void apply_forces(const Model& model, const State& state, Scratch& scratch) {
    if (scratch.acceleration.empty()) return;
    const double time = time_of(model, state);
    const SoftBodies& soft = state.soft;
    for_chunks(soft.particle_count(), particle_chunk, soft.particle_count() >= parallel_threshold,
               [&](std::size_t begin, std::size_t end) {
                   for (std::size_t i = begin; i < end; ++i) {
                       const Particle& particle = soft.particles[i];
                       const std::uint32_t body = soft.body[i];
                       const Vec3 x = model.ranges[body].origin +
                                      Vec3(particle.position[0], particle.position[1], particle.position[2]);
                       const Vec3 v(particle.velocity[0], particle.velocity[1], particle.velocity[2]);
                       Vec3 sum = Vec3::Zero();
                       for (const ForceField& field : model.fields)
                           if (field.on_body[body] && is_active(field.force, time))
                               sum += acceleration_of(field.force, x, v, model.dt);
                       for (int k = 0; k < 3; ++k) scratch.acceleration[i].value[k] = static_cast<Real>(sum[k]);
                   }
               });
}

}  // namespace pliant
