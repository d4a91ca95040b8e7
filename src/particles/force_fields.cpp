#include "particles/force_fields.hpp"

#include <cmath>

namespace pliant {

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

bool acts_on(const ForceField& field, std::uint32_t body, double time) {
    return field.on_body[body] && time >= field.force.start && (!field.force.end || time < *field.force.end);
}

void sum_fields(std::span<const ForceField> fields, const ParticleSet& set, double time, double dt, std::size_t begin,
                std::size_t end, std::span<Vector4> acceleration) {
    PLIANT_ASSERT(end <= set.size() && acceleration.size() == set.size() && dt > 0);
    for (std::size_t i = begin; i < end; ++i) {
        const Vec3 x = set.position(i), v = set.velocity(i);
        Vec3 sum = Vec3::Zero();
        for (const ForceField& field : fields)
            if (acts_on(field, set.body_of(i), time)) sum += acceleration_of(field.force, x, v, dt);
        set_vector(acceleration[i].value, sum);
    }
}

}  // namespace pliant
