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
    const fs::path names[] = {manifest_path({}), next_manifest_path({}),          timings_path({}),
                              replaced_path({}), frame_file({}, 0).parent_path(), checkpoint_file({}, 0).parent_path()};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

void check_outside_runs(const fs::path& output, std::string_view option) {
    std::error_code ignored;
    fs::path path = fs::weakly_canonical(output, ignored);
    if (ignored) path = fs::absolute(output).lexically_normal();
    for (; path.has_relative_path(); path = path.parent_path())
        if (is_own_name(path.filename()) && RunWriter::holds_run(path.parent_path()))
            throw InputError({.what = fmt::format("this belongs to the run in {}, which keeps its own files there",
                                                  path.parent_path().string()),
                              .file = output.string(),
                              .path = std::string(option),
                              .value = output.string(),
                              .allowed = "a place outside of " + path.string(),
                              .hint = "choose another file or folder"});
}

}  // namespace pliant
