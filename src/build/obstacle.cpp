#include "build/obstacle.hpp"

namespace pliant {

ObstacleBody build_obstacle(ShapeBuilder& shapes, const Obstacle& obstacle, const std::string& path) {
    constexpr int grid_cells = 80;  // along the longest side
    if (obstacle.kind != ObstacleKind::mesh) return ObstacleBody(obstacle);
    Shape shape;
    shape.kind = ShapeKind::mesh;
    shape.file = obstacle.file;
    shape.place.scale = obstacle.place.scale;
    return {obstacle, solid::sampled(*shapes.solid(shape, path + ".file"), grid_cells)};
}

}  // namespace pliant
