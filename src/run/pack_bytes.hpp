// Rows of bytes, made small and back again: sorted by their column, then zstd.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pliant {

/// `bytes` are rows of `row` bytes. The result is shorter than `bytes`, or equal to them where that is not possible.
std::vector<std::byte> pack_bytes(std::span<const std::byte> bytes, std::size_t row);

/// The inverse: fills `to`, whose size is known. False when `packed` is not what pack_bytes makes of such an array.
bool unpack_bytes(std::span<const std::byte> packed, std::size_t row, std::span<std::byte> to);

/// The most bytes that `packed` bytes can stand for: a limit to check a claimed size against before allocating it.
std::size_t most_unpacked(std::size_t packed);

}  // namespace pliant
