#include "clustering/spatial_order.hpp"

#include <algorithm>
#include <numeric>

namespace pliant {
namespace {

/// Pulls the low 21 bits apart, with two zeros between neighbors.
std::uint64_t spread_bits(std::uint64_t v) {
    v = (v | (v << 32)) & 0x001f00000000ffffULL;
    v = (v | (v << 16)) & 0x001f0000ff0000ffULL;
    v = (v | (v << 8)) & 0x100f00f00f00f00fULL;
    v = (v | (v << 4)) & 0x10c30c30c30c30c3ULL;
    return (v | (v << 2)) & 0x1249249249249249ULL;
}

}  // namespace

std::vector<std::uint32_t> spatial_order(std::span<const Vec3> points) {
    Box box;
    for (const Vec3& p : points) box.add(p);
    const double extent = box.size().maxCoeff();
    const double scale = extent > 0 ? ((1 << 21) - 1) / extent : 0;
    std::vector<std::uint64_t> key(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3 cell = (points[i] - box.lower) * scale;
        key[i] = spread_bits(static_cast<std::uint64_t>(cell.x())) |
                 spread_bits(static_cast<std::uint64_t>(cell.y())) << 1 |
                 spread_bits(static_cast<std::uint64_t>(cell.z())) << 2;
    }
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return key[a] != key[b] ? key[a] < key[b] : a < b; });
    return order;
}

}  // namespace pliant
