// All that changes while a simulation runs, and the work space of a step.
#pragma once

#include "collision/contact.hpp"
#include "shape_matching/kernels.hpp"
#include "shape_matching/soft_bodies.hpp"

namespace pliant {

struct Model;

/// A checkpoint is this and nothing else.
struct State {
    std::uint64_t step = 0;
    SoftBodies soft;
};

/// Per-chunk results of the particle loops, added up in the order of the chunks.
struct ChunkReport {
    std::uint64_t contacts = 0;
    std::uint64_t speed_limited = 0;
    std::uint64_t non_finite = 0;
    double max_penetration = 0;
};

/// Never saved; every number in it is rebuilt by the step that reads it.
struct Scratch {
    MatchScratch match;
    std::vector<Vector4> acceleration;  ///< per particle; empty without force fields
    std::vector<Vector4> arriving;      ///< per particle: its velocity at the start of the step; empty if none bounces
    std::vector<ObstacleStep> obstacles;
    std::vector<ChunkReport> chunks;
};

/// Sizes the work space, so that steps allocate nothing.
void prepare_scratch(const Model& model, const State& state, Scratch& scratch);

/// A hash of everything in the state.
std::uint64_t hash_state(const State& state);

}  // namespace pliant
