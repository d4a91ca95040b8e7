// Scenes from files, from text and from the ones bundled with the library.
#include <pliant/error.hpp>
#include <pliant/scene.hpp>

#include <fmt/format.h>

#include "scene/check.hpp"
#include "scene/check_fields.hpp"
#include "scene/embedded.hpp"
#include "scene/file.hpp"
#include "scene/json.hpp"
#include "scene/near.hpp"
#include "scene/overrides.hpp"
#include "scene/read.hpp"
#include "scene/stability.hpp"
#include "scene/unused.hpp"
#include "scene/write.hpp"

#include <cmath>

namespace pliant {
namespace {

Scene read_document(const Value& root, const Source& source) {
    if (!root.object())
        throw InputError({.what = "a scene is one object",
                          .file = source.file,
                          .path = "line 1, column 1",
                          .value = brief_text(root),
                          .allowed = "{ … } with the fields of a scene",
                          .hint = "the smallest scene is {\"bodies\": [{\"shape\": {\"type\": \"sphere\"}}]}"});
    Scene scene;
    read_fields(source, root, "", fields_of(scene));
    fill_in_names(scene);
    check_whole_scene({scene, &root, source});
    return scene;
}

}  // namespace

Scene parse_scene(std::string_view text, const std::string& name, const std::vector<Override>& overrides,
                  const std::filesystem::path& folder) {
    Value root = parse_json(text, name);
    Source source{.file = name, .folder = folder, .overrides = {}};
    for (std::size_t i = 0; root.object() && i < overrides.size(); ++i) {
        apply_override(root, overrides[i], static_cast<int>(i));
        source.overrides.push_back(override_text(overrides[i]));
    }
    Scene scene = read_document(root, source);
    const std::filesystem::path file = name;
    scene.name = file.stem().string();
    scene.file = folder / file.filename();
    return scene;
}

SceneSource find_scene(const std::string& name_or_path) {
    const std::filesystem::path path = name_or_path;
    std::error_code error;
    const std::string_view bundled = embedded_text(name_or_path + ".json");
    const bool exists = std::filesystem::exists(path, error);
    if (!bundled.empty() && (!exists || std::filesystem::is_directory(path, error)))
        return {.name = name_or_path, .text = std::string(bundled), .file = {}};
    if (!exists && !path.has_parent_path())
        throw InputError({.what = "there is no such file and no such bundled scene",
                          .file = name_or_path,
                          .allowed = "a scene file, or a name that `pliant scenes` lists",
                          .hint = did_you_mean(name_or_path, bundled_scenes())});
    return {.name = path.stem().string(), .text = read_text_file(path), .file = path};
}

Scene load_scene(const std::string& name_or_path, const std::vector<Override>& overrides) {
    const SceneSource source = find_scene(name_or_path);
    const std::string shown = source.file.empty() ? source.name : source.file.string();
    Scene scene = parse_scene(source.text, shown, overrides, source.file.parent_path());
    scene.name = source.name;
    scene.file = source.file;
    return scene;
}

std::vector<std::string> bundled_scenes() {
    constexpr std::string_view extension = ".json";
    std::vector<std::string> names;
    for (const EmbeddedFile& file : embedded_files())
        if (file.name.find('/') == std::string_view::npos)
            names.emplace_back(file.name.substr(0, file.name.size() - extension.size()));
    return names;
}

std::string scene_to_json(const Scene& scene) {
    Scene copy = scene;  // the table's cells point to what may be changed
    return pretty_text(write_fields(fields_of(copy)));
}

Scene check_scene(const Scene& scene) {
    Scene checked = scene, blank;
    const Source source{
        .file = scene.name.empty() ? "scene" : scene.name, .folder = scene.file.parent_path(), .overrides = {}};
    check_fields(source, "", fields_of(checked), fields_of(blank));
    fill_in_names(checked);
    check_whole_scene({checked, nullptr, source});
    return checked;
}

/// Up to here a step does not overshoot by more than it had to go (MR20's bound).
constexpr double quiet_alpha = 2;

std::vector<std::string> scene_notes(const Scene& scene) {
    std::vector<std::string> notes;
    const double step = step_length(scene.time);
    for (const Body& body : scene.bodies) {
        note_unused(body, fmt::format("bodies[{}]", &body - scene.bodies.data()), notes);
        if (body.solver != Solver::shape_matching || is_automatic(scene.time)) continue;
        const StepRates rates = largest_rates(scene, body);
        const double alpha = alpha_of_step(rates, step);
        if (alpha <= quiet_alpha) continue;
        // α falls with the square of the step, but for a raw one.
        const int substeps = substeps_per_frame(scene.time);
        const std::string more = fmt::format("raise time.substeps from {} to {}, or lower its stiffness", substeps,
                                             std::ceil(substeps * std::sqrt(alpha / quiet_alpha)));
        notes.push_back(fmt::format(
            "{}: it is so stiff for steps of {:.3g} ms that it may rattle, though not explode (α = {:.3g} per step, "
            "better {} or less): {}.",
            body.name, 1000 * step, alpha, quiet_alpha, rates.alpha > 0 ? "lower its raw alpha" : more));
    }
    return notes;
}

}  // namespace pliant
