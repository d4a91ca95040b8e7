#include "skin/read_surface.hpp"

#include "geometry/triangle_mesh.hpp"
#include "meshes/mesh_reader.hpp"
#include "meshes/mesh_source.hpp"

#include <algorithm>
#include <utility>

namespace pliant {
namespace {

/// The number of the UV in a corner such as "3/1" or "-1/-1/4"; from 0, none where there is none or it does not exist.
std::optional<std::size_t> uv_of_corner(std::string_view corner, std::size_t uvs_so_far) {
    const std::size_t slash = corner.find('/');
    if (slash == corner.npos) return std::nullopt;
    const std::string_view rest = corner.substr(slash + 1);
    const std::optional<std::int64_t> number = parse_integer(rest.substr(0, rest.find('/')));
    if (!number || *number == 0) return std::nullopt;
    const std::int64_t index = *number > 0 ? *number - 1 : static_cast<std::int64_t>(uvs_so_far) + *number;
    if (index < 0) return std::nullopt;
    return static_cast<std::size_t>(index);
}

/// A second reading of an OBJ file, for what the reader of meshes passes over; it has checked the rest.
void add_obj_extras(const SourceFile& file, RawSurface& raw) {
    LineReader lines(file);
    std::vector<Vec2f> uvs;
    std::vector<std::array<std::optional<std::size_t>, 3>> corners;
    while (auto line = lines.next()) {
        const std::string_view keyword = next_word(*line);
        if (keyword == "vt") {
            const double u = lines.finite(*line, "u"), v = lines.finite(*line, "v");
            uvs.emplace_back(static_cast<float>(u), static_cast<float>(v));
        } else if (keyword == "usemtl") {
            raw.groups.push_back({std::string(next_word(*line)), static_cast<std::uint32_t>(corners.size()), 0});
        } else if (keyword == "f") {
            std::vector<std::optional<std::size_t>> polygon;
            for (std::string_view word = next_word(*line); !word.empty(); word = next_word(*line))
                polygon.push_back(uv_of_corner(word, uvs.size()));
            for (std::size_t k = 2; k < polygon.size(); ++k)
                corners.push_back({polygon[0], polygon[k - 1], polygon[k]});
        }
    }
    for (std::size_t g = 0; g < raw.groups.size(); ++g) {
        const std::size_t end = g + 1 < raw.groups.size() ? raw.groups[g + 1].first : corners.size();
        raw.groups[g].count = static_cast<std::uint32_t>(end) - raw.groups[g].first;
    }
    std::erase_if(raw.groups, [](const SkinGroup& group) { return group.count == 0; });
    for (const auto& triangle : corners) {
        std::array<Vec2f, 3>& of = raw.uvs.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
            if (!triangle[k] || *triangle[k] >= uvs.size()) {
                raw.uvs.clear();  // some corners without: as if none had one
                return;
            }
            of[k] = uvs[*triangle[k]];
        }
    }
}

void add_ply_uvs(const TriangleMesh& mesh, RawSurface& raw) {
    for (const auto& [u, v] : {std::pair("s", "t"), std::pair("u", "v"), std::pair("texture_u", "texture_v")}) {
        const auto us = mesh.attributes.find(u), vs = mesh.attributes.find(v);
        if (us == mesh.attributes.end() || vs == mesh.attributes.end()) continue;
        for (const auto& triangle : mesh.triangles) {
            std::array<Vec2f, 3>& of = raw.uvs.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) of[k] = {us->second[triangle[k]], vs->second[triangle[k]]};
        }
        return;
    }
}

}  // namespace

RawSurface read_surface(const std::filesystem::path& path) {
    const TriangleMesh mesh = read_mesh(path);
    RawSurface raw;
    raw.points = mesh.vertices;
    raw.triangles = mesh.triangles;
    if (lower_extension(path) == ".obj") add_obj_extras(read_source(path), raw);
    if (lower_extension(path) == ".ply") add_ply_uvs(mesh, raw);
    if (raw.uvs.size() != raw.triangles.size()) raw.uvs.clear();
    return raw;
}

}  // namespace pliant
