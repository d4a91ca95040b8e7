// The surface of a sphere cut by half-spaces: what a collision proxy looks like.
#pragma once

#include "render/stage.hpp"

#include <span>
#include <utility>

namespace pliant::render {

/// The points q with |q − center| ≤ radius and n·q ≤ a for each of the planes (n, a): smooth on the sphere, flat on the
/// planes, with sharp edges. Colours are left to the caller; nothing is left when the planes cut everything away.
Mesh cut_sphere_solid(const Vec3& center, double radius, std::span<const std::pair<Vec3, double>> planes);

}  // namespace pliant::render
