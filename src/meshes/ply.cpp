#include "meshes/ply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "meshes/mesh_ply_header.hpp"

namespace pliant {
namespace {

/// The values after the header, one after another, whatever their encoding.
class Values {
  public:
    Values(const SourceFile& file, const PlyHeader& header)
        : file_(file),
          rest_(std::string_view(file.bytes).substr(header.bytes)),
          encoding_(header.encoding),
          line_(header.lines + 1) {}

    std::size_t bytes_left() const { return rest_.size(); }
    std::string place() const {
        return encoding_ == PlyEncoding::text ? fmt::format("line {}", line_)
                                              : fmt::format("byte {}", file_.bytes.size() - rest_.size());
    }
    /// Where the value read last began.
    std::string last_place() const {
        return encoding_ == PlyEncoding::text ? place()
                                              : fmt::format("byte {}", file_.bytes.size() - rest_.size() - last_bytes_);
    }
    /// The fewest bytes that a value of this type takes: in text, a digit and a blank.
    std::size_t least_bytes(PlyType type) const { return encoding_ == PlyEncoding::text ? 2 : ply_size(type); }

    double next(PlyType type) {
        if (encoding_ == PlyEncoding::text) return next_text();
        last_bytes_ = ply_size(type);
        return next_binary(type);
    }

  private:
    double next_text() {
        while (!rest_.empty() &&
               (rest_.front() == ' ' || rest_.front() == '\t' || rest_.front() == '\r' || rest_.front() == '\n')) {
            line_ += rest_.front() == '\n';
            rest_.remove_prefix(1);
        }
        if (rest_.empty()) ends_early();
        const std::string_view word = next_word(rest_);
        if (const auto value = parse_number(word)) return *value;
        fail(file_, {.place = place(),
                     .what = "a value is not a number",
                     .found = shown(word),
                     .allowed = "a number such as -1.5 or 2e-3",
                     .hint = "export the file again"});
    }

    double next_binary(PlyType type) {
        if (rest_.size() < ply_size(type)) ends_early();
        switch (type) {
            case PlyType::int8:
                return take<std::int8_t>();
            case PlyType::uint8:
                return take<std::uint8_t>();
            case PlyType::int16:
                return take<std::int16_t>();
            case PlyType::uint16:
                return take<std::uint16_t>();
            case PlyType::int32:
                return take<std::int32_t>();
            case PlyType::uint32:
                return take<std::uint32_t>();
            case PlyType::float32:
                return static_cast<double>(take<float>());
            case PlyType::float64:
                break;
        }
        return take<double>();
    }

    template <class T>
    T take() {
        char bytes[sizeof(T)];
        std::memcpy(bytes, rest_.data(), sizeof(T));
        const bool little = encoding_ == PlyEncoding::little_endian;
        if (little != (std::endian::native == std::endian::little)) std::reverse(bytes, bytes + sizeof(T));
        rest_.remove_prefix(sizeof(T));
        T value;
        std::memcpy(&value, bytes, sizeof(T));
        return value;
    }

    [[noreturn]] void ends_early() const {
        fail(file_, {.place = place(),
                     .what = "the file ends too early",
                     .found = "the end of the file",
                     .allowed = "as many elements as the header claims",
                     .hint = "the file may be cut off: copy or export it again"});
    }

    const SourceFile& file_;
    std::string_view rest_;
    PlyEncoding encoding_;
    std::size_t line_;
    std::size_t last_bytes_ = 0;
};

void check_rows(const SourceFile& file, const Values& values, const PlyElement& element) {
    std::size_t row = 0;
    for (const PlyProperty& p : element.properties) row += values.least_bytes(p.is_list ? p.count_type : p.type);
    // The last number of a text file needs no blank after it; an element without properties would claim for free.
    const std::size_t room = row == 0 ? 0 : values.bytes_left() + 1;
    check_claim(
        file, [&] { return values.place(); }, "elements '" + element.name + "'", element.count, room, row);
}

std::int64_t list_length(const SourceFile& file, Values& values, const PlyProperty& property) {
    const double length = values.next(property.count_type);
    if (!(length >= 0) || length != std::floor(length) || length > 1e18) {
        fail(file, {.place = values.last_place(),
                    .what = "the length of a list is not a count",
                    .found = fmt::format("{}", length),
                    .allowed = "a whole number from 0 up",
                    .hint = "export the file again"});
    }
    const auto count = static_cast<std::int64_t>(length);
    check_claim(
        file, [&] { return values.last_place(); }, "entries of a list", count, values.bytes_left() + 1,
        values.least_bytes(property.type));
    return count;
}

void skip_list(const SourceFile& file, Values& values, const PlyProperty& property) {
    const std::int64_t length = list_length(file, values, property);
    for (std::int64_t k = 0; k < length; ++k) values.next(property.type);
}

void read_vertices(const SourceFile& file, Values& values, const PlyElement& element, TriangleMesh& mesh) {
    // Where each property goes: a coordinate, an attribute, or nowhere.
    std::vector<int> axis;
    std::vector<std::vector<float>*> column;
    int axes = 0;
    for (const PlyProperty& p : element.properties) {
        const bool coordinate = !p.is_list && (p.name == "x" || p.name == "y" || p.name == "z");
        axis.push_back(coordinate ? p.name[0] - 'x' : -1);
        column.push_back(coordinate || p.is_list ? nullptr : &mesh.attributes[p.name]);
        axes |= coordinate ? 1 << axis.back() : 0;
    }
    if (axes != 7) {
        fail(file, {.place = values.place(),
                    .what = "the vertices have no position",
                    .found = "an element vertex without all of x, y and z",
                    .allowed = "properties x, y and z",
                    .hint = "export the file again"});
    }
    for (std::int64_t i = 0; i < element.count; ++i) {
        Vec3 position = Vec3::Zero();
        for (std::size_t k = 0; k < element.properties.size(); ++k) {
            const PlyProperty& p = element.properties[k];
            if (p.is_list) {
                skip_list(file, values, p);
                continue;
            }
            const double value = values.next(p.type);
            if (column[k] != nullptr) column[k]->push_back(static_cast<float>(value));
            if (axis[k] < 0) continue;
            position[axis[k]] = value;
            if (!std::isfinite(value)) {
                fail(file, {.place = values.last_place(),
                            .what = fmt::format("the {} coordinate of vertex {} is not a finite number", p.name, i),
                            .found = fmt::format("{}", value),
                            .allowed = "a finite number",
                            .hint = "export the file again"});
            }
        }
        mesh.vertices.push_back(position);
    }
}

/// `vertices` is the number that the header claims: faces may come first, and the claim is checked where they are read.
void read_faces(const SourceFile& file, Values& values, const PlyElement& element, std::size_t vertices,
                TriangleMesh& mesh) {
    std::vector<std::uint32_t> corners;
    for (std::int64_t i = 0; i < element.count; ++i) {
        for (const PlyProperty& p : element.properties) {
            const bool indices = p.is_list && (p.name == "vertex_indices" || p.name == "vertex_index");
            if (!p.is_list) {
                values.next(p.type);
            } else if (!indices) {
                skip_list(file, values, p);
            } else {
                const std::int64_t length = list_length(file, values, p);
                corners.clear();
                for (std::int64_t k = 0; k < length; ++k) {
                    const double index = values.next(p.type);
                    const bool whole = index == std::floor(index) && std::abs(index) < 1e18;
                    corners.push_back(checked_index(
                        file, [&] { return values.last_place(); }, whole ? static_cast<std::int64_t>(index) : -1,
                        vertices));
                }
                add_polygon(mesh, corners);
            }
        }
    }
}

}  // namespace

TriangleMesh read_ply(const SourceFile& file) {
    const PlyHeader header = read_ply_header(file);
    std::size_t vertices = 0;
    for (const PlyElement& element : header.elements) {
        if (element.name == "vertex") vertices = static_cast<std::size_t>(element.count);
    }
    TriangleMesh mesh;
    Values values(file, header);
    bool seen_vertices = false;
    for (const PlyElement& element : header.elements) {
        check_rows(file, values, element);
        if (element.name == "vertex" && !seen_vertices) {
            read_vertices(file, values, element, mesh);
            seen_vertices = true;
        } else if (element.name == "face") {
            read_faces(file, values, element, vertices, mesh);
        } else {
            for (std::int64_t i = 0; i < element.count; ++i) {
                for (const PlyProperty& p : element.properties) {
                    if (p.is_list) {
                        skip_list(file, values, p);
                    } else {
                        values.next(p.type);
                    }
                }
            }
        }
    }
    return mesh;
}

}  // namespace pliant
