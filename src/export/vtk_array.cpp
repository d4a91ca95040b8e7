#include "export/vtk_array.hpp"

#include <zlib.h>

#include <bit>
#include <new>
#include <utility>
#include <vector>

#include "core/parallel.hpp"

namespace pliant {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

constexpr std::size_t block_bytes = 1 << 18;
constexpr int level = Z_BEST_SPEED;  // noise in the last bits of floats does not get smaller by more work

std::string compressed_block(std::span<const std::byte> block) {
    uLongf size = compressBound(static_cast<uLong>(block.size()));
    std::string out(size, '\0');
    // With a buffer of compressBound() bytes there is nothing that can fail but memory.
    if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(block.data()),
                  static_cast<uLong>(block.size()), level) != Z_OK)
        throw std::bad_alloc();
    out.resize(size);
    return out;
}

void append(std::string& out, std::uint64_t value) { out.append(reinterpret_cast<const char*>(&value), sizeof(value)); }

}  // namespace

std::string vtk_compressed(std::span<const std::byte> bytes) {
    std::vector<std::string> blocks((bytes.size() + block_bytes - 1) / block_bytes);
    for_chunks(bytes.size(), block_bytes, true, [&](std::size_t begin, std::size_t end) {
        blocks[begin / block_bytes] = compressed_block(bytes.subspan(begin, end - begin));
    });
    std::string out;
    append(out, blocks.size());
    append(out, block_bytes);
    append(out, bytes.size() % block_bytes);
    for (const std::string& block : blocks) append(out, block.size());
    for (const std::string& block : blocks) out += block;
    return out;
}

VtkArray vtk_array(std::string name, int components, std::span<const float> values) {
    return {"Float32", std::move(name), components, vtk_compressed(std::as_bytes(values))};
}

VtkArray vtk_array(std::string name, std::span<const std::uint32_t> values) {
    return {"UInt32", std::move(name), 1, vtk_compressed(std::as_bytes(values))};
}

VtkArray vtk_array(std::string name, std::span<const std::int64_t> values) {
    return {"Int64", std::move(name), 1, vtk_compressed(std::as_bytes(values))};
}

}  // namespace pliant
