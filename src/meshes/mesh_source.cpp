#include "meshes/mesh_source.hpp"

#include <fmt/format.h>
#include <pliant/error.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

namespace pliant {

SourceFile read_source(const std::filesystem::path& path) {
    SourceFile file{path.string(), {}};
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        fail(file, {.what = "the file does not exist", .hint = "paths in a scene are relative to the scene's file"});
    }
    if (std::filesystem::is_directory(status)) fail(file, {.what = "this is a folder, not a file"});
    std::ifstream stream(path, std::ios::binary);
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (!stream || error) fail(file, {.what = "the file cannot be read", .hint = "check its permissions"});
    file.bytes.resize(size);
    stream.read(file.bytes.data(), static_cast<std::streamsize>(size));
    file.bytes.resize(static_cast<std::size_t>(stream.gcount()));
    if (file.bytes.empty()) fail(file, {.what = "the file is empty", .hint = "export it again"});
    return file;
}

std::string lower_extension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return extension;
}

void fail(const SourceFile& file, const SourceProblem& problem) {
    throw InputError({problem.what, file.name, problem.place, problem.found, problem.allowed, problem.hint});
}

void check_extent(const SourceFile& file, std::span<const Vec3> points) {
    constexpr double smallest = 1e-6, farthest = 1e6;  // m, as for sizes and places in a scene
    Box box;
    for (const Vec3& p : points) box.add(p);
    const double far = std::max(box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff());
    const double across = box.size().maxCoeff();
    if (far <= farthest && (across == 0 || across >= smallest)) return;
    fail(file, {.what = far > farthest ? "the model has places too far from its origin" : "the model is too small",
                .found = far > farthest ? fmt::format("{:.6g} m away", far) : fmt::format("{:.6g} m across", across),
                .allowed = "coordinates up to 1e6 m, and 1e-6 m across or more",
                .hint = "scale the model in the program that wrote it; the shape's 'scale' can then set its size"});
}

std::string shown(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string out = "\"";
    for (const char c : text.substr(0, longest)) out += c >= 32 && c < 127 ? c : '?';
    return out + (text.size() > longest ? "…\"" : "\"");
}

std::string_view next_word(std::string_view& text) {
    constexpr std::string_view blanks = " \t\r\v\f\n";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(word.size());
    return word;
}

std::optional<double> parse_number(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    // A magnitude below the smallest double is 0 for us; one above the largest is refused as not finite.
    if (error == std::errc::result_out_of_range && end == word.data() + word.size()) {
        const bool tiny = word.find("e-") != word.npos || word.find("E-") != word.npos;
        return tiny ? 0 : std::numeric_limits<double>::infinity();
    }
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

std::optional<std::int64_t> parse_integer(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

std::optional<std::string_view> LineReader::next() {
    while (!rest_.empty()) {
        const std::size_t length = std::min(rest_.find('\n'), rest_.size());
        std::string_view line = rest_.substr(0, length);
        rest_.remove_prefix(std::min(length + 1, rest_.size()));
        ++number_;
        line = line.substr(0, line.find('#'));
        std::string_view probe = line;
        if (!next_word(probe).empty()) return line;
    }
    return std::nullopt;
}

double LineReader::finite(std::string_view& line, const char* meaning) const {
    const std::string_view word = next_word(line);
    const std::optional<double> value = parse_number(word);
    if (value && std::isfinite(*value)) return *value;
    fail(file_, {.place = place(),
                 .what = fmt::format("{} is not a finite number", meaning),
                 .found = word.empty() ? "the end of the line" : shown(word),
                 .allowed = "a number such as -1.5 or 2e-3",
                 .hint = "export the file again"});
}

std::int64_t LineReader::integer(std::string_view& line, const char* meaning) const {
    const std::string_view word = next_word(line);
    const std::optional<std::int64_t> value = parse_integer(word);
    if (value) return *value;
    fail(file_, {.place = place(),
                 .what = fmt::format("{} is not a whole number", meaning),
                 .found = word.empty() ? "the end of the line" : shown(word),
                 .allowed = "a whole number",
                 .hint = "export the file again"});
}

Vec3 LineReader::position(std::string_view& line) const {
    const double x = finite(line, "the x coordinate");
    const double y = finite(line, "the y coordinate");
    return {x, y, finite(line, "the z coordinate")};
}

void fail_claim(const SourceFile& file, const std::string& place, const std::string& things, std::int64_t claimed,
                std::size_t bytes_left, std::size_t room) {
    fail(file, {.place = place,
                .what = fmt::format("the file claims more {} than it can hold", things),
                .found = fmt::format("{} {} in {} bytes", claimed, things, bytes_left),
                .allowed = fmt::format("0 to {} for its size", room),
                .hint = "the file may be cut off: copy or export it again"});
}

void fail_index(const SourceFile& file, const std::string& place, std::int64_t index, std::size_t count,
                std::int64_t first) {
    fail(file, {.place = place,
                .what = "a face uses a vertex that does not exist",
                .found = fmt::format("vertex {} (counted from {})", index + first, first),
                .allowed = count == 0 ? "none: the file has no vertices"
                                      : fmt::format("{} to {}", first, static_cast<std::int64_t>(count) - 1 + first),
                .hint = "export the file again"});
}

void add_polygon(TriangleMesh& mesh, std::span<const std::uint32_t> corners) {
    for (std::size_t k = 2; k < corners.size(); ++k) {
        mesh.triangles.push_back({corners[0], corners[k - 1], corners[k]});
    }
}

}  // namespace pliant
