#include <pliant/error.hpp>
#include <pliant/export.hpp>
#include <pliant/output.hpp>

#include <system_error>
#include <utility>

#include "core/assert.hpp"
#include "export/formats.hpp"
#include "export/job.hpp"
#include "export/skin_source.hpp"

namespace pliant {
namespace {

namespace fs = std::filesystem;

void refuse_what_is_there(const std::vector<fs::path>& files) {
    std::error_code unknown;  // what cannot be looked at cannot be written either, which the writer says better
    for (const fs::path& file : files)
        if (fs::exists(file, unknown))
            throw InputError({.what = "the file is there already and is not overwritten",
                              .file = file.string(),
                              .hint = "give another path with -o, or --force to replace it"});
}

void make_folder(const fs::path& folder) {
    if (folder.empty()) return;
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder))
        throw InputError({.what = "the folder cannot be made: " + (error ? error.message() : "a file is in its place"),
                          .file = folder.string(),
                          .hint = "give a path with -o where you may write"});
}

/// Surfaces or particles?
bool exports_skins(const FrameSequence& frames, const FormatRow& row, ExportContent content) {
    const auto refuse = [&](const std::string& what, const std::string& hint) {
        throw InputError({.what = what, .path = "--content", .value = row.format.name, .hint = hint});
    };
    if (content == ExportContent::skins && row.holds == Holds::particles)
        refuse("this format holds particles only", "use obj, ply, vtp, usda or glb for skins");
    if (content == ExportContent::particles && row.holds == Holds::surfaces)
        refuse("this format holds surfaces only", "use ply, vtp, usda, npy or csv for particles");
    const bool wanted = content == ExportContent::skins || row.holds == Holds::surfaces;
    if (wanted && !frames.scene) refuse("skins need the scene that was run", "export from the folder of a run");
    return wanted || (content == ExportContent::automatic && row.holds == Holds::both && frames.scene);
}

}  // namespace

ExportResult export_frames(const FrameSequence& frames, const std::string& format, const fs::path& output,
                           const ExportOptions& options) {
    PLIANT_ASSERT(!frames.numbers.empty());
    const FormatRow& row = format_row(format);
    check_outside_runs(output, "-o");
    ExportJob job = {frames, planned_files(row, frames, output), options};
    if (!options.overwrite) refuse_what_is_there(job.files);
    if (exports_skins(frames, row, options.content))
        job.skins = std::make_shared<const SkinSource>(*frames.scene, frames.read(frames.numbers.back()));
    make_folder(job.files.front().parent_path());
    try {
        row.write(job);
    } catch (const ExportStopped&) {
        return {std::move(job.files), false};
    }
    return {std::move(job.files), true};
}

}  // namespace pliant
