#include <vector>

#include "meshes/mesh_formats.hpp"

namespace pliant {
namespace {

std::string_view next_or_fail(LineReader& lines, const char* expected) {
    if (const auto line = lines.next()) return *line;
    fail(lines.file(), {.place = lines.place(),
                        .what = "the file ends too early",
                        .found = "the end of the file",
                        .allowed = expected,
                        .hint = "the file may be cut off: copy or export it again"});
}

}  // namespace

TriangleMesh read_off(const SourceFile& file) {
    LineReader lines(file);
    const auto place = [&] { return lines.place(); };
    std::string_view line = next_or_fail(lines, "the word OFF");
    const std::string_view magic = next_word(line);
    if (magic != "OFF" && magic != "COFF" && magic != "NOFF" && magic != "CNOFF") {
        fail(file, {.place = lines.place(),
                    .what = "this is not a text OFF file",
                    .found = shown(magic),
                    .allowed = "a first line OFF, COFF or NOFF",
                    .hint = "check the ending of the file's name"});
    }
    std::string_view probe = line;
    if (next_word(probe).empty()) line = next_or_fail(lines, "the numbers of vertices and faces");
    const std::int64_t vertices = lines.integer(line, "the number of vertices");
    const std::int64_t faces = lines.integer(line, "the number of faces");
    check_claim(file, place, "vertices", vertices, lines.bytes_left(), 6);  // "0 0 0\n"
    check_claim(file, place, "faces", faces, lines.bytes_left(), 2);        // "0\n"

    TriangleMesh mesh;
    for (std::int64_t i = 0; i < vertices; ++i) {
        line = next_or_fail(lines, "one more vertex");
        mesh.vertices.push_back(lines.position(line));
    }
    std::vector<std::uint32_t> corners;
    for (std::int64_t i = 0; i < faces; ++i) {
        line = next_or_fail(lines, "one more face");
        const std::int64_t count = lines.integer(line, "the number of corners");
        check_claim(file, place, "corners", count, line.size() + 1, 2);
        corners.clear();
        for (std::int64_t k = 0; k < count; ++k) {
            const std::int64_t index = lines.integer(line, "a corner of a face");
            corners.push_back(checked_index(file, place, index, mesh.vertices.size()));
        }
        add_polygon(mesh, corners);
    }
    return mesh;
}

}  // namespace pliant
