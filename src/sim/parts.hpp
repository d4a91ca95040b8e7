// What a Simulation is made of.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

#include <pliant/simulation.hpp>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <optional>

namespace pliant {

struct Simulation::Parts {
    Model model;
    State state;
    Scratch scratch;
    tbb::task_arena arena;
    std::optional<tbb::global_control> more_workers;

    /// 0: as many as the machine has. oneTBB starts no more workers than there are processors unless it is allowed to;
    /// a control that only raises that number disturbs nobody.
    void use_threads(int threads) {
        if (threads > tbb::info::default_concurrency())
            more_workers.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
        arena.initialize(threads > 0 ? threads : tbb::task_arena::automatic);
    }
};

}  // namespace pliant
