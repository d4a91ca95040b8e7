// An obstacle of the scene, ready to run.
#pragma once

#include "build/shape.hpp"
#include "collision/obstacle.hpp"

namespace pliant {

/// A mesh's inside is that of bodies (geometry/mesh_solid.cpp): by winding number, so that holes are closed by a smooth
/// membrane; one that encloses nothing is refused. Its distances are kept on a grid. Throws InputError; `path` is the
/// obstacle's path in the scene ("obstacles[0]").
ObstacleBody build_obstacle(ShapeBuilder& shapes, const Obstacle& obstacle, const std::string& path);

}  // namespace pliant
