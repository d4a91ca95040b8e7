// The scene's parameters as tables.
#pragma once

#include <pliant/scene.hpp>

#include <string>

namespace pliant {

/// Time and forces, a row for each body, a row for each obstacle, and the complete scene as JSON to unfold.
std::string parameter_tables(const Scene& scene, const std::string& scene_json);

}  // namespace pliant
