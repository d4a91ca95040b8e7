// What a picture shows: spheres, triangle meshes and planes with colours, in metres. The renderer knows nothing else;
// what a particle, a cluster or an obstacle looks like is decided by whoever fills the Stage.
#pragma once

#include "render/color.hpp"
#include "render/material.hpp"

#include <pliant/types.hpp>

#include <array>
#include <optional>
#include <vector>

namespace pliant::render {

/// Balls. `radii` and `colors` have one entry per center, or a single entry for all.
struct Spheres {
    std::vector<Vec3> centers;
    std::vector<float> radii;
    std::vector<Color> colors;
};

/// A surface of triangles, seen from both sides. `colors` has one entry per position, or a single one for all;
/// `normals` (unit length) has one entry per position for a smooth look, or none for flat facets. `places` are where
/// patterns are looked up, in metres of the body's own space, `uvs` where a texture is; per position, or none.
struct Mesh {
    std::vector<Vec3> positions;
    std::vector<std::array<int, 3>> triangles;
    std::vector<Vec3> normals;
    std::vector<Color> colors;
    std::optional<Material> material = {};  ///< none: dull, as spheres are
    std::vector<Vec3f> places = {};
    std::vector<Eigen::Vector2f> uvs = {};
};

/// An endless plane seen from the side its normal points to, with a faint checker that fades into the horizon. It takes
/// shadows but casts none on what stands before it: a wall must not put the whole scene in the dark.
struct Plane {
    Vec3 point = Vec3::Zero();
    Vec3 normal = Vec3::UnitY();
    Color color = {0.85f, 0.84f, 0.82f};
};

struct Stage {
    std::vector<Spheres> spheres;
    std::vector<Mesh> meshes;
    std::vector<Mesh> ghosts;  ///< seen through, like a film of soap: neither shadow nor mirror know them
    std::vector<Plane> planes;
};

}  // namespace pliant::render
