#include "live/change.hpp"

#include "live/build_anew.hpp"
#include "live/changeable.hpp"
#include "sim/parts.hpp"

#include <pliant/error.hpp>
#include <pliant/output.hpp>

#include <utility>

namespace pliant {
namespace {

Scene changed_scene(const Scene& scene, const std::string& path, const std::string& value) {
    Scene changed = parse_scene(scene_to_json(scene), scene.name.empty() ? "scene" : scene.name, {{path, value}},
                                scene.file.parent_path());
    changed.name = scene.name;
    changed.file = scene.file;
    return changed;
}

/// Everything but the threads: those of the running simulation stay.
void take_over(Simulation& from, Simulation& running) {
    Simulation::Parts &built = from.parts(), &parts = running.parts();
    // Pins are the running one's: inputs make and move them.
    built.model.pins = parts.model.pins;
    built.state.pins = parts.state.pins;
    built.state.step = parts.state.step;
    parts.model = std::move(built.model);
    parts.state = std::move(built.state);
    parts.backend.prepare();
}

/// Glue that was added where bodies are now is not what the scene builds at its start: it goes on as it is.
void continue_with_glue(const Scene& changed, Simulation& simulation) {
    Scene unglued = changed;
    unglued.glue.clear();
    Simulation branch = build_anew(unglued, simulation);
    Simulation::Parts &parts = simulation.parts(), &built = branch.parts();
    GlueState kept = std::exchange(parts.state.glue, {});
    try {
        continue_from(simulation, branch);
    } catch (...) {
        parts.state.glue = std::move(kept);
        throw;
    }
    built.model.glue = parts.model.glue;
    built.model.glue_summaries = parts.model.glue_summaries;
    built.state.glue = std::move(kept);
    set_sleep_rules(changed.sleeping, built.model, built.state);
    take_over(branch, simulation);
}

}  // namespace

void change_parameter(const std::string& path, const std::string& value, Scene& scene, Simulation& simulation,
                      const Controls& controls) {
    check_changeable(scene, path, value);
    Scene changed = changed_scene(scene, path, value);
    if (path.starts_with("gravity")) {
        simulation.parts().model.gravity = changed.gravity;
        scene = std::move(changed);
        return;
    }
    if (controls.added_glue) {
        continue_with_glue(changed, simulation);
    } else {
        Simulation branch = build_anew(changed, simulation);
        continue_from(simulation, branch);
        take_over(branch, simulation);
    }
    scene = std::move(changed);
}

}  // namespace pliant
