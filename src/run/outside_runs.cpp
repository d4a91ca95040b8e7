// Where nobody but a run may write.
#include "run/replaced_run.hpp"
#include "run/run_files.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace pliant {
namespace {

namespace fs = std::filesystem;

/// The first part of the path of everything that a run keeps in its folder.
bool is_own_name(const fs::path& name) {
    const fs::path own[] = {manifest_path({}), next_manifest_path({}),          timings_path({}),
                            replaced_path({}), frame_file({}, 0).parent_path(), checkpoint_file({}, 0).parent_path()};
    return std::find(std::begin(own), std::end(own), name) != std::end(own);
}

}  // namespace

void check_outside_runs(const fs::path& output, std::string_view option) {
    std::error_code ignored;
    fs::path place = fs::weakly_canonical(output, ignored);
    if (ignored) place = fs::absolute(output).lexically_normal();
    for (; place.has_relative_path(); place = place.parent_path())
        if (is_own_name(place.filename()) && RunWriter::holds_run(place.parent_path()))
            throw InputError({.what = fmt::format("this belongs to the run in {}, which keeps its own files there",
                                                  place.parent_path().string()),
                              .file = output.string(),
                              .path = std::string(option),
                              .value = output.string(),
                              .allowed = "a place outside of " + place.string(),
                              .hint = "choose another file or folder"});
}

}  // namespace pliant
