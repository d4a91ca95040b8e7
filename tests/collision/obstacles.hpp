// Obstacles of every kind for the tests.
#pragma once

#include "collision/obstacle.hpp"
#include "core/random.hpp"

#include <string>
#include <vector>

namespace pliant::testing {

inline Vec3 random_vec(Random& random, double size) {
    return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

/// All kinds, thin ones too; `thin` is the smallest extent in metres.
inline std::vector<Obstacle> obstacles_of_every_kind(double thin = 0.02) {
    std::vector<Obstacle> all;
    const auto add = [&](ObstacleKind kind, double radius, double top, double height, const Vec3& size) {
        Obstacle o;
        o.kind = kind;
        o.radius = radius;
        o.top_radius = top;
        o.height = height;
        o.size = size;
        o.name = "obstacle-" + std::to_string(all.size());
        all.push_back(o);
    };
    const Vec3 unused = Vec3::Ones();
    add(ObstacleKind::plane, 1, 0, 1, unused);
    add(ObstacleKind::sphere, 0.5, 0, 1, unused);
    add(ObstacleKind::sphere, thin, 0, 1, unused);
    add(ObstacleKind::box, 1, 0, 1, Vec3(1, 2, 0.5));
    add(ObstacleKind::box, 1, 0, 1, Vec3(3, thin, 3));
    add(ObstacleKind::capsule, thin, 0, 2, unused);
    add(ObstacleKind::cylinder, 1, 0, thin, unused);
    add(ObstacleKind::cylinder, thin, 0, 2, unused);
    add(ObstacleKind::cone, 0.7, 0, 1, unused);
    add(ObstacleKind::cone, 1, 0.8, thin, unused);
    return all;
}

}  // namespace pliant::testing
