#include "core/write_file.hpp"
#include "run/checkpoint.hpp"
#include "run/folder_lock.hpp"
#include "run/frame_file.hpp"
#include "run/replaced_run.hpp"
#include "run/resume.hpp"
#include "run/run_files.hpp"
#include "sim/parts.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <system_error>

namespace pliant {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

[[noreturn]] void cannot_use(const fs::path& folder, const std::string& why, const std::string& hint) {
    throw InputError({.what = "the output folder cannot be used: " + why,
                      .file = folder.string(),
                      .allowed = "a folder that may be created and written to",
                      .hint = hint});
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    const char* const hint = "choose another one with -o DIR";
    if (error) cannot_use(folder, error.message(), hint);
    if (!fs::is_directory(folder)) cannot_use(folder, "it is a file", hint);
}

void make_folders(const fs::path& folder) {
    make_folder(folder);
    make_folder(frame_file(folder, 0).parent_path());
    make_folder(checkpoint_file(folder, 0).parent_path());
}

CachedFrame look_at(const Simulation& simulation, const StepReport& report) {
    CachedFrame cached;
    cached.frame = simulation.snapshot();
    cached.stats = simulation.stats();
    cached.report = report;
    return cached;
}

std::vector<Vec3> origins_of(const Simulation& simulation) {
    std::vector<Vec3> origins;
    for (const BodyInfo& body : simulation.parts().model.bodies) origins.push_back(body.origin);
    return origins;
}

void append_line(const fs::path& path, const std::string& line) {
    std::FILE* file = std::fopen(path.c_str(), "ab");
    const bool written = file && std::fputs(line.c_str(), file) >= 0;
    const bool closed = file && std::fclose(file) == 0;
    if (!written || !closed)
        throw InputError({.what = "the file cannot be written: " + std::generic_category().message(errno),
                          .file = path.string(),
                          .hint = "make room on the disk, then go on by --resume"});
}

/// A killed run may have left half a line.
void end_last_line(const fs::path& path) {
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    if (!in || in.tellg() == 0) return;
    in.seekg(-1, std::ios::end);
    if (in.get() != '\n') append_line(path, "\n");
}

}  // namespace

RunWriter::RunWriter(fs::path folder, RunInfo info, const RunSettings& settings)
    : folder_(std::move(folder)),
      lock_(std::make_shared<FolderLock>(folder_)),
      info_(std::move(info)),
      settings_(settings),
      last_checkpoint_(Clock::now()),
      last_manifest_(last_checkpoint_),
      last_frame_(last_checkpoint_) {}

bool RunWriter::holds_run(const fs::path& folder) {
    std::error_code error;
    return fs::exists(manifest_path(folder), error);
}

std::optional<fs::path> RunWriter::replaced_run(const fs::path& folder) {
    return keeps_replaced(folder) ? std::optional(replaced_path(folder)) : std::nullopt;
}

void RunWriter::check_free(const fs::path& folder, bool overwrite) {
    check_outside_runs(folder, "-o");
    const bool is_run = holds_run(folder);
    if (is_run && !overwrite)
        cannot_use(folder, "it holds a run",
                   "go on with that run by --resume, replace it by --force, or choose another folder with -o DIR");
    const bool has_files = !list_frames(folder).empty() || !list_checkpoints(folder).empty();
    if (!is_run && has_files)
        cannot_use(folder, "it holds frames or checkpoints without the manifest of their run",
                   "choose another one with -o DIR, or move them away");
}

RunWriter RunWriter::begin(fs::path folder, const RunDescription& description, const Simulation& simulation,
                           const RunSettings& settings, bool overwrite) {
    check_free(folder, overwrite);
    make_folders(folder);
    RunWriter writer(std::move(folder), new_run(description, simulation), settings);
    mend_replaced(writer.folder_);
    // The new manifest is written before the old run is touched, so that a folder without room or rights loses nothing;
    // it replaces that afterwards, so that no manifest ever stands with another run's frames.
    const std::string text = manifest_text(writer.info_, writer.folder_);
    const fs::path next = next_manifest_path(writer.folder_);
    write_file(next, text.data(), text.size());
    writer.make_way();
    std::error_code error;
    fs::rename(next, manifest_path(writer.folder_), error);
    if (error) cannot_use(writer.folder_, error.message(), "choose another one with -o DIR");
    writer.next_ = simulation.frame();
    if (writer.info_.branch) writer.write_checkpoint(simulation);
    return writer;
}

/// The run in the folder is set aside. One that was itself to replace another, and never came to its end, goes.
void RunWriter::make_way() {
    if (keeps_replaced(folder_)) {
        remove_run_files(folder_);
        return;
    }
    if (!holds_run(folder_)) return;
    remove_partial_files(folder_);
    try {
        set_run_aside(folder_);
    } catch (const InputError&) {
        std::error_code ignored;
        fs::remove(next_manifest_path(folder_), ignored);
        throw;
    }
}

/// A run without room for its first file never stood: the one that made way for it comes back.
void RunWriter::write_or_fail(const fs::path& path, const std::vector<std::byte>& bytes) const {
    try {
        write_file(path, bytes.data(), bytes.size());
    } catch (const InputError&) {
        const bool stands = checkpoint_ >= 0 || !info_.frames.empty();
        if (!stands && keeps_replaced(folder_)) put_replaced_back(folder_);
        throw;
    }
}

RunWriter RunWriter::resume(fs::path folder, const RunDescription& description, Simulation& simulation,
                            const RunSettings& settings) {
    RunInfo manifest = read_manifest(folder);
    RunWriter writer(std::move(folder), std::move(manifest), settings);
    mend_replaced(writer.folder_);
    RunInfo& info = writer.info_;
    check_same_run(info, description, simulation, writer.folder_);
    Resumed resumed = resume_state(writer.folder_, info, simulation);
    info.scene_json = description.scene_json;
    info.frames = std::move(resumed.frames);
    set_key(info);
    make_folders(writer.folder_);
    remove_partial_files(writer.folder_);
    std::error_code none;
    fs::remove(next_manifest_path(writer.folder_), none);
    writer.pending_ = resumed.pending;
    writer.notes_ = std::move(resumed.notes);
    writer.checkpoint_ = resumed.checkpoint;
    writer.next_ = resumed.next_frame;
    end_last_line(timings_path(writer.folder_));
    return writer;
}

void RunWriter::write(const Simulation& simulation, const StepReport& report) {
    const int frame = simulation.frame();
    pending_.add(report);
    if (frame % info_.every == 0) {
        const CachedFrame cached = look_at(simulation, pending_);
        write_or_fail(frame_file(folder_, frame), frame_bytes(cached, origins_of(simulation), info_.key));
        info_.frames.push_back({frame, cached.frame.time, cached.stats.hash});
        pending_ = {};
        ++written_;
    }
    add_timing(frame, report);
    if (checkpoint_is_due(frame)) write_checkpoint(simulation);
    // A manifest of many frames is long: writing it takes at most a fiftieth of the time.
    if (Clock::now() - last_manifest_ > std::max<Clock::duration>(1s, 50 * manifest_cost_)) write_manifest_now();
    last_frame_ = Clock::now();
}

void RunWriter::finish(const Simulation& simulation) {
    const int frame = simulation.frame();
    if (checkpoint_ != frame) write_checkpoint(simulation);
    const bool complete = frame >= info_.frame_count;
    if (complete) drop_checkpoints(frame, true);
    write_manifest_now();
    if (complete) drop_replaced(folder_);
}

bool RunWriter::checkpoint_is_due(int frame) const {
    if (frame == checkpoint_ || frame == 0) return false;
    if (settings_.checkpoint_every > 0) return frame % settings_.checkpoint_every == 0;
    // Before the work at stake, with the next frame's, is more than was allowed.
    const auto now = Clock::now();
    return now - last_checkpoint_ + (now - last_frame_) > std::chrono::duration<double>(settings_.checkpoint_seconds);
}

void RunWriter::write_checkpoint(const Simulation& simulation) {
    const int frame = simulation.frame();
    write_or_fail(checkpoint_file(folder_, frame), checkpoint_bytes(simulation, pending_, info_.key));
    checkpoint_ = frame;
    drop_checkpoints(frame, false);
    last_checkpoint_ = Clock::now();
}

void RunWriter::drop_checkpoints(int newest, bool complete) const {
    const std::vector<int> frames = list_checkpoints(folder_);
    const auto older = std::lower_bound(frames.begin(), frames.end(), newest);
    const int previous = older == frames.begin() ? -1 : *(older - 1);
    for (const int frame : frames) {
        const bool asked_for =
            settings_.checkpoint_every > 0 ? frame % settings_.checkpoint_every == 0 : frame == previous && !complete;
        const bool is_base = info_.branch && frame == info_.branch->frame;
        std::error_code gone;
        if (frame != newest && !asked_for && !is_base) fs::remove(checkpoint_file(folder_, frame), gone);
    }
}

void RunWriter::write_manifest_now() {
    const auto start = Clock::now();
    const std::string text = manifest_text(info_, folder_);
    write_file(manifest_path(folder_), text.data(), text.size());
    last_manifest_ = Clock::now();
    manifest_cost_ = last_manifest_ - start;
}

void RunWriter::add_timing(int frame, const StepReport& report) const {
    if (report.steps == 0) return;
    std::string line = fmt::format("{{\"frame\":{}", frame);
    for (std::size_t k = 0; k < stage_count; ++k)
        line += fmt::format(",\"{}\":{:.4f}", stage_name(static_cast<Stage>(k)), report.milliseconds[k]);
    append_line(timings_path(folder_), line + "}\n");
}

}  // namespace pliant
