#include "scene_options.hpp"

#include <pliant/error.hpp>

namespace pliant::cli {

void SceneOptions::add_to(CLI::App& command, const std::string& what) {
    command.add_option("scene", scene, what)->required();
    command.add_option("--set", settings, "override a field: --set bodies.0.clusters.count=50")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

std::vector<Override> SceneOptions::overrides() const {
    std::vector<Override> overrides;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            throw InputError({.what = "an override needs a path and a value",
                              .path = "--set " + setting,
                              .value = setting,
                              .allowed = "PATH=VALUE",
                              .hint = "for example --set bodies.0.clusters.count=50"});
        overrides.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    return overrides;
}

Scene SceneOptions::load() const { return load_scene(scene, overrides()); }

}  // namespace pliant::cli
