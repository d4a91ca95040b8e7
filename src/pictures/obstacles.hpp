// What the obstacles of a scene look like.
#pragma once

#include "render/stage.hpp"

#include <pliant/scene.hpp>

#include <vector>

namespace pliant {

/// The surface of each obstacle in its own coordinates; empty for planes. Reads the files of meshes. Throws InputError.
std::vector<render::Mesh> obstacle_surfaces(const Scene& scene);

/// Adds the obstacles where their keys put them at this time, in seconds.
void add_obstacles(const Scene& scene, const std::vector<render::Mesh>& surfaces, double time, render::Stage& stage);

}  // namespace pliant
