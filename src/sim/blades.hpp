// Obstacles that cut, as the fracture of a step sees them.
#pragma once

#include "collision/obstacle.hpp"
#include "fracture/fracture_rules.hpp"

#include <span>
#include <vector>

namespace pliant {

/// Where the blades are at a time: the middle of a box's thinnest side.
void place_blades(std::span<const ObstacleBody> obstacles, double time, std::vector<Blade>& blades);

}  // namespace pliant
