// Morton (Z) order: points near in space get near in memory.
#pragma once

#include <pliant/types.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// The indices of the points along the Z curve through their bounding cube (21 bits an axis), ties by index.
std::vector<std::uint32_t> morton_order(std::span<const Vec3> points);

}  // namespace pliant
