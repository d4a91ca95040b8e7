// Rigid bodies in statistics and frames. In a frame they follow the soft particles, body by body: their particles are
// carried along, and each body is one cluster and one piece.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// Adds mass, momenta, kinetic energy, bounds, speed and pieces.
void add_rigid_bodies(const Model& model, const State& state, Stats& stats);

/// Appends their particles.
void add_rigid_bodies(const Model& model, const State& state, Frame& frame);

}  // namespace pliant
