// The particles and rigid things that glue touches, to and from the solver's own arrays.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// work.particles. They begin at x − back · v.
void gather_particles(const Model& model, const State& state, double back, GlueScratch& scratch);
/// work.rigid and work.obstacles at `time`, and for those that move along keys where they will be one step later.
void gather_movers(const Model& model, const State& state, double time, GlueWork& work);

/// Writes velocities back, and x = before + ahead · v.
void scatter_particles(const Model& model, State& state, double ahead, const GlueWork& work);
/// Gives rigid bodies what their movers gathered.
void scatter_movers(const Model& model, State& state, const GlueWork& work);

}  // namespace pliant
