#include "run/checkpoint.hpp"
#include "run/frame_file.hpp"
#include "run/resume.hpp"
#include "run/run_files.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>

namespace pliant {
namespace {

namespace fs = std::filesystem;

std::optional<FrameTiming> timing_of(const std::string& line) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object() || !json.contains("frame") || !json["frame"].is_number_integer()) return {};
    FrameTiming timing;
    timing.frame = json["frame"];
    for (std::size_t k = 0; k < stage_count; ++k) {
        const auto value = json.find(stage_name(static_cast<Stage>(k)));
        if (value == json.end() || !value->is_number()) return {};
        timing.milliseconds[k] = *value;
    }
    return timing;
}

ChunkFile open_frame(const fs::path& path, int number) {
    ChunkFile file = ChunkFile::read(path, FileKind::frame);
    if (file.get_value<std::uint64_t>("number") != static_cast<std::uint64_t>(number))
        file.refuse("is not that of the file's name", "number");
    return file;
}

/// Leaves the simulation at its start when there is no checkpoint to use.
void load_nearest_checkpoint(const RunReader& run, int frame, Simulation& simulation) {
    const std::vector<int>& checkpoints = run.checkpoints();
    for (auto c = checkpoints.rbegin(); c != checkpoints.rend(); ++c) {
        if (*c > frame) continue;
        try {
            run.check_checkpoint(*c);
        } catch (const InputError&) {
            if (run.info().branch && *c == run.info().branch->frame) throw;
            continue;  // an older one, or the start, only takes longer
        }
        load_checkpoint(ChunkFile::read(run.checkpoint_path(*c), FileKind::checkpoint), run.info().key, simulation);
        return;
    }
}

}  // namespace

std::string_view version() { return PLIANT_VERSION; }
std::string_view precision() { return sizeof(Real) == sizeof(float) ? "float" : "double"; }

RunReader::RunReader(fs::path folder)
    : folder_(std::move(folder)),
      info_(read_manifest(folder_)),
      numbers_(list_frames(folder_)),
      checkpoints_(list_checkpoints(folder_)) {}

fs::path RunReader::frame_path(int number) const {
    if (std::binary_search(numbers_.begin(), numbers_.end(), number)) return frame_file(folder_, number);
    const std::string there = numbers_.empty() ? "there are none"
                              : info_.every > 1
                                  ? fmt::format("{} to {}, each {}th", numbers_.front(), numbers_.back(), info_.every)
                                  : fmt::format("{} to {}", numbers_.front(), numbers_.back());
    throw InputError({.what = "the run has no such frame",
                      .file = folder_.string(),
                      .path = "frame",
                      .value = std::to_string(number),
                      .allowed = there,
                      .hint = fmt::format("pliant info {} lists what is there", folder_.string())});
}

CachedFrame RunReader::read_frame(int number) const {
    const ChunkFile file = open_frame(frame_path(number), number);
    return frame_of(file, info_.key);
}

FrameStats RunReader::read_stats(int number) const {
    const ChunkFile file = open_frame(frame_path(number), number);
    return frame_stats_of(file, info_.key);
}

std::vector<FrameTiming> RunReader::timings() const {
    // A run that went on after a kill has timed the frames it repeated twice; the later time counts.
    std::map<int, FrameTiming> timings;
    std::ifstream in(timings_path(folder_));
    for (std::string line; std::getline(in, line);)
        if (const auto timing = timing_of(line)) timings[timing->frame] = *timing;
    std::vector<FrameTiming> result;
    for (const auto& [frame, timing] : timings) result.push_back(timing);
    return result;
}

fs::path RunReader::checkpoint_path(int frame) const { return checkpoint_file(folder_, frame); }

void RunReader::check_checkpoint(int frame) const {
    check_run(ChunkFile::read(checkpoint_path(frame), FileKind::checkpoint), info_.key);
}

void RunReader::replay(Simulation& simulation, int frame, const std::function<void(int)>& progress) const {
    check_same_program(info_, simulation, folder_);
    const int first = info_.branch ? info_.branch->frame : 0;
    if (frame < first || frame > info_.frame_count)
        throw InputError({.what = "the run has no such frame",
                          .file = folder_.string(),
                          .path = "--from",
                          .value = std::to_string(frame),
                          .allowed = fmt::format("{} to {}", first, info_.frame_count)});
    load_nearest_checkpoint(*this, frame, simulation);
    while (simulation.frame() < frame) {
        simulation.advance_frame();
        if (progress) progress(simulation.frame());
    }
    if (std::binary_search(numbers_.begin(), numbers_.end(), frame) &&
        read_stats(frame).stats.hash != simulation.hash())
        throw InputError({.what = "computing the frame again does not give what was written",
                          .file = frame_path(frame).string(),
                          .hint = "a mesh, point or preset file of the scene has changed since; put it back"});
}

}  // namespace pliant
