// One reader per mesh format; PLY is in ply.hpp.
#pragma once

#include "geometry/triangle_mesh.hpp"
#include "meshes/mesh_source.hpp"

namespace pliant {

/// Wavefront OBJ: vertices and faces (v, v/t, v//n, v/t/n, negative indices); materials, normals, textures, groups,
/// lines and curves are passed over. Read by hand because errors must name the line and a bad number must not become 0.
TriangleMesh read_obj(const SourceFile& file);

/// STL, text or binary; every triangle has three vertices of its own.
TriangleMesh read_stl(const SourceFile& file);

/// OFF, also with colours or normals after the coordinates (COFF, NOFF), which are passed over.
TriangleMesh read_off(const SourceFile& file);

/// glTF 2.0 (.gltf, .glb): all triangles of its scene, where their nodes put them; normals as nx ny nz, UVs as u v (v
/// upwards), colours as red green blue (sRGB, 0 to 1) where every part has them; a group a primitive, named by its
/// material. `folder` is where a .gltf's buffers are.
TriangleMesh read_gltf(const SourceFile& file, const std::filesystem::path& folder);

}  // namespace pliant
