// A surface that can follow a body: points that move, triangles over them, and what stays as it is while they move.
//
// A point is a place; a vertex is a point with a UV and a normal of its own. Vertices that share a point can never come
// apart, so that seams of UVs and sharp edges leave a closed surface closed.
#pragma once

#include "geometry/triangle_mesh.hpp"

#include <pliant/types.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace pliant {

using Vec2f = Eigen::Vector2f;

/// Triangles of one material, as the file that they came from groups them.
using SkinGroup = FaceGroup;

/// A normal that the surface's file gave, by where it is in a frame of the surface: along its edge from one point to
/// another, across it, and along the normal that is computed. So it turns as the surface does.
struct GivenNormal {
    std::uint32_t from = 0, to = 0;  ///< points
    Vec3 parts = Vec3::UnitZ();
};

/// Degrees between two faces above which the edge between them is drawn sharp.
inline constexpr double usual_crease = 40;
inline constexpr std::uint32_t no_inside = std::numeric_limits<std::uint32_t>::max();

struct SkinMesh {
    std::vector<Vec3> points;                  ///< m, at rest
    std::vector<std::uint32_t> vertex_point;   ///< per vertex
    std::vector<std::uint32_t> vertex_normal;  ///< per vertex: which of the normals below it has
    std::uint32_t normal_count = 0;            ///< normals that frames compute: one a smooth patch of a point
    std::vector<GivenNormal> given_normals;    ///< by vertex_normal, or none
    std::vector<Vec2f> uvs;                    ///< per vertex, or none
    std::vector<Eigen::Vector3f> colors;       ///< sRGB from 0 to 1, per vertex, or none
    std::vector<std::array<std::uint32_t, 3>> triangles;  ///< vertices, counter-clockwise seen from outside
    std::vector<SkinGroup> groups;                        ///< none: all are of one material
    std::uint32_t inside_from = no_inside;                ///< triangles from here on were inside before the body broke
    double crease = usual_crease;                         ///< degrees: sharper edges are drawn sharp

    bool has_inside() const { return inside_from < triangles.size(); }
    std::size_t vertex_count() const { return vertex_point.size(); }
    std::uint32_t point(std::size_t triangle, std::size_t corner) const {
        return vertex_point[triangles[triangle][corner]];
    }
};

/// Triangles of points, with what each of their corners has: what makers and readers of surfaces fill in.
struct RawSurface {
    std::vector<Vec3> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::array<Vec2f, 3>> uvs;               ///< per triangle, or none
    std::vector<std::array<Vec3, 3>> normals;            ///< likewise: corners with the same one are smooth
    std::vector<std::array<Eigen::Vector3f, 3>> colors;  ///< likewise, sRGB from 0 to 1
    std::vector<SkinGroup> groups;
    std::uint32_t inside_from = no_inside;  ///< as in SkinMesh: the edge between outside and inside is always sharp
};

/// Finds smooth patches and vertices. Points keep their order, also those that no triangle uses.
SkinMesh make_skin_mesh(RawSurface raw, double crease_degrees = usual_crease);

/// Unit normals by SkinMesh::vertex_normal, for points that have moved; mean of the faces by their areas.
std::vector<Vec3> smooth_normals(const SkinMesh& mesh, std::span<const Vec3> points);

/// Several surfaces as one; points, normals and vertices one after the other, what was inside at the end.
SkinMesh joined(const std::vector<const SkinMesh*>& meshes);

/// m³ inside the surface, if it is closed.
double enclosed_volume(const SkinMesh& mesh, std::span<const Vec3> points);

/// Is every edge used once each way, by points?
bool is_closed(const SkinMesh& mesh);

}  // namespace pliant
