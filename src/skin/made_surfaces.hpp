// Surfaces of simple solids, centered at the origin with their axis along y, in pieces of about a given edge length, so
// that they can bend; with UVs. Edges of the solid are edges of the mesh. Lengths in metres.
#pragma once

#include "skin/skin_mesh.hpp"

#include <pliant/scene.hpp>

#include <optional>

namespace pliant {

RawSurface box_surface(const Vec3& size, double edge);
/// As Shape: the size includes the rounding.
RawSurface rounded_box_surface(const Vec3& size, double radius, double edge);
RawSurface ellipsoid_surface(const Vec3& radii, double edge);
RawSurface capsule_surface(double radius, double height, double edge);
/// A radius of 0 makes a tip; equal ones a cylinder.
RawSurface cone_surface(double radius, double top_radius, double height, double edge);
RawSurface torus_surface(double radius, double tube, double edge);

/// The one of the above that the shape's kind and sizes say, before it is placed; none for other kinds.
std::optional<RawSurface> surface_of(const Shape& shape, double edge);

}  // namespace pliant
