// All particles against all obstacles.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// Resolves the contacts of the step just integrated; counts go into scratch.chunks.
void collide_with_obstacles(const Model& model, State& state, Scratch& scratch);

}  // namespace pliant
