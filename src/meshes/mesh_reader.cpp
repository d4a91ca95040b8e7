#include "meshes/mesh_reader.hpp"

#include "meshes/mesh_formats.hpp"
#include "meshes/ply.hpp"

namespace pliant {
namespace {

TriangleMesh read_by_extension(const std::string& extension, const SourceFile& file,
                               const std::filesystem::path& folder) {
    if (extension == ".obj") return read_obj(file);
    if (extension == ".ply") return read_ply(file);
    if (extension == ".stl") return read_stl(file);
    if (extension == ".off") return read_off(file);
    if (extension == ".gltf" || extension == ".glb") return read_gltf(file, folder);
    fail(file, {.what = "this kind of mesh file is not known",
                .found = extension.empty() ? "a name without an ending" : extension,
                .allowed = ".obj, .ply, .stl, .off, .gltf, .glb",
                .hint = "export the mesh as one of these"});
}

}  // namespace

TriangleMesh read_mesh(const std::filesystem::path& path) {
    const SourceFile file = read_source(path);
    TriangleMesh mesh = read_by_extension(lower_extension(path), file, path.parent_path());
    if (mesh.triangles.empty()) {
        fail(file, {.what = "the file has no faces",
                    .found = std::to_string(mesh.vertices.size()) + " vertices, 0 faces",
                    .allowed = "a surface of triangles or polygons",
                    .hint = "for a point cloud use a shape of type 'points'"});
    }
    check_extent(file, mesh.vertices);
    return mesh;
}

}  // namespace pliant
