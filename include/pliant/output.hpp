// What a run leaves behind, how to read it, and how to go on with it.
//
//     out/falling-ball/
//         run.json                       what was run: version, the complete scene, the frames and their hashes
//         frames/frame_00000.pcf         one file a frame: particles and statistics
//         checkpoints/state_00180.pcs    everything the future depends on, now and then and at the end
//         timings.jsonl                  milliseconds per stage and frame
//
// Every file is written under a temporary name and renamed, so that a killed run leaves only whole files; every byte
// but those of timings.jsonl is guarded by a checksum. A run that was stopped at any moment and resumed leaves the same
// bytes as one that was not, timings aside. The format is described in docs/cache.md.
//
//     pliant::Simulation simulation(scene);
//     auto writer = pliant::RunWriter::begin("out/ball", pliant::describe_run(scene), simulation);
//     writer.write(simulation, {});                                       // frame 0
//     while (simulation.frame() < simulation.frame_count()) {
//         const pliant::StepReport report = simulation.advance_frame();
//         writer.write(simulation, report);
//     }
//     writer.finish(simulation);
//
//     const pliant::RunReader run("out/ball");
//     const pliant::CachedFrame last = run.read_frame(run.frame_numbers().back());
#pragma once

#include <pliant/simulation.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// The version of this library, "0.1.0".
std::string_view version();

/// The precision of this build of the library: "float" or "double".
std::string_view precision();

/// What is run: from a Scene by describe_run.
struct RunDescription {
    std::string name;                    ///< of the scene: what the run is called in messages and exports
    std::string scene_json;              ///< the complete scene (scene_to_json)
    std::filesystem::path scene_folder;  ///< where the scene's relative files are looked up; empty: a bundled scene
};
/// The description of a run of this scene; the folder is made absolute, as the program may be started elsewhere later.
inline RunDescription describe_run(const Scene& scene) {
    using std::filesystem::absolute;
    return {scene.name, scene_to_json(scene), scene.file.empty() ? scene.file : absolute(scene.file).parent_path()};
}

/// One frame as the manifest lists it.
struct FrameEntry {
    int number = 0;          ///< 0 is the state before the first step
    double time = 0;         ///< s
    std::uint64_t hash = 0;  ///< of the state, as Simulation::hash
};

/// Where a run that does not start at frame 0 came from.
struct BranchPoint {
    int frame = 0;
    std::uint64_t hash = 0;  ///< of the state it branched from
};

/// What a run's folder says about itself.
struct RunInfo {
    std::string name;             ///< the scene's
    std::string version;          ///< of the Pliant that wrote it
    std::string precision;        ///< "float" or "double"
    std::string instruction_set;  ///< one of instruction_sets(), on the machine that wrote it
    std::string scene_json;       ///< complete: every field, so that it does not depend on this version's defaults
    std::filesystem::path scene_folder;  ///< as it is now, seen from the folder of the run
    std::optional<BranchPoint> branch;   ///< none: it starts at frame 0
    int every = 1;                       ///< each n-th frame is written
    int frame_count = 0;                 ///< frames the scene asks for
    std::vector<FrameEntry> frames;  ///< as the manifest lists them; a run that was killed may have written a few more
    std::uint64_t key = 0;           ///< of everything that decides the result; all files of the run carry it
};

/// What a frame's file holds about the whole: the state's measures, and what the steps since the last frame that was
/// written did. Milliseconds are not in it (they are in timings.jsonl).
struct FrameStats {
    Stats stats;
    StepReport report;
};
/// The same with the particles.
struct CachedFrame : FrameStats {
    Frame frame;
};

/// The stages' milliseconds of one frame.
struct FrameTiming {
    int frame = 0;
    std::array<double, stage_count> milliseconds{};
};

/// Reads the folder of a run, also while it is being written. Memory is that of one frame at a time.
class RunReader {
  public:
    /// Throws InputError when the folder is not one of ours, is damaged, or has another format version.
    explicit RunReader(std::filesystem::path folder);

    const RunInfo& info() const { return info_; }  ///< as the manifest said when the reader was made
    const std::filesystem::path& path() const { return folder_; }
    /// The scene as it was run, with overrides on top of it. Throws InputError.
    Scene scene(const std::vector<Override>& overrides = {}) const {
        Scene scene = parse_scene(info_.scene_json, info_.name, overrides, info_.scene_folder);
        scene.name = info_.name;
        if (info_.scene_folder.empty()) scene.file.clear();
        return scene;
    }

    /// The frames that are there, ascending.
    const std::vector<int>& frame_numbers() const { return numbers_; }
    /// Where the frame is, or would be.
    std::filesystem::path frame_path(int number) const;
    /// Frame `number`, bit for bit as it was written. Throws InputError when it is not there, damaged, or of another
    /// run.
    CachedFrame read_frame(int number) const;
    /// The same without its particles: faster, for plots.
    FrameStats read_stats(int number) const;

    /// What timings.jsonl says, ascending by frame. Lines that are not whole are passed over.
    std::vector<FrameTiming> timings() const;

    /// The frames of the checkpoints that are there, ascending; whole or not.
    const std::vector<int>& checkpoints() const { return checkpoints_; }
    /// Where the checkpoint is, or would be.
    std::filesystem::path checkpoint_path(int frame) const;
    /// Throws InputError when the checkpoint is damaged or of another run.
    void check_checkpoint(int frame) const;
    /// Puts a simulation that was just built from scene() to frame `frame`: by the newest whole checkpoint at or before
    /// it, or from the start, and steps. Throws InputError when that does not lead to the state that was written.
    /// `progress` is called with the number of each frame reached.
    void replay(Simulation& simulation, int frame, const std::function<void(int)>& progress = {}) const;

  private:
    std::filesystem::path folder_;
    RunInfo info_;
    std::vector<int> numbers_;
    std::vector<int> checkpoints_;
};

/// How often a run saves what it takes to go on. It decides what a kill costs, never what is computed.
struct RunSettings {
    int checkpoint_every = 0;        ///< frames, and all of them are kept; 0: as often as checkpoint_seconds asks for
    double checkpoint_seconds = 10;  ///< the most work that a kill may lose; the last two checkpoints are kept
};

class FolderLock;

/// Writes a run. It holds its folder: a second writer is refused for as long as it lives. The bytes do not depend on
/// the settings' effect on when checkpoints are made.
class RunWriter {
  public:
    /// Begins a run in `folder` (made with its parents), from where `simulation` is: frame 0, or for a branch the frame
    /// it was put to. A folder that holds a run is refused, unless `overwrite`: then that run is kept within the folder
    /// (replaced_run) until this one is complete, and comes back when this one cannot write its first frame. Throws
    /// InputError when the folder cannot be written, and nothing is lost by then.
    static RunWriter begin(std::filesystem::path folder, const RunDescription& description,
                           const Simulation& simulation, const RunSettings& settings = {}, bool overwrite = false);

    /// Throws the InputError that begin() would throw for a folder that is in use: to know before a long build.
    static void check_free(const std::filesystem::path& folder, bool overwrite);
    /// Is there a run in the folder, whole or not?
    static bool holds_run(const std::filesystem::path& folder);
    /// Where the run that the folder's run is to replace is kept: a folder like that of any run. None when the run in
    /// the folder is complete, or replaces nothing.
    static std::optional<std::filesystem::path> replaced_run(const std::filesystem::path& folder);

    /// Goes on with the run in `folder`: puts `simulation`, just built from the same scene (of which only the number of
    /// frames may have grown), to the newest whole checkpoint that all frames are there for, or leaves it at the start.
    /// Frames after it are written again, with the same bytes. Throws InputError when the run is of another scene,
    /// version, precision or instruction set, or when a frame is damaged.
    static RunWriter resume(std::filesystem::path folder, const RunDescription& description, Simulation& simulation,
                            const RunSettings& settings = {});

    /// The first frame that was not yet written when the run began or went on.
    int next_frame() const { return next_; }
    /// Plain sentences on what was found when the run went on.
    const std::vector<std::string>& notes() const { return notes_; }

    /// To be called for next_frame() and every frame after it, with what its steps did: writes the frame when it is
    /// due, its timing, now and then a checkpoint and the manifest. Throws InputError on a full disk and the like.
    void write(const Simulation& simulation, const StepReport& report);
    /// Writes the last checkpoint and the manifest. Call it at the end, and when the run is to be stopped.
    void finish(const Simulation& simulation);

    const std::filesystem::path& path() const { return folder_; }
    /// By this writer, since it began or went on.
    std::size_t frames_written() const { return written_; }

  private:
    using Clock = std::chrono::steady_clock;
    RunWriter(std::filesystem::path folder, RunInfo info, const RunSettings& settings);
    void write_checkpoint(const Simulation& simulation);
    void write_manifest_now();
    void make_way();
    void write_or_fail(const std::filesystem::path& path, const std::vector<std::byte>& bytes) const;
    void add_timing(int frame, const StepReport& report) const;
    bool checkpoint_is_due(int frame) const;
    void drop_checkpoints(int newest, bool complete) const;

    std::filesystem::path folder_;
    std::shared_ptr<FolderLock> lock_;
    RunInfo info_;
    RunSettings settings_;
    StepReport pending_;  ///< what happened since the last frame that was written
    std::vector<std::string> notes_;
    int next_ = 0;
    int checkpoint_ = -1;  ///< the newest one's frame; -1: none yet
    std::size_t written_ = 0;
    Clock::time_point last_checkpoint_, last_manifest_, last_frame_;
    Clock::duration manifest_cost_{};
};

/// Throws InputError when `output` is one of the files that some run keeps for itself, or lies in one of the folders
/// that it does: frames, checkpoints, replaced. `option` is what named it on the command line.
void check_outside_runs(const std::filesystem::path& output, std::string_view option);

/// Puts `branch`, just built from a changed scene, to where `source` is: its particles' motion goes on, under the new
/// scene's parameters. Throws InputError when the two scenes do not build the same bodies: the same particles in the
/// same clusters, with the same rest shapes, at the same places and frame rate.
void continue_from(const Simulation& source, Simulation& branch);

/// One line of JSON (no newline) with the frame's statistics and what its steps did; the names of the scene's glue,
/// where they are given, stand with its forces.
std::string stats_json(const Stats& stats, const StepReport& report, const std::vector<std::string>& glue_names = {});

}  // namespace pliant
