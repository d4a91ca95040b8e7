#include "clustering/random_centers.hpp"

#include "core/assert.hpp"
#include "core/random.hpp"
#include "geometry/hash_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pliant {
namespace {

std::vector<std::uint32_t> shuffled(std::size_t count, std::uint64_t seed) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    Random random(seed);
    for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    return order;
}

std::vector<Vec3> draw(std::span<const Vec3> points, const std::vector<std::uint32_t>& order, double radius) {
    const PointGrid grid(points, 0.5 * radius);
    std::vector<char> covered(points.size(), 0);
    std::vector<Vec3> centers;
    for (const std::uint32_t i : order) {
        if (covered[i]) continue;
        centers.push_back(points[i]);
        grid.for_each_within(points[i], radius, [&](std::uint32_t j, double) { covered[j] = 1; });
    }
    return centers;
}

}  // namespace

std::vector<Vec3> random_centers(std::span<const Vec3> points, double radius, std::uint64_t seed) {
    PLIANT_ASSERT(radius > 0);
    return draw(points, shuffled(points.size(), seed), radius);
}

std::vector<Vec3> random_centers_by_count(std::span<const Vec3> points, std::size_t count, double spacing,
                                          std::uint64_t seed) {
    PLIANT_ASSERT(count >= 1 && spacing > 0);
    const std::vector<std::uint32_t> order = shuffled(points.size(), seed);
    Box box;
    for (const Vec3& p : points) box.add(p);
    double small = 0.01 * spacing;                            // gives about as many centers as there are particles
    double large = std::max(2 * box.size().norm(), spacing);  // gives one
    auto error = [&](const std::vector<Vec3>& c) {
        return std::abs(static_cast<double>(c.size()) - static_cast<double>(count));
    };
    std::vector<Vec3> best = draw(points, order, large);
    for (int halving = 0; halving < 40 && error(best) > 0.01 * static_cast<double>(count); ++halving) {
        const double radius = std::sqrt(small) * std::sqrt(large);
        std::vector<Vec3> centers = draw(points, order, radius);
        (centers.size() > count ? small : large) = radius;
        if (error(centers) < error(best)) best = std::move(centers);
    }
    return best;
}

}  // namespace pliant
