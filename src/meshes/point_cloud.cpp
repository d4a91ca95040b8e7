#include "meshes/point_cloud.hpp"

#include "geometry/hash_grid.hpp"
#include "meshes/mesh_source.hpp"
#include "meshes/ply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace pliant {
namespace {

/// The line with blanks in place of commas and semicolons. A comma right between two digits parts values only where
/// nothing else does ("1,2,3"); elsewhere it may be a decimal comma ("1,5 2 3"), and is refused.
std::string with_blanks(const LineReader& lines, std::string_view line) {
    constexpr std::string_view blanks = " \t\r\v\f", digits = "0123456789";
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    line = line.substr(0, line.find_last_not_of(blanks) + 1);
    const auto is_digit = [&](std::size_t k) { return k < line.size() && digits.find(line[k]) != digits.npos; };
    bool between_digits = false;
    for (std::size_t k = line.find(','); k != line.npos; k = line.find(',', k + 1))
        between_digits = between_digits || (k > 0 && is_digit(k - 1) && is_digit(k + 1));
    const bool other = line.find(';') != line.npos || line.find_first_of(blanks) != line.npos;
    if (between_digits && other)
        fail(lines.file(), {.place = lines.place(),
                            .what = "a comma stands between two digits, and other signs part the values too",
                            .found = shown(line),
                            .allowed = "a point in numbers (1.5), and one sign between values: 1.5 2 3 or 1.5,2,3",
                            .hint = "write decimal points in place of decimal commas"});
    std::string text(line);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
    return text;
}

/// The number of points, when the first line says it and nothing else.
std::optional<std::int64_t> count_in(std::string_view line) {
    const std::optional<std::int64_t> count = parse_integer(next_word(line));
    return next_word(line).empty() ? count : std::nullopt;
}

void refuse_molecule(const LineReader& lines, std::string_view line) {
    std::string_view rest = line;
    if (parse_number(next_word(rest))) return;
    fail(lines.file(), {.place = lines.place(),
                        .what = "after the number of points this line is not one",
                        .found = shown(line),
                        .allowed = "x, y, z and any further numbers",
                        .hint = "files of molecules have a comment and names of elements too: leave those out"});
}

PointCloud read_xyz(const SourceFile& file) {
    PointCloud cloud;
    LineReader lines(file);
    std::vector<std::vector<float>*> columns;
    std::optional<std::int64_t> count;
    for (bool first = true; auto line = lines.next(); first = false) {
        const std::string text = with_blanks(lines, *line);
        if (first && (count = count_in(text))) continue;
        if (count) refuse_molecule(lines, text);
        std::string_view words = text;
        cloud.points.push_back(lines.position(words));
        std::size_t column = 0;
        for (std::string_view rest = words; !next_word(rest).empty(); ++column) {
            if (cloud.points.size() == 1) columns.push_back(&cloud.attributes[fmt::format("column{}", column + 4)]);
            const auto value = static_cast<float>(lines.finite(words, "a value"));
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
    if (count && *count != static_cast<std::int64_t>(cloud.points.size()))
        fail(file, {.what = "the file does not hold as many points as its first line says",
                    .found = fmt::format("{} points", cloud.points.size()),
                    .allowed = fmt::format("{} points", *count),
                    .hint = "the file may be cut off: copy or export it again"});
    return cloud;
}

/// Points that 32-bit numbers cannot tell apart have no distance that a body could keep.
void refuse_coincident(const SourceFile& file, const std::vector<Vec3>& points) {
    constexpr double least = 1e-6;  // of the cloud's size
    Box box;
    for (const Vec3& p : points) box.add(p);
    const double size = box.size().maxCoeff(), reach = least * size;
    if (points.size() < 2) return;
    const PointGrid grid(points, size > 0 ? reach : 1);
    std::size_t count = 0;
    std::string first;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        std::uint32_t other = PointGrid::none;
        grid.for_each_within(points[i], reach, [&](std::uint32_t j, double) {
            if (j > i) other = std::min(other, j);
        });
        if (other == PointGrid::none) continue;
        if (count++ == 0)
            first = fmt::format("the first are points {} and {}, {:.3g} m apart", i + 1, other + 1,
                                (points[i] - points[other]).norm());
    }
    if (count == 0) return;
    fail(file,
         {.what = "points lie in the same place",
          .found = fmt::format("{} of {} have another one there; {} (counted from 1)", count, points.size(), first),
          .allowed = fmt::format("points more than a millionth of the cloud's size apart: {:.3g} m", reach),
          .hint = "merge them in the program that wrote them (Blender: Merge by Distance)"});
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
    refuse_coincident(file, cloud.points);
    return cloud;
}

}  // namespace pliant
