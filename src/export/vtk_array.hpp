// One array of a VTK XML file, as it lies in the appended data.
//
// Layout ("raw" encoding, header_type UInt64, vtkZLibDataCompressor): the number of blocks, the bytes of a whole block
// before compression, those of the last block (0 when it is whole too), the compressed bytes of each block; then the
// blocks, each a zlib stream of its own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pliant {

struct VtkArray {
    std::string type;  ///< "Float32"
    std::string name;
    int components = 1;
    std::string data;  ///< header and compressed blocks
};

VtkArray vtk_array(std::string name, int components, std::span<const float> values);
VtkArray vtk_array(std::string name, std::span<const std::uint32_t> values);
VtkArray vtk_array(std::string name, std::span<const std::int64_t> values);

/// Header and blocks for these bytes. Blocks are compressed in parallel; the result is the same at any number of
/// threads.
std::string vtk_compressed(std::span<const std::byte> bytes);

}  // namespace pliant
