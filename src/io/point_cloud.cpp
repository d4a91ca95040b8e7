#include "io/point_cloud.hpp"

#include <fmt/format.h>

#include "io/mesh_source.hpp"
#include "io/ply.hpp"

namespace pliant {
namespace {

PointCloud read_xyz(const SourceFile& file) {
    PointCloud cloud;
    LineReader lines(file);
    std::vector<std::vector<float>*> columns;
    while (auto line = lines.next()) {
        cloud.points.push_back(lines.position(*line));
        std::size_t column = 0;
        for (std::string_view rest = *line; !next_word(rest).empty(); ++column) {
            if (cloud.points.size() == 1) columns.push_back(&cloud.attributes[fmt::format("column{}", column + 4)]);
            const auto value = static_cast<float>(lines.finite(*line, "a value"));
            if (column < columns.size()) columns[column]->push_back(value);
        }
        if (column != columns.size()) {
            fail(file, {.place = lines.place(),
                        .what = "this line has a different number of columns than the first",
                        .found = fmt::format("{} columns", column + 3),
                        .allowed = fmt::format("{} columns", columns.size() + 3),
                        .hint = "every line needs x, y, z and the same further values; # begins a comment"});
        }
    }
    return cloud;
}

}  // namespace

PointCloud read_points(const std::filesystem::path& path) {
    const SourceFile file = read_source(path);
    const std::string extension = lower_extension(path);
    PointCloud cloud;
    if (extension == ".ply") {
        TriangleMesh mesh = read_ply(file);
        cloud = {std::move(mesh.vertices), std::move(mesh.attributes)};
    } else if (extension == ".xyz" || extension == ".txt") {
        cloud = read_xyz(file);
    } else {
        fail(file, {.what = "this kind of point file is not known",
                    .found = extension.empty() ? "a name without an ending" : extension,
                    .allowed = ".ply, .xyz, .txt",
                    .hint = "export the points as one of these"});
    }
    if (cloud.points.empty()) {
        fail(file, {.what = "the file has no points",
                    .found = "0 points",
                    .allowed = "one point or more",
                    .hint = "export the file again"});
    }
    check_extent(file, cloud.points);
    return cloud;
}

}  // namespace pliant
