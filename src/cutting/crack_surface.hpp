// The surfaces between the fragments of a broken body, at rest.
//
// Space around the cracks is cut into tetrahedra. Their corners belong to fragments; where two corners of one differ,
// a border runs between them (docs/skins.md). The surface goes on beyond the body, as far as `reach`, so that
// whatever skin the body has, it is cut through. It never meets itself but along edges.
#pragma once

#include "cutting/fragment_field.hpp"

#include <array>

namespace pliant {

struct CrackSurface {
    struct Face {
        std::array<std::uint32_t, 3> corners;
        std::uint32_t front;  ///< the fragment that the normal points into
        std::uint32_t back;
    };
    std::vector<Vec3> points;
    std::vector<Face> faces;
};

/// `cell` is about the length of its edges, `reach` how far beyond the particles it goes: m, in their coordinates.
/// Another `seed` gives another roughness.
CrackSurface crack_surface(const FragmentField& field, std::span<const Vec3> particles, double cell, double reach,
                           std::uint64_t seed);

}  // namespace pliant
