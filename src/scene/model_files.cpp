#include "scene/model_files.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <cstdlib>

namespace pliant {
namespace {

namespace fs = std::filesystem;

const fs::path models = "models";
constexpr const char* variable = "PLIANT_MODELS";

bool is_there(const fs::path& file) {
    std::error_code error;
    return fs::exists(file, error);
}

/// The file in the nearest folder at or above `start`; empty when there is none.
fs::path find_above(const fs::path& start, const fs::path& file) {
    std::error_code error;
    fs::path folder = fs::absolute(start, error);
    if (error) return {};
    for (;; folder = folder.parent_path()) {
        if (is_there(folder / file)) return folder / file;
        if (!folder.has_relative_path()) return {};
    }
}

[[noreturn]] void not_installed(const fs::path& file, const char* chosen) {
    const std::string name = file.filename().string();
    throw InputError(
        {.what = "this scene needs a mesh that is not installed",
         .value = file.string(),
         .allowed = chosen ? fmt::format("a file {} in {}, the folder that {} names", name, chosen, variable)
                           : fmt::format("a file {} in a folder models/, here or above", name),
         .hint = fmt::format("run tools/install-models in Pliant's own folder, or set {} to the folder that holds {}",
                             variable, name)});
}

}  // namespace

fs::path find_shape_file(const std::string& file, const fs::path& scene_folder) {
    const fs::path path(file);
    if (path.is_absolute()) return path;
    const fs::path beside = scene_folder / path;
    if (path.begin() == path.end() || *path.begin() != models || is_there(beside)) return beside;
    const fs::path inside = path.lexically_relative(models);
    const char* chosen = std::getenv(variable);
    if (chosen && *chosen && is_there(fs::path(chosen) / inside)) return fs::path(chosen) / inside;
    for (const fs::path& start : {scene_folder.empty() ? fs::path(".") : scene_folder, fs::path(".")})
        if (const fs::path found = find_above(start, path); !found.empty()) return found;
    not_installed(path, chosen && *chosen ? chosen : nullptr);
}

}  // namespace pliant
