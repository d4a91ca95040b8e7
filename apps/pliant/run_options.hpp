// What `pliant run` was asked for, and the simulation and folder it starts with.
#pragma once

#include "scene_options.hpp"

#include <pliant/live.hpp>
#include <pliant/output.hpp>
#include <pliant/simulation.hpp>

#include <memory>
#include <optional>
#include <string>

namespace pliant::cli {

struct RunOptions {
    SceneOptions scene;  ///< a scene, or the folder of a run with --resume and --from
    std::string folder;  ///< empty: out/<scene>
    std::optional<int> frames;
    std::optional<int> from;
    std::string replay;  ///< a file of inputs to repeat
    bool resume = false;
    bool force = false;
    RunSettings settings;
    int threads = 0;
    std::string instruction_set;
    std::string stats_file;
    bool hash = false;
    bool quiet = false;
    bool brief = false;  ///< without what to do next
};

/// A run that is about to go.
struct StartedRun {
    Scene scene;
    Simulation simulation;
    std::unique_ptr<RunWriter> writer;  ///< none when the scene wants no frames
    std::string folder;
    std::optional<InputLog> inputs;  ///< what is to be done to it
};

/// A new run, one that goes on (--resume), or a branch (--from). From when something is written, interrupts are heeded.
/// Throws InputError.
StartedRun start_run(const RunOptions& options);

}  // namespace pliant::cli
