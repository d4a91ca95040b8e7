// Force fields: accelerations that depend on place, velocity and time (Force in pliant/scene.hpp).
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// The acceleration in m/s² of one field on a particle at world position x with velocity v, over a step of dt.
Vec3 acceleration_of(const Force& force, const Vec3& x, const Vec3& v, double dt);

/// Is the field on at this time?
bool is_active(const Force& force, double time);

/// Sums the active fields into scratch.acceleration.
void apply_forces(const Model& model, const State& state, Scratch& scratch);

}  // namespace pliant
