#include "meshes/mesh_formats.hpp"

#include <fmt/format.h>

#include <vector>

namespace pliant {
namespace {

/// Are the numbers behind the first slash, of texture and normal, all there? "3/1", "3//2" and "3/1/2" are whole.
bool has_whole_rest(std::string_view corner) {
    const auto is_index = [](std::string_view word) {
        const std::optional<std::int64_t> number = parse_integer(word);
        return number && *number != 0;
    };
    const std::size_t first = corner.find('/');
    if (first == corner.npos) return true;
    const std::string_view rest = corner.substr(first + 1);
    const std::size_t second = rest.find('/');
    if (second == rest.npos) return is_index(rest);
    return (second == 0 || is_index(rest.substr(0, second))) && is_index(rest.substr(second + 1));
}

/// The vertex of a face corner such as "3", "3/1", "3//2" or "-1/4/4", counted from 0.
std::int64_t corner_vertex(const LineReader& lines, std::string_view corner, std::size_t vertices_so_far) {
    const std::optional<std::int64_t> number = parse_integer(corner.substr(0, corner.find('/')));
    if (!number || *number == 0 || !has_whole_rest(corner)) {
        fail(lines.file(), {.place = lines.place(),
                            .what = "a corner of a face is not made of numbers of vertices",
                            .found = shown(corner),
                            .allowed = "3, 3/1, 3//2 or 3/1/2, counted from 1, or negative from the last vertex",
                            .hint = "export the file again"});
    }
    const auto count = static_cast<std::int64_t>(vertices_so_far);
    if (*number < -count) {
        fail(lines.file(), {.place = lines.place(),
                            .what = "a face uses a vertex that does not exist",
                            .found = fmt::format("vertex {}, counted back from the last", *number),
                            .allowed = fmt::format("-1 to {} after {} vertices", -count, count),
                            .hint = "export the file again"});
    }
    return *number > 0 ? *number - 1 : count + *number;
}

}  // namespace

TriangleMesh read_obj(const SourceFile& file) {
    TriangleMesh mesh;
    LineReader lines(file);
    std::int64_t highest = -1;  // a face may come before its vertices: checked at the end
    std::string highest_place;
    std::vector<std::uint32_t> corners;
    while (auto line = lines.next()) {
        const std::string_view keyword = next_word(*line);
        if (keyword == "v") mesh.vertices.push_back(lines.position(*line));
        if (keyword != "f") continue;
        corners.clear();
        for (std::string_view word = next_word(*line); !word.empty(); word = next_word(*line)) {
            const std::int64_t vertex = corner_vertex(lines, word, mesh.vertices.size());
            if (vertex > highest) {
                highest = vertex;
                if (static_cast<std::size_t>(vertex) >= mesh.vertices.size()) highest_place = lines.place();
            }
            corners.push_back(checked_index(
                file, [&] { return lines.place(); }, vertex, UINT32_MAX, 1));
        }
        add_polygon(mesh, corners);
    }
    if (highest >= 0)
        checked_index(
            file, [&] { return highest_place; }, highest, mesh.vertices.size(), 1);
    return mesh;
}

}  // namespace pliant
