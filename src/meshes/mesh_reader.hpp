// Triangle meshes from files: OBJ, PLY, STL, OFF, chosen by the ending of the name.
#pragma once

#include "geometry/triangle_mesh.hpp"

#include <filesystem>

namespace pliant {

/// Reads a mesh; throws InputError that names the file, the line or byte, what was found and what is allowed.
TriangleMesh read_mesh(const std::filesystem::path& file);

}  // namespace pliant
