#include "meshes/mesh_ply_header.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace pliant {
namespace {

constexpr std::array<std::pair<std::string_view, PlyType>, 16> type_names = {{
    {"char", PlyType::int8},
    {"int8", PlyType::int8},
    {"uchar", PlyType::uint8},
    {"uint8", PlyType::uint8},
    {"short", PlyType::int16},
    {"int16", PlyType::int16},
    {"ushort", PlyType::uint16},
    {"uint16", PlyType::uint16},
    {"int", PlyType::int32},
    {"int32", PlyType::int32},
    {"uint", PlyType::uint32},
    {"uint32", PlyType::uint32},
    {"float", PlyType::float32},
    {"float32", PlyType::float32},
    {"double", PlyType::float64},
    {"float64", PlyType::float64},
}};

/// The header being read, line by line. A class because every part of it may have to say on which line it failed.
class HeaderParser {
  public:
    explicit HeaderParser(const SourceFile& file) : file_(file) {}

    PlyHeader parse() {
        std::string_view line = next_line();
        if (line != "ply")
            refuse("this is not a PLY file", line, "a first line ply", "check the ending of the file's name");
        bool has_format = false;
        for (line = next_line(); line != "end_header"; line = next_line()) {
            const std::string_view keyword = next_word(line);
            if (keyword == "format") {
                has_format = true;
                header_.encoding = encoding(next_word(line));
            } else if (keyword == "element") {
                element(line);
            } else if (keyword == "property") {
                property(line);
            } else if (!keyword.empty() && keyword != "comment" && keyword != "obj_info") {
                refuse("a line of the header is not known", keyword, "format, element, property, comment, end_header");
            }
        }
        if (!has_format) refuse("the header does not name the format", "end_header", "a line such as format ascii 1.0");
        return std::move(header_);
    }

  private:
    std::string_view next_line() {
        const std::string_view bytes = file_.bytes;
        const std::size_t end = bytes.find('\n', header_.bytes);
        ++header_.lines;
        if (end == bytes.npos) {
            refuse("the header does not end", bytes.substr(header_.bytes), "a line end_header",
                   "the file may be cut off, or not be a PLY file");
        }
        std::string_view line = bytes.substr(header_.bytes, end - header_.bytes);
        header_.bytes = end + 1;
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
        return line;
    }

    PlyEncoding encoding(std::string_view word) const {
        if (word == "ascii") return PlyEncoding::text;
        if (word == "binary_little_endian") return PlyEncoding::little_endian;
        if (word == "binary_big_endian") return PlyEncoding::big_endian;
        refuse("the format is not known", word, "ascii, binary_little_endian, binary_big_endian");
    }

    void element(std::string_view line) {
        PlyElement element;
        element.name = next_word(line);
        const std::string_view count = next_word(line);
        const auto value = parse_integer(count);
        if (!value || *value < 0) {
            refuse("the number of elements is not a number", count, "a whole number from 0 up");
        }
        element.count = *value;
        header_.elements.push_back(std::move(element));
    }

    void property(std::string_view line) {
        if (header_.elements.empty()) refuse("a property comes before any element", line, "element, then property");
        PlyProperty property;
        std::string_view word = next_word(line);
        property.is_list = word == "list";
        if (property.is_list) {
            property.count_type = type(next_word(line));
            word = next_word(line);
        }
        property.type = type(word);
        property.name = next_word(line);
        header_.elements.back().properties.push_back(std::move(property));
    }

    PlyType type(std::string_view word) const {
        const auto found =
            std::find_if(type_names.begin(), type_names.end(), [&](const auto& entry) { return entry.first == word; });
        if (found != type_names.end()) return found->second;
        refuse("the type of a property is not known", word, "char uchar short ushort int uint float double");
    }

    [[noreturn]] void refuse(const char* what, std::string_view found, const char* allowed,
                             const char* hint = "export the file again") const {
        fail(file_, {.place = "line " + std::to_string(header_.lines),
                     .what = what,
                     .found = shown(found),
                     .allowed = allowed,
                     .hint = hint});
    }

    const SourceFile& file_;
    PlyHeader header_;
};

}  // namespace

std::size_t ply_size(PlyType type) {
    switch (type) {
        case PlyType::int8:
        case PlyType::uint8:
            return 1;
        case PlyType::int16:
        case PlyType::uint16:
            return 2;
        case PlyType::int32:
        case PlyType::uint32:
        case PlyType::float32:
            return 4;
        case PlyType::float64:
            return 8;
    }
    return 8;
}

PlyHeader read_ply_header(const SourceFile& file) { return HeaderParser(file).parse(); }

}  // namespace pliant
