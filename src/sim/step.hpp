// One step of the whole simulation.
#pragma once

#include "core/parallel.hpp"
#include "sim/model.hpp"
#include "sim/state.hpp"

#include <pliant/simulation.hpp>

namespace pliant {

/// Particles and clusters are handed to threads in pieces of this size, whatever their number.
inline constexpr std::size_t particle_chunk = 1024;
inline constexpr std::size_t cluster_chunk = 8 * cluster_block;
/// Smaller simulations are faster on one.
inline bool worth_threads(const State& state) { return state.soft.particle_count() >= parallel_threshold; }

/// Advances the state by model.dt. Allocates nothing and throws nothing. The number of threads is that of the
/// tbb::task_arena around the call; the result does not depend on it.
StepReport step(const Model& model, State& state, Scratch& scratch);

/// Seconds simulated so far.
double time_of(const Model& model, const State& state);

}  // namespace pliant
