// Where in a pixel, on the sun and in the sky a ray is sent: evenly spread, and a function of the pixel alone.
//
// Sun and sky use interleaved sampling (Keller and Heidrich 2001): the sixteen pixels of any 4×4 window hold sixteen
// consecutive stretches of one low-discrepancy sequence, so that averaging over a window (film.cpp) leaves no noise.
#pragma once

#include "render/color.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace pliant::render {

inline constexpr int interleave = 4;  ///< side of the window, in pixels

/// A point of the unit square.
struct Point2 {
    float u, v;
};

/// Point `i` of the additive sequence with the plastic number's powers as steps (Roberts 2018), shifted by `shift`:
/// every stretch of it is evenly spread. In integers, so that no index loses bits.
inline Point2 even_point(std::uint32_t i, std::uint32_t shift) {
    const std::uint32_t u = shift + i * 3242174889u;                // 2³² / ρ
    const std::uint32_t v = shift * 0x9e3779b9u + i * 2447445414u;  // 2³² / ρ²
    return {static_cast<float>(u >> 8) * 0x1p-24f, static_cast<float>(v >> 8) * 0x1p-24f};
}

/// The rank of a pixel in its window, 0 to 15, in dispersed order: neighbors get far ranks.
inline std::uint32_t window_rank(int x, int y) {
    constexpr std::array<std::uint32_t, 16> rank = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
    return rank[static_cast<std::size_t>((y % interleave) * interleave + x % interleave)];
}

/// Two unit vectors that make an orthonormal frame with the unit vector n.
inline std::array<Vec3f, 2> tangents(const Vec3f& n) {
    const Vec3f helper = std::abs(n.x()) < 0.6f ? Vec3f(1, 0, 0) : Vec3f(0, 1, 0);
    const Vec3f a = n.cross(helper).normalized();
    return {a, n.cross(a)};
}

/// Uniform in a disc of radius 1.
inline Point2 in_disc(Point2 p) {
    const float radius = std::sqrt(p.u);
    const float angle = 2 * std::numbers::pi_v<float> * p.v;
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// A direction in the hemisphere of n with density proportional to its cosine.
inline Vec3f toward_hemisphere(const Vec3f& n, Point2 p) {
    const Point2 d = in_disc(p);
    const auto [a, b] = tangents(n);
    return d.u * a + d.v * b + std::sqrt(std::max(0.0f, 1 - p.u)) * n;
}

}  // namespace pliant::render
