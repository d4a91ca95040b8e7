#include "geometry/morton.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <numeric>

namespace pliant {
namespace {

/// Every third bit: 21 bits spread over 63.
std::uint64_t spread(std::uint64_t v) {
    v &= 0x1fffff;
    v = (v | v << 32) & 0x1f00000000ffffULL;
    v = (v | v << 16) & 0x1f0000ff0000ffULL;
    v = (v | v << 8) & 0x100f00f00f00f00fULL;
    v = (v | v << 4) & 0x10c30c30c30c30c3ULL;
    return (v | v << 2) & 0x1249249249249249ULL;
}

}  // namespace

std::uint64_t morton_key(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    return spread(x) | spread(y) << 1 | spread(z) << 2;
}

std::vector<std::uint32_t> morton_order(std::span<const Vec3> points) {
    Box box;
    for (const Vec3& p : points) box.add(p);
    PLIANT_ASSERT(points.empty() || (box.lower.allFinite() && box.upper.allFinite()));
    const double side = points.empty() ? 0 : box.size().maxCoeff();
    const double scale = side > 0 ? 2097151.0 / side : 0;
    std::vector<std::uint64_t> code(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3 q = (points[i] - box.lower) * scale;
        code[i] = morton_key(static_cast<std::uint64_t>(q.x()), static_cast<std::uint64_t>(q.y()),
                             static_cast<std::uint64_t>(q.z()));
    }
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return code[a] != code[b] ? code[a] < code[b] : a < b; });
    return order;
}

}  // namespace pliant
