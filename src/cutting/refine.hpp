// Triangles that are long beside a crack's are halved first, so that no single one is cut into thousands of parts.
#pragma once

#include <pliant/types.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// A part of a triangle, with where its corners are in it.
struct PartOfTriangle {
    std::array<std::uint32_t, 3> corners;  ///< points
    std::uint32_t source = 0;              ///< the triangle that it is a part of
    std::array<Vec3, 3> shares{Vec3::Zero(), Vec3::Zero(),
                               Vec3::Zero()};  ///< of each corner: shares of the corners of `source`
};

/// Halves edges longer than `longest` until none is left. Triangles that share an edge halve it at the same point; new
/// points are appended to `points`.
std::vector<PartOfTriangle> refine(std::vector<Vec3>& points, std::span<const std::array<std::uint32_t, 3>> triangles,
                                   double longest);

}  // namespace pliant
