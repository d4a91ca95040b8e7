#include "skin/read_surface.hpp"

#include "geometry/triangle_mesh.hpp"
#include "meshes/mesh_reader.hpp"
#include "meshes/mesh_source.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace pliant {
namespace {

/// The numbers of the UV and of the normal in a corner such as "3/1", "3//2" or "-1/-1/4"; from 0, none where there is
/// none or it does not exist.
struct ObjCorner {
    std::optional<std::size_t> uv, normal;
};

std::optional<std::size_t> obj_index(std::string_view word, std::size_t so_far) {
    const std::optional<std::int64_t> number = parse_integer(word);
    if (!number || *number == 0) return std::nullopt;
    const std::int64_t index = *number > 0 ? *number - 1 : static_cast<std::int64_t>(so_far) + *number;
    if (index < 0) return std::nullopt;
    return static_cast<std::size_t>(index);
}

ObjCorner obj_corner(std::string_view corner, std::size_t uvs_so_far, std::size_t normals_so_far) {
    const std::size_t slash = corner.find('/');
    if (slash == corner.npos) return {};
    const std::string_view rest = corner.substr(slash + 1);
    const std::size_t second = rest.find('/');
    return {obj_index(rest.substr(0, second), uvs_so_far),
            second == rest.npos ? std::nullopt : obj_index(rest.substr(second + 1), normals_so_far)};
}

/// What each corner has, by its number; nothing where one has none.
template <class T, class Corners, class Index>
std::vector<std::array<T, 3>> by_corner(const std::vector<T>& values, const Corners& corners, const Index& index) {
    std::vector<std::array<T, 3>> result;
    for (const auto& triangle : corners) {
        std::array<T, 3>& of = result.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
            const std::optional<std::size_t> at = index(triangle[k]);
            if (!at || *at >= values.size()) return {};
            of[k] = values[*at];
        }
    }
    return result;
}

/// A second reading of an OBJ file, for what the reader of meshes passes over; it has checked the rest.
class ObjExtras {
  public:
    ObjExtras(const SourceFile& file, RawSurface& raw) : lines_(file), raw_(raw) {
        while (auto line = lines_.next()) read(*line);
        for (std::size_t g = 0; g < raw.groups.size(); ++g) {
            const std::size_t end = g + 1 < raw.groups.size() ? raw.groups[g + 1].first : corners_.size();
            raw.groups[g].count = static_cast<std::uint32_t>(end) - raw.groups[g].first;
        }
        std::erase_if(raw.groups, [](const SkinGroup& group) { return group.count == 0; });
        raw.uvs = by_corner(uvs_, corners_, [](const ObjCorner& c) { return c.uv; });
        raw.normals = by_corner(normals_, corners_, [](const ObjCorner& c) { return c.normal; });
        if (colors_.size() != raw.points.size()) return;
        for (const auto& [a, b, c] : raw.triangles) raw.colors.push_back({colors_[a], colors_[b], colors_[c]});
    }

  private:
    void read(std::string_view line) {
        const std::string_view keyword = next_word(line);
        if (keyword == "vt") {
            const double u = lines_.finite(line, "u"), v = lines_.finite(line, "v");
            uvs_.emplace_back(static_cast<float>(u), static_cast<float>(v));
        } else if (keyword == "vn") {
            const double x = lines_.finite(line, "x"), y = lines_.finite(line, "y"), z = lines_.finite(line, "z");
            normals_.push_back(Vec3(x, y, z).stableNormalized());
        } else if (keyword == "v") {
            read_color(line);
        } else if (keyword == "usemtl") {
            raw_.groups.push_back({std::string(next_word(line)), static_cast<std::uint32_t>(corners_.size()), 0});
        } else if (keyword == "f") {
            std::vector<ObjCorner> polygon;
            for (std::string_view word = next_word(line); !word.empty(); word = next_word(line))
                polygon.push_back(obj_corner(word, uvs_.size(), normals_.size()));
            for (std::size_t k = 2; k < polygon.size(); ++k)
                corners_.push_back({polygon[0], polygon[k - 1], polygon[k]});
        }
    }
    /// Some programs write three numbers from 0 to 1 behind the place.
    void read_color(std::string_view line) {
        for (int k = 0; k < 3; ++k) next_word(line);
        Eigen::Vector3f color;
        for (int k = 0; k < 3; ++k) {
            const std::optional<double> number = parse_number(next_word(line));
            if (!number || !(*number >= 0 && *number <= 1)) return;
            color[k] = static_cast<float>(*number);
        }
        colors_.push_back(color);
    }

    LineReader lines_;
    RawSurface& raw_;
    std::vector<Vec2f> uvs_;
    std::vector<Vec3> normals_;
    std::vector<Eigen::Vector3f> colors_;
    std::vector<std::array<ObjCorner, 3>> corners_;
};

/// The columns of a mesh's attributes by these names; none unless all are there and finite.
std::vector<const std::vector<float>*> columns_of(const TriangleMesh& mesh, const std::vector<const char*>& names) {
    std::vector<const std::vector<float>*> columns;
    for (const char* name : names) {
        const auto found = mesh.attributes.find(name);
        if (found == mesh.attributes.end()) return {};
        if (!std::all_of(found->second.begin(), found->second.end(), [](float x) { return std::isfinite(x); }))
            return {};
        columns.push_back(&found->second);
    }
    return columns;
}

/// UVs, normals and colors that vertices have: of PLY and glTF.
void add_attributes(const TriangleMesh& mesh, RawSurface& raw) {
    for (const std::vector<const char*>& names : {std::vector{"s", "t"}, {"u", "v"}, {"texture_u", "texture_v"}}) {
        const auto at = columns_of(mesh, names);
        if (at.empty()) continue;
        for (const auto& triangle : mesh.triangles) {
            std::array<Vec2f, 3>& of = raw.uvs.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) of[k] = {(*at[0])[triangle[k]], (*at[1])[triangle[k]]};
        }
        break;
    }
    const auto vectors = [&](const auto& at, std::uint32_t v) {
        return Eigen::Vector3f((*at[0])[v], (*at[1])[v], (*at[2])[v]);
    };
    if (const auto at = columns_of(mesh, {"nx", "ny", "nz"}); !at.empty())
        for (const auto& triangle : mesh.triangles) {
            std::array<Vec3, 3>& of = raw.normals.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) of[k] = vectors(at, triangle[k]).cast<double>().stableNormalized();
        }
    if (const auto at = columns_of(mesh, {"red", "green", "blue"}); !at.empty()) {
        // Bytes, or numbers up to 1.
        float largest = 0;
        for (const auto* column : at) largest = std::max(largest, *std::max_element(column->begin(), column->end()));
        const float scale = largest > 1 ? 1.0f / 255 : 1.0f;
        for (const auto& triangle : mesh.triangles) {
            std::array<Eigen::Vector3f, 3>& of = raw.colors.emplace_back();
            for (std::size_t k = 0; k < 3; ++k)
                of[k] = (scale * vectors(at, triangle[k])).cwiseMax(0.0f).cwiseMin(1.0f);
        }
    }
}

/// Vertices at one place become one point: files that part them at seams (glTF, STL) have closed surfaces all the same.
void weld_points(RawSurface& raw) {
    std::vector<std::uint32_t> order(raw.points.size()), same(raw.points.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto key = [&](std::uint32_t i) {
        return std::tuple(raw.points[i].x(), raw.points[i].y(), raw.points[i].z(), i);
    };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    for (std::size_t k = 0; k < order.size(); ++k)
        same[order[k]] = k > 0 && raw.points[order[k]] == raw.points[order[k - 1]] ? same[order[k - 1]] : order[k];
    for (auto& triangle : raw.triangles)
        for (std::uint32_t& v : triangle) v = same[v];
}

}  // namespace

RawSurface read_surface(const std::filesystem::path& path) {
    const TriangleMesh mesh = read_mesh(path);
    RawSurface raw;
    raw.points = mesh.vertices;
    raw.triangles = mesh.triangles;
    raw.groups = mesh.groups;
    if (lower_extension(path) == ".obj")
        ObjExtras(read_source(path), raw);
    else
        add_attributes(mesh, raw);
    if (raw.uvs.size() != raw.triangles.size()) raw.uvs.clear();
    if (raw.normals.size() != raw.triangles.size()) raw.normals.clear();
    weld_points(raw);
    return raw;
}

}  // namespace pliant
