// A surface cut along the cracks of its body: one surface for each fragment, closed where the whole one was.
#pragma once

#include "cutting/crack_surface.hpp"
#include "cutting/refine.hpp"
#include "cutting/tears.hpp"

#include <limits>

namespace pliant {

/// A triangle of a fragment's outside: a part of one of the surface's own, or of its inside, made where it broke.
struct CutTriangle {
    std::array<std::uint32_t, 3> corners;  ///< points
    std::uint32_t fragment = 0;
    std::uint32_t source = 0;  ///< outside: the triangle that it is a part of
    std::array<Vec3, 3> shares{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  ///< outside: of the corners of `source`
};

inline constexpr std::uint32_t no_flap = std::numeric_limits<std::uint32_t>::max();

struct CutSurface {
    std::vector<Vec3> points;                    ///< each of one fragment
    std::vector<std::uint32_t> point_fragments;  ///< whose
    std::vector<std::uint32_t> point_flaps;      ///< of which of its flaps it is; no_flap where flaps hold together
    std::vector<CutTriangle> outside;            ///< by rising source
    std::vector<CutTriangle> inside;
    bool closed = false;  ///< every fragment
};

struct CutSettings {
    double cell = 0;   ///< m: about the edges of the inside
    double reach = 0;  ///< m: how far the surface may be from the particles
};

/// `particles` are those that `tears` was made of. All lengths in their coordinates.
CutSurface cut_surface(std::span<const Vec3> points, std::span<const std::array<std::uint32_t, 3>> triangles,
                       std::span<const Vec3> particles, const Tears& tears, const CutSettings& settings);

}  // namespace pliant
