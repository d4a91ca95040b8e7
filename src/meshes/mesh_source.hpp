// What the readers of meshes and points share: the bytes of a file, its lines and words, and errors that name the
// place.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "geometry/triangle_mesh.hpp"

namespace pliant {

struct SourceFile {
    std::string name;   ///< for messages
    std::string bytes;  ///< all of it
};

/// Reads a file whole; throws InputError when it is not there, not a file, not readable or empty.
SourceFile read_source(const std::filesystem::path& path);

/// The ending of the name in lower case, with the dot.
std::string lower_extension(const std::filesystem::path& path);

/// Something wrong in a file; `place` is "line 3" or "byte 128".
struct SourceProblem {
    std::string place = {};
    std::string what = {};
    std::string found = {};
    std::string allowed = {};
    std::string hint = {};
};
[[noreturn]] void fail(const SourceFile& file, const SourceProblem& problem);

/// Refuses a model whose coordinates, or what lies between them, have no sensible size in metres.
void check_extent(const SourceFile& file, std::span<const Vec3> points);

/// Bytes of a file as they can be shown in a message: short, printable, in quotes.
std::string shown(std::string_view text);

/// The next word of the text, which loses it; words are parted by blanks. Empty at the end.
std::string_view next_word(std::string_view& text);

/// The whole word as a number; none when it is not one. "nan" and "inf" are numbers here.
std::optional<double> parse_number(std::string_view word);
std::optional<std::int64_t> parse_integer(std::string_view word);

/// Goes through the lines of a text file, without comments (from # on) and without empty ones.
class LineReader {
  public:
    explicit LineReader(const SourceFile& file) : file_(file), rest_(file.bytes) {}

    /// The next line that says something; none at the end.
    std::optional<std::string_view> next();
    std::string place() const { return "line " + std::to_string(number_); }
    std::size_t bytes_left() const { return rest_.size(); }
    const SourceFile& file() const { return file_; }

    /// The next word of the line as a finite number, or as an integer; throws with the line's number.
    double finite(std::string_view& line, const char* meaning) const;
    std::int64_t integer(std::string_view& line, const char* meaning) const;
    Vec3 position(std::string_view& line) const;

  private:
    const SourceFile& file_;
    std::string_view rest_;
    std::size_t number_ = 0;
};

[[noreturn]] void fail_claim(const SourceFile& file, const std::string& place, const std::string& things,
                             std::int64_t claimed, std::size_t bytes_left, std::size_t room);
[[noreturn]] void fail_index(const SourceFile& file, const std::string& place, std::int64_t index, std::size_t count,
                             std::int64_t first);

/// Refuses a count that the bytes left cannot hold, before memory is asked for it. `place` is called for the text of
/// the place only when it is needed, here and below: these checks run for every face.
template <class Place>
void check_claim(const SourceFile& file, const Place& place, const std::string& things, std::int64_t claimed,
                 std::size_t bytes_left, std::size_t least_bytes_each) {
    const std::size_t room = least_bytes_each == 0 ? 0 : bytes_left / least_bytes_each;
    if (claimed < 0 || static_cast<std::uint64_t>(claimed) > room) {
        fail_claim(file, place(), things, claimed, bytes_left, room);
    }
}

/// An index (from 0) as one of `count` vertices; the message counts as the format does, from `first`.
template <class Place>
std::uint32_t checked_index(const SourceFile& file, const Place& place, std::int64_t index, std::size_t count,
                            std::int64_t first = 0) {
    if (index < 0 || static_cast<std::uint64_t>(index) >= count) fail_index(file, place(), index, count, first);
    return static_cast<std::uint32_t>(index);
}

/// Adds a polygon as a fan; fewer than three corners add nothing. A fan of a polygon that is not convex may fold over
/// itself, which leaves the winding number, and so the inside, as it was.
void add_polygon(TriangleMesh& mesh, std::span<const std::uint32_t> corners);

}  // namespace pliant
