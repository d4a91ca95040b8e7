// A binary glTF 2.0 file under way: accessors in one buffer, and JSON that names them.
#pragma once

#include "export/skin_source.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace pliant {

class GlbFile {
  public:
    /// Adds numbers and returns the accessor's index. `type` is "SCALAR", "VEC2", "VEC3" or "VEC4".
    std::size_t add(std::span<const float> values, const char* type);
    std::size_t add(std::span<const std::uint32_t> indices);

    std::vector<std::string> materials, meshes, nodes, animations;  ///< their JSON, in order

    /// A material of a thing's look, or of its inside; returns its index. `colored`: its vertices have colors.
    std::size_t add_material(const SkinThing& thing, bool inside = false, bool colored = false);
    /// Attributes and triangles of a surface as primitives, one of the outside and one of the inside where there is
    /// one: JSON without the last closing brace.
    std::string primitives(const SkinMesh& mesh, const std::vector<Vec3>& points, const std::vector<Vec3>& normals,
                           const SkinThing& thing);

    /// The scene has all nodes. Throws InputError when the file cannot be written.
    void write(const std::filesystem::path& path) const;

  private:
    std::size_t add_view(const void* bytes, std::size_t size);

    std::string buffer_;
    std::vector<std::string> views_, accessors_, images_;
};

/// Positions or normals by vertex: x y z x y z …
std::vector<float> by_vertex(const std::vector<std::uint32_t>& of_vertex, const std::vector<Vec3>& values);

/// Where a thing that moves as a whole is: "translation" and "rotation" of a node.
std::string node_place(const ThingFrame& frame);

/// Text within JSON quotes.
std::string json_text(const std::string& text);

}  // namespace pliant
