#include "run/resume.hpp"

#include "run/checkpoint.hpp"
#include "run/frame_file.hpp"
#include "run/run_files.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace pliant {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void other_run(const fs::path& folder, const std::string& what, const std::string& found,
                            const std::string& allowed, const std::string& hint) {
    throw InputError({.what = "the run cannot go on: " + what,
                      .file = folder.string(),
                      .value = found,
                      .allowed = allowed,
                      .hint = hint});
}

/// Where the scenes first differ: "bodies/0/material/stiffness".
std::string first_difference(const std::string& a, const std::string& b) {
    nlohmann::json left = nlohmann::json::parse(a), right = nlohmann::json::parse(b);
    left["time"].erase("frames");
    right["time"].erase("frames");
    const nlohmann::json patch = nlohmann::json::diff(left, right);
    return patch.empty() ? "" : patch.front().at("path").get<std::string>().substr(1);
}

FrameEntry checked_frame(const fs::path& folder, const RunInfo& run, int number) {
    const ChunkFile file = ChunkFile::read(frame_file(folder, number), FileKind::frame);
    const FrameEntry entry = frame_entry_of(file, run.key);
    if (entry.number != number) file.refuse("is not that of the file's name", "number");
    return entry;
}

std::vector<FrameEntry> checked_frames(const fs::path& folder, const RunInfo& run) {
    std::vector<FrameEntry> frames;
    for (const int number : list_frames(folder)) {
        try {
            frames.push_back(checked_frame(folder, run, number));
        } catch (const InputError& error) {
            InputProblem problem = error.problem();
            problem.hint = "delete that file and resume again: it is computed anew; or start over by --force";
            throw InputError(problem);
        }
    }
    return frames;
}

int first_frame(const RunInfo& run) { return run.branch ? run.branch->frame : 0; }

/// How many frames a run writes from its first up to frame `last`.
std::size_t frames_due(const RunInfo& run, int last) {
    const int before = (first_frame(run) + run.every - 1) / run.every;
    return static_cast<std::size_t>(std::max(0, last / run.every - before + 1));
}

std::size_t frames_up_to(const std::vector<FrameEntry>& frames, int last) {
    return static_cast<std::size_t>(
        std::count_if(frames.begin(), frames.end(), [&](const FrameEntry& f) { return f.number <= last; }));
}

/// Loads the checkpoint unless it is damaged, which is noted.
bool load(const fs::path& folder, const RunInfo& run, int frame, Simulation& simulation, Resumed& resumed) {
    try {
        check_run(ChunkFile::read(checkpoint_file(folder, frame), FileKind::checkpoint), run.key);
    } catch (const InputError& error) {
        resumed.notes.push_back(fmt::format("the checkpoint of frame {} is not used: {}", frame, error.problem().what));
        return false;
    }
    resumed.pending =
        load_checkpoint(ChunkFile::read(checkpoint_file(folder, frame), FileKind::checkpoint), run.key, simulation);
    resumed.checkpoint = frame;
    return true;
}

/// The scene's files may have changed since: what it builds must be what the first frame shows.
void check_start(const fs::path& folder, const std::vector<FrameEntry>& frames, const Simulation& simulation) {
    if (frames.empty() || frames.front().number != 0 || frames.front().hash == simulation.hash()) return;
    other_run(folder, "the scene no longer builds what its first frame shows", "", "",
              "a mesh, point or preset file of the scene has changed since; put it back, or start over by --force");
}

}  // namespace

RunInfo new_run(const RunDescription& description, const Simulation& simulation) {
    RunInfo run;
    run.name = description.name;
    run.version = version();
    run.precision = precision();
    run.instruction_set = simulation.instruction_set();
    run.scene_json = description.scene_json;
    run.scene_folder = description.scene_folder;
    if (simulation.frame() > 0) run.branch = {simulation.frame(), simulation.hash()};
    set_key(run);
    return run;
}

void check_same_program(const RunInfo& run, const Simulation& simulation, const fs::path& folder) {
    const std::string hint = "start over by --force, or choose another folder with -o DIR";
    if (run.version != version())
        other_run(folder, "it was made by another version of Pliant", run.version, std::string(version()), hint);
    if (run.precision != precision())
        other_run(folder, "it was made in another precision", run.precision, std::string(precision()), hint);
    if (run.instruction_set != simulation.instruction_set())
        other_run(folder, "it was made with another instruction set", run.instruction_set,
                  std::string(simulation.instruction_set()), "leave --isa out on a machine like the first, or " + hint);
}

void check_same_run(const RunInfo& run, const RunDescription& description, const Simulation& simulation,
                    const fs::path& folder) {
    check_same_program(run, simulation, folder);
    RunInfo now = new_run(description, simulation);
    now.branch = run.branch;
    set_key(now);
    if (now.key != run.key)
        other_run(folder, "it is of another scene",
                  "a difference in " + first_difference(run.scene_json, now.scene_json),
                  "the scene as it was run (only time.frames may grow)",
                  fmt::format("pliant run {0} --resume takes the scene from the folder; pliant run {0} --from FRAME "
                              "--set … -o DIR branches",
                              folder.string()));
    const std::vector<int> numbers = list_frames(folder);
    if (!numbers.empty() && numbers.back() > now.frame_count)
        other_run(folder, "it has more frames than are asked for", std::to_string(numbers.back()),
                  std::to_string(now.frame_count), "ask for at least as many with --frames");
}

Resumed resume_state(const fs::path& folder, const RunInfo& run, Simulation& simulation) {
    Resumed resumed;
    resumed.frames = checked_frames(folder, run);
    const std::vector<int> checkpoints = list_checkpoints(folder);
    for (auto c = checkpoints.rbegin(); c != checkpoints.rend() && resumed.checkpoint < 0; ++c) {
        const bool is_base = run.branch && *c == run.branch->frame;
        if (!is_base && frames_up_to(resumed.frames, *c) != frames_due(run, *c))
            resumed.notes.push_back(
                fmt::format("the checkpoint of frame {} is not used: a frame before it is missing", *c));
        else if (load(folder, run, *c, simulation, resumed))
            resumed.next_frame = is_base ? *c : *c + 1;
    }
    if (resumed.checkpoint < 0) {
        if (run.branch)
            other_run(folder, "the checkpoint that the branch starts from is damaged or missing", "",
                      fmt::format("{} as it was written", checkpoint_file(folder, run.branch->frame).string()),
                      "branch again with pliant run DIR --from FRAME");
        check_start(folder, resumed.frames, simulation);
    }
    std::erase_if(resumed.frames, [&](const FrameEntry& f) { return f.number >= resumed.next_frame; });
    return resumed;
}

}  // namespace pliant
