// The header of a PLY file: which elements follow, and what each row of them holds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "meshes/mesh_source.hpp"

namespace pliant {

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
std::size_t ply_size(PlyType type);

enum class PlyEncoding { text, little_endian, big_endian };

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::float32;
    bool is_list = false;
    PlyType count_type = PlyType::uint8;  ///< lists only
};

struct PlyElement {
    std::string name;
    std::int64_t count = 0;
    std::vector<PlyProperty> properties;
};

struct PlyHeader {
    PlyEncoding encoding = PlyEncoding::text;
    std::vector<PlyElement> elements;
    std::size_t bytes = 0;  ///< where the data begins
    std::size_t lines = 0;
};

PlyHeader read_ply_header(const SourceFile& file);

}  // namespace pliant
