// Materials by name: scenes/presets/*.json, embedded in the library, or a file of the same form beside the scene.
#pragma once

#include <pliant/scene.hpp>

#include <filesystem>

namespace pliant {

/// A preset's file: {"summary": one line, "material": {values}}.
struct Preset {
    std::string summary;
    Material material;
};

/// The bundled preset of this name, or the file of this name in `folder` when it ends in .json. The material's `preset`
/// is the name. Throws InputError with near names, and without a path: the caller knows it.
Material find_preset(const std::string& name, const std::filesystem::path& folder);

/// Reads a preset file's text; `file` names it in messages.
Preset parse_preset(std::string_view text, const std::string& file);

}  // namespace pliant
