// What every command that takes a scene understands: its name or path, and --set.
#pragma once

#include <pliant/scene.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace pliant::cli {

struct SceneOptions {
    std::string scene;
    std::vector<std::string> settings;

    void add_to(CLI::App& command, const std::string& what);
    /// The settings, taken apart. Throws InputError.
    std::vector<Override> overrides() const;
    /// Loads and checks the scene with the settings. Throws InputError.
    Scene load() const;
};

}  // namespace pliant::cli
