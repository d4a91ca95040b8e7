// The names of the files in the folder of a run, and its manifest.
#pragma once

#include <pliant/output.hpp>

#include <filesystem>
#include <vector>

namespace pliant {

inline constexpr int manifest_format = 2;

std::filesystem::path manifest_path(const std::filesystem::path& folder);
/// Where a new run's manifest waits until the old run in its folder is set aside.
std::filesystem::path next_manifest_path(const std::filesystem::path& folder);
std::filesystem::path timings_path(const std::filesystem::path& folder);
std::filesystem::path frame_file(const std::filesystem::path& folder, int number);
std::filesystem::path checkpoint_file(const std::filesystem::path& folder, int frame);

/// Numbers of the frames or checkpoints that are there, ascending. A folder that is not there holds none.
std::vector<int> list_frames(const std::filesystem::path& folder);
std::vector<int> list_checkpoints(const std::filesystem::path& folder);

/// Frames, checkpoints and timings that are there, as seen from the folder. Checkpoints come first: a run of which some
/// are gone then goes on from what is left of its frames, at worst from none.
std::vector<std::filesystem::path> list_run_files(const std::filesystem::path& folder);

/// Removes what a killed run left under temporary names.
void remove_partial_files(const std::filesystem::path& folder);
/// Removes frames, checkpoints and timings, whole or not; nothing else.
void remove_run_files(const std::filesystem::path& folder);

/// A hash of everything that decides a run's result: the scene but for its number of frames, version, precision,
/// instruction set, branch point. Set in `info` from its other fields, as is the number of frames.
void set_key(RunInfo& info);

/// The manifest's text, which ends with a checksum of all that stands before it. No clock time and no path of this
/// machine is in it but the scene's folder as seen from `folder`: the same run gives the same bytes.
std::string manifest_text(const RunInfo& info, const std::filesystem::path& folder);
/// Throws InputError when there is none, when it is damaged, or when its format is another.
RunInfo read_manifest(const std::filesystem::path& folder);

}  // namespace pliant
