#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <vector>

#include "core/assert.hpp"
#include "core/write_file.hpp"
#include "meshes/ply.hpp"

namespace pliant {
namespace {

static_assert(std::endian::native == std::endian::little, "columns are written as they lie in memory");

const char* type_name(const PlyColumn& column) {
    constexpr const char* names[] = {"float", "int", "uchar"};  // in the order of the variant
    return names[column.values.index()];
}

std::size_t length(const PlyColumn& column) {
    return std::visit([](const auto& values) { return values.size(); }, column.values);
}

std::size_t value_bytes(const PlyColumn& column) {
    return std::visit([](const auto& values) { return sizeof(values[0]); }, column.values);
}

}  // namespace

void write_ply_points(const std::filesystem::path& path, std::span<const PlyColumn> columns) {
    const std::size_t count = columns.empty() ? 0 : length(columns.front());
    std::string header = fmt::format("ply\nformat binary_little_endian 1.0\nelement vertex {}\n", count);
    std::size_t row = 0;
    for (const PlyColumn& column : columns) {
        PLIANT_ASSERT(length(column) == count);
        header += fmt::format("property {} {}\n", type_name(column), column.name);
        row += value_bytes(column);
    }
    header += "end_header\n";

    std::vector<char> bytes(header.size() + row * count);
    std::memcpy(bytes.data(), header.data(), header.size());
    char* column_start = bytes.data() + header.size();
    for (const PlyColumn& column : columns) {
        std::visit(
            [&](const auto& values) {
                for (std::size_t i = 0; i < count; ++i) {
                    std::memcpy(column_start + i * row, &values[i], sizeof(values[i]));
                }
            },
            column.values);
        column_start += value_bytes(column);
    }
    write_file(path, bytes.data(), bytes.size());
}

}  // namespace pliant
