// The particles and rigid things that glue touches, to and from the solver's own arrays.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// Where the particles of all places are stored now.
void find_particles(const Model& model, const std::vector<PointBody>& bodies, const GlueState& glue,
                    std::vector<ParticleRef>& refs);

/// After point-based bodies may have split or merged particles: lets glue follow (glue/follow.hpp), and finds the
/// particles again. True when anything about the bindings changed.
bool follow_resampling(const Model& model, State& state, Scratch& scratch, StepReport& report);

/// work.particles. They begin at x − back · v.
void gather_particles(const Model& model, const State& state, double back, Scratch& scratch);
/// work.rigid and work.obstacles at `time`, and for those that move along keys where they will be one step later.
void gather_movers(const Model& model, const State& state, double time, GlueWork& work);

/// Writes velocities back, and x = before + ahead · v.
void scatter_particles(const Model& model, State& state, double ahead, const GlueScratch& scratch);
/// Gives rigid bodies what their movers gathered.
void scatter_movers(const Model& model, State& state, const GlueWork& work);

}  // namespace pliant
