// Surfaces from files with what a skin keeps of them: UVs and groups of materials.
#pragma once

#include "skin/skin_mesh.hpp"

#include <filesystem>

namespace pliant {

/// OBJ with its vt and usemtl; PLY with s and t, u and v or texture_u and texture_v; STL and OFF, which have neither.
/// Points are in the order of the file. Throws InputError as read_mesh does.
RawSurface read_surface(const std::filesystem::path& file);

}  // namespace pliant
