// PLY, the format of point clouds and of frames: text, and binary of either byte order.
//
// Read: the element "vertex" needs x, y and z; its other scalar properties become float attributes by their names,
// taken as they are (not checked to be finite: who uses one checks it). The element "face" needs a list vertex_indices
// or vertex_index, polygons become fans of triangles. Other elements and lists are passed over.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <variant>

#include "geometry/triangle_mesh.hpp"
#include "meshes/mesh_source.hpp"

namespace pliant {

TriangleMesh read_ply(const SourceFile& file);

/// A named property of every point.
struct PlyColumn {
    std::string name;  ///< one word
    std::variant<std::span<const float>, std::span<const std::int32_t>, std::span<const std::uint8_t>> values;
};

/// Writes points as binary little-endian PLY, one property a column, in the order given; all columns are equally long.
/// The file is either complete or not there. Throws InputError when it cannot be written.
void write_ply_points(const std::filesystem::path& path, std::span<const PlyColumn> columns);

}  // namespace pliant
