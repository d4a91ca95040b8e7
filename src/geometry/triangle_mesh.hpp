// A surface as it comes from a file: vertices, triangles, and named numbers on the vertices.
//
// Nothing is promised about the surface: it may be open, non-manifold, self-intersecting or a soup of triangles.
#pragma once

#include <pliant/types.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pliant {

/// Triangles of one material, as their file groups them.
struct FaceGroup {
    std::string name;
    std::uint32_t first = 0;  ///< triangle
    std::uint32_t count = 0;
};

struct TriangleMesh {
    std::vector<Vec3> vertices;  ///< metres
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::map<std::string, std::vector<float>> attributes;  ///< each as long as vertices
    std::vector<FaceGroup> groups = {};                    ///< where the reader of the format knows them
};

/// The box of the vertices that triangles use.
Box mesh_bounds(const TriangleMesh& mesh);

/// m².
double mesh_area(const TriangleMesh& mesh);

/// True when every edge is used equally often in both directions, vertices at equal positions counted as one. Then the
/// winding number is a whole number everywhere off the surface.
bool is_closed(const TriangleMesh& mesh);

/// How far the faces agree on which side is out: of the edges that two faces share, those that both go through in the
/// same direction. Vertices at equal positions count as one.
struct FaceAgreement {
    std::size_t shared = 0;
    std::size_t opposed = 0;
};
FaceAgreement face_agreement(const TriangleMesh& mesh);

}  // namespace pliant
