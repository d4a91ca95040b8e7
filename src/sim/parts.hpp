// What a Simulation is made of.
#pragma once

#include "sim/step.hpp"

#include <pliant/simulation.hpp>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <memory>
#include <utility>

namespace pliant {

/// The threads that a simulation runs on.
struct Threads {
    /// 0: as many as the machine has. oneTBB starts no more workers than there are processors unless it is allowed to;
    /// a control that only raises that number disturbs nobody.
    explicit Threads(int threads) : arena(threads > 0 ? threads : tbb::task_arena::automatic) {
        if (threads > tbb::info::default_concurrency())
            more_workers = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                                 static_cast<std::size_t>(threads));
    }
    std::unique_ptr<tbb::global_control> more_workers;
    mutable tbb::task_arena arena;
};

struct Simulation::Parts {
    Parts(Model built, State start, std::unique_ptr<Threads> workers)
        : model(std::move(built)),
          backend(model, std::move(start)),
          threads(std::move(workers)),
          arena(threads->arena) {}
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;

    Model model;  ///< const to steps; src/live changes it between them
    CpuBackend backend;
    State& state = backend.state();
    Scratch& scratch = backend.scratch();
    std::unique_ptr<Threads> threads;
    tbb::task_arena& arena;
};

}  // namespace pliant
