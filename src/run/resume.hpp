// Finding out whether and from where a run can go on.
#pragma once

#include <pliant/output.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace pliant {

/// The manifest of a run that starts where `simulation` is: at frame 0, or at the frame a branch was put to.
RunInfo new_run(const RunDescription& description, const Simulation& simulation);

/// Throws InputError unless this program can compute the run's frames again with the same bits.
void check_same_program(const RunInfo& run, const Simulation& simulation, const std::filesystem::path& folder);

/// The same, and unless the description is that of the run; its number of frames may have grown.
void check_same_run(const RunInfo& run, const RunDescription& description, const Simulation& simulation,
                    const std::filesystem::path& folder);

struct Resumed {
    std::vector<FrameEntry> frames;  ///< those before next_frame
    StepReport pending;              ///< what happened since the last frame that was written
    int checkpoint = -1;             ///< the frame of the checkpoint that was loaded; -1: the start
    int next_frame = 0;              ///< the first one to be written
    std::vector<std::string> notes;
};

/// Checks every frame of the run and puts `simulation`, just built, to the newest whole checkpoint whose frames are all
/// there. Throws InputError when a frame is damaged or of another run, or when there is nothing to go on from.
Resumed resume_state(const std::filesystem::path& folder, const RunInfo& run, Simulation& simulation);

}  // namespace pliant
