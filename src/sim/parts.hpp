// What a Simulation is made of.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

#include <pliant/simulation.hpp>

#include <tbb/task_arena.h>

namespace pliant {

struct Simulation::Parts {
    Model model;
    State state;
    Scratch scratch;
    tbb::task_arena arena;
};

}  // namespace pliant
