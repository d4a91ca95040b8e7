// What the obstacles of a scene look like.
#pragma once

#include "render/stage.hpp"

#include <pliant/scene.hpp>

namespace pliant {

/// Adds the obstacles where their keys put them at this time, in seconds.
void add_obstacles(const Scene& scene, double time, render::Stage& stage);

}  // namespace pliant
