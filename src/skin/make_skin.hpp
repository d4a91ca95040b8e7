// From a body's or an obstacle's description to its surface at rest, bound to its particles.
#pragma once

#include "build/shape.hpp"
#include "skin/body_skin.hpp"

namespace pliant {

/// `path` is where it is in the scene ("bodies[0]"). Throws InputError.
BodySkin make_body_skin(ShapeBuilder& shapes, const Scene& scene, const Body& body, const std::string& path);
BodySkin make_obstacle_skin(const Scene& scene, const Obstacle& obstacle, const std::string& path);

}  // namespace pliant
