// Particles in the order of a Morton curve: neighbors in space become neighbors in memory.
#pragma once

#include <pliant/types.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// The particles' indices along a Morton curve through their bounding cube (2^21 cells an axis); ties by index.
std::vector<std::uint32_t> spatial_order(std::span<const Vec3> points);

}  // namespace pliant
