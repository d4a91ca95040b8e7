// Meshes of simple solids, centred on the origin with their axis along y, for obstacles and proxies. Normals are smooth
// where the solid is and split at its edges. Lengths in metres.
#pragma once

#include "render/stage.hpp"

#include <Eigen/Geometry>

namespace pliant::render {

Mesh sphere_solid(double radius);
Mesh box_solid(const Vec3& size);
/// `height` is the length of the straight part; the whole is 2·radius longer.
Mesh capsule_solid(double radius, double height);
Mesh cylinder_solid(double radius, double height);
/// `radius` at the bottom, `top_radius` at the top; 0 makes a tip.
Mesh cone_solid(double radius, double top_radius, double height);

/// The mesh moved, turned and scaled, in one colour.
Mesh placed(Mesh mesh, const Eigen::Affine3d& transform, Color color);

}  // namespace pliant::render
