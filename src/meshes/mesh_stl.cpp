#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "meshes/mesh_formats.hpp"

namespace pliant {
namespace {

static_assert(std::endian::native == std::endian::little, "binary STL is little-endian and read as it lies in memory");

constexpr std::size_t stl_header_bytes = 84;  // a title and the number of triangles
constexpr std::size_t triangle_bytes = 50;    // a normal, three vertices, two spare bytes

void add_triangle(TriangleMesh& mesh, std::size_t first) {
    const auto v = static_cast<std::uint32_t>(first);
    mesh.triangles.push_back({v, v + 1, v + 2});
}

TriangleMesh read_binary(const SourceFile& file, std::uint32_t count) {
    check_claim(
        file, [] { return "byte 80"; }, "triangles", count, file.bytes.size() - stl_header_bytes, triangle_bytes);
    // A few bytes at the end are some program's own; a triangle more is a count that is wrong.
    if (const std::size_t room = (file.bytes.size() - stl_header_bytes) / triangle_bytes; room > count) {
        fail(file, {.place = "byte 80",
                    .what = "the file holds more triangles than it says",
                    .found = fmt::format("{} triangles, and bytes for {}", count, room),
                    .allowed = "as many as it says",
                    .hint = "the mesh would have holes: export the file again"});
    }
    TriangleMesh mesh;
    mesh.vertices.reserve(std::size_t{3} * count);
    mesh.triangles.reserve(count);
    for (std::size_t t = 0; t < count; ++t) {
        const std::size_t place = stl_header_bytes + t * triangle_bytes;
        float numbers[12];
        std::memcpy(numbers, file.bytes.data() + place, sizeof numbers);
        for (std::size_t corner = 1; corner < 4; ++corner) {
            const float* p = numbers + 3 * corner;
            const Vec3 position(p[0], p[1], p[2]);
            if (!position.allFinite()) {
                fail(file, {.place = fmt::format("byte {}", place + 12 * corner),
                            .what = "a coordinate is not a finite number",
                            .found = fmt::format("({}, {}, {})", p[0], p[1], p[2]),
                            .allowed = "finite numbers",
                            .hint = "export the file again"});
            }
            mesh.vertices.push_back(position);
        }
        add_triangle(mesh, 3 * t);
    }
    return mesh;
}

TriangleMesh read_text(const SourceFile& file) {
    TriangleMesh mesh;
    LineReader lines(file);
    std::size_t first = 0;  // vertex of the open facet
    bool open = false;
    bool ended = false;
    while (auto line = lines.next()) {
        const std::string_view keyword = next_word(*line);
        ended = keyword == "endsolid";
        if (keyword == "vertex") {
            mesh.vertices.push_back(lines.position(*line));
        } else if (keyword == "facet") {
            first = mesh.vertices.size();
            open = true;
        } else if (keyword == "endfacet") {
            if (!open || mesh.vertices.size() != first + 3) {
                fail(file, {.place = lines.place(),
                            .what = "a facet does not have three vertices",
                            .found = fmt::format("{} vertices", mesh.vertices.size() - first),
                            .allowed = "facet, outer loop, three lines of vertex, endloop, endfacet",
                            .hint = "export the file again"});
            }
            add_triangle(mesh, first);
            open = false;
        } else if (keyword != "solid" && keyword != "endsolid" && keyword != "outer" && keyword != "endloop") {
            fail(file, {.place = lines.place(),
                        .what = "this is not a line of an STL file",
                        .found = shown(keyword),
                        .allowed = "solid, facet, outer loop, vertex, endloop, endfacet, endsolid",
                        .hint = "check the ending of the file's name, or export the file again"});
        }
    }
    if (open || !ended) {
        fail(file, {.place = lines.place(),
                    .what = "the file ends too early",
                    .found = "the end of the file",
                    .allowed = "a last line endsolid",
                    .hint = "the file may be cut off: copy or export it again"});
    }
    return mesh;
}

}  // namespace

TriangleMesh read_stl(const SourceFile& file) {
    const bool says_text = std::string_view(file.bytes).starts_with("solid");
    if (file.bytes.size() < stl_header_bytes) {
        if (says_text) return read_text(file);
        fail(file, {.place = fmt::format("byte {}", file.bytes.size()),
                    .what = "this is not an STL file: it is too short",
                    .found = fmt::format("{} bytes", file.bytes.size()),
                    .allowed = "text that begins with solid, or 84 bytes and more",
                    .hint = "the file may be cut off: copy or export it again"});
    }
    std::uint32_t count = 0;
    std::memcpy(&count, file.bytes.data() + 80, sizeof count);
    // Some programs begin binary files with "solid" too: there the size decides.
    const bool size_fits = file.bytes.size() == stl_header_bytes + std::size_t{count} * triangle_bytes;
    return says_text && !size_fits ? read_text(file) : read_binary(file, count);
}

}  // namespace pliant
