// A changed scene, built to take over from a simulation that runs.
#pragma once

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

namespace pliant {

/// With the running one's step, threads and instructions. Throws InputError, also for what that step is too long for.
inline Simulation build_anew(const Scene& changed, const Simulation& running) {
    Scene as_built = changed;
    as_built.time.substeps = running.substeps();
    as_built.time.max_step = 0;
    BuildOptions options;
    options.threads = running.threads();
    options.instruction_set = running.instruction_set();
    return Simulation(as_built, options);
}

}  // namespace pliant
