// Cuts one triangle into smaller ones along given segments: a constrained triangulation (Lawson 1977, Sloan 1993).
#pragma once

#include "cutting/crossings.hpp"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace pliant {

struct TriangleParts {
    /// Corners by number: 0 to 2 are the triangle's, 3 and up the places. Turned as the triangle is.
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::size_t missing = 0;  ///< segments that are no edges: they crossed each other
};

/// `segments` join corners and places by the same numbers. They may meet at their ends only.
TriangleParts cut_triangle(const std::vector<PlaceInTriangle>& places,
                           const std::vector<std::pair<std::uint32_t, std::uint32_t>>& segments);

}  // namespace pliant
