#include "run/pack_bytes.hpp"

#include <zstd.h>

#include <cstring>

namespace pliant {
namespace {

/// Higher levels of zstd take several times as long for a few percent, as the bytes are mostly noise (docs/cache.md).
constexpr int level = 1;

void sort_by_column(std::span<const std::byte> rows, std::size_t row, std::byte* to) {
    const std::size_t count = rows.size() / row;
    for (std::size_t k = 0; k < row; ++k)
        for (std::size_t r = 0; r < count; ++r) *to++ = rows[r * row + k];
}

void sort_by_row(const std::byte* from, std::size_t row, std::span<std::byte> rows) {
    const std::size_t count = rows.size() / row;
    for (std::size_t k = 0; k < row; ++k)
        for (std::size_t r = 0; r < count; ++r) rows[r * row + k] = *from++;
}

}  // namespace

std::vector<std::byte> pack_bytes(std::span<const std::byte> bytes, std::size_t row) {
    std::vector<std::byte> sorted(bytes.size());
    sort_by_column(bytes, row, sorted.data());
    std::vector<std::byte> packed(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), sorted.data(), sorted.size(), level);
    if (ZSTD_isError(size) || size >= bytes.size()) return {bytes.begin(), bytes.end()};
    packed.resize(size);
    return packed;
}

bool unpack_bytes(std::span<const std::byte> packed, std::size_t row, std::span<std::byte> to) {
    if (packed.size() == to.size()) {
        if (!to.empty()) std::memcpy(to.data(), packed.data(), to.size());
        return true;
    }
    std::vector<std::byte> sorted(to.size());
    if (ZSTD_decompress(sorted.data(), sorted.size(), packed.data(), packed.size()) != to.size()) return false;
    sort_by_row(sorted.data(), row, to);
    return true;
}

std::size_t most_unpacked(std::size_t packed) {
    // A block of zstd has at least 4 bytes (3 of them its header) and stands for at most 128 KiB.
    constexpr std::size_t block = std::size_t{128} << 10;
    return (packed / 4 + 1) * block;
}

}  // namespace pliant
