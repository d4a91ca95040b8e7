// All particles against all obstacles.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

#include <span>

namespace pliant {

/// The obstacles' poses over a step that starts at this time.
void place_obstacles(const Model& model, double time, double dt, std::vector<ObstacleStep>& steps);

/// One particle against all obstacles, one after the other; each sees the way from where the step began. `settings` has
/// the step and the resting speed. Obstacles that glue keeps apart from its body are left out. True when it touched
/// any.
bool collide_point(const Model& model, const GlueScratch& glue, std::uint32_t body,
                   std::span<const ObstacleStep> obstacles, ContactSettings settings, double friction,
                   double restitution, MovingPoint& point, ChunkReport& report);

/// Resolves the contacts of the step just integrated; counts go into scratch.chunks.
void collide_with_obstacles(const Model& model, State& state, Scratch& scratch);

}  // namespace pliant
