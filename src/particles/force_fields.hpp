// Force fields: accelerations that depend on position, velocity and time (Force in pliant/scene.hpp).
#pragma once

#include "particles/particle_set.hpp"

#include <pliant/scene.hpp>

#include <span>
#include <vector>

namespace pliant {

struct ForceField {
    Force force;
    std::vector<bool> on_body;  ///< per body
};

/// The acceleration in m/s² of one field on a particle at world position x with velocity v, over a step of dt.
Vec3 acceleration_of(const Force& force, const Vec3& x, const Vec3& v, double dt);

/// Does the field act on the body at this time?
bool acts_on(const ForceField& field, std::uint32_t body, double time);

/// Sums what the fields do to particles [begin, end) in a step of dt that starts at `time`, m/s².
void sum_fields(std::span<const ForceField> fields, const ParticleSet& set, double time, double dt, std::size_t begin,
                std::size_t end, std::span<Vector4> acceleration);

}  // namespace pliant
