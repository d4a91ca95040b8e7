// How much space a cloud of points stands for, however unevenly it is spread.
#pragma once

#include <pliant/types.hpp>

#include <span>

namespace pliant {

/// m³. The balls of radius 3/2 `spacing` around the points are united, which closes the gaps between them, and the
/// union is shrunk until about half a spacing is left around the outermost points. `spacing` is the cube root of the
/// volume per point, roughly; hollows narrower than three of it count as filled. Of points so scattered that voxels of
/// a spacing would be too many, n · spacing³.
double cloud_volume(std::span<const Vec3> points, double spacing);

}  // namespace pliant
