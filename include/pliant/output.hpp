// What a run leaves behind: a folder with a manifest and one file a frame, and lines of statistics.
//
//     out/falling-ball/run.json            what was run: version, the complete scene, frames written so far
//     out/falling-ball/frame_00000.ply     binary PLY: x y z vx vy vz pscale id body cluster strain
//
// Every file is written under a temporary name and renamed, so that a killed run leaves only whole files.
#pragma once

#include <pliant/simulation.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace pliant {

/// The version of this library, "0.1.0".
std::string_view version();

/// Writes the frames of one run.
class RunFolder {
  public:
    /// Makes the folder (parents too). Frames of an earlier run of Pliant in it are removed; a folder that holds
    /// anything named like a frame but no manifest of ours is refused. Throws InputError when the folder cannot be
    /// written. `scene_json` is the complete scene (scene_to_json), kept in the manifest.
    RunFolder(std::filesystem::path folder, std::string name, std::string scene_json);

    /// Writes one frame and brings the manifest up to date. Throws InputError on a full disk and the like.
    void write(const Frame& frame, std::uint64_t hash);

    const std::filesystem::path& path() const { return folder_; }

  private:
    void write_manifest() const;

    std::filesystem::path folder_;
    std::string name_;
    std::string scene_json_;
    std::vector<std::pair<int, std::uint64_t>> frames_;
};

/// What a run's folder says about itself.
struct RunInfo {
    std::string name;
    std::string version;
    std::string scene_json;
    std::vector<std::pair<int, std::uint64_t>> frames;  ///< number and state hash
    std::uintmax_t bytes = 0;                           ///< of all frame files together
};

/// Reads a run's manifest. Throws InputError when the folder is not one of ours or is damaged.
RunInfo read_run(const std::filesystem::path& folder);

/// One line of JSON (no newline) with the frame's statistics and what its steps did.
std::string stats_json(const Stats& stats, const StepReport& report);

}  // namespace pliant
