// All surfaces of a frame as one list of vertices and triangles, for formats that know nothing else.
#pragma once

#include "export/skin_source.hpp"

#include <array>
#include <vector>

namespace pliant {

/// Vertices are those of SkinMesh: points with a UV and a normal of their own.
struct FlatSkin {
    std::vector<float> positions, normals, velocities;  ///< x y z x y z …
    std::vector<float> uvs;                             ///< u v u v …; 0 where a thing has none
    std::vector<std::uint8_t> colors;                   ///< r g b r g b …
    std::vector<std::uint32_t> thing;                   ///< per vertex: which of the things
    std::vector<std::uint32_t> fragment;  ///< per vertex: its piece, as in Frame::fragments; 0 of what is whole
    std::vector<std::array<std::uint32_t, 3>> triangles;

    std::size_t vertex_count() const { return thing.size(); }
};

FlatSkin flat_skin(const SkinSource& source, const std::vector<ThingFrame>& things);

/// The points of all things, as obj has them.
std::vector<float> flat_points(const std::vector<ThingFrame>& things);

}  // namespace pliant
