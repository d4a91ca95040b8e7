// Morton (Z) order: points near in space get near in memory.
#pragma once

#include <pliant/types.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// A position along the Z curve from three whole numbers of up to 21 bits.
std::uint64_t morton_key(std::uint64_t x, std::uint64_t y, std::uint64_t z);

/// The indices of the points along the Z curve through their bounding cube (21 bits an axis), ties by index.
std::vector<std::uint32_t> morton_order(std::span<const Vec3> points);

}  // namespace pliant
