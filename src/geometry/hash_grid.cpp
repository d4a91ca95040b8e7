#include "geometry/hash_grid.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <numeric>

namespace pliant {
namespace {

constexpr double most_cells_along_an_axis = 1 << 20;  // three of them fit a 64-bit key

/// Stable sort of `order` by keys[order[·]], least significant digit first; only digits that occur are sorted by.
void sort_by_key(std::vector<std::uint32_t>& order, const std::vector<std::uint64_t>& keys,
                 std::vector<std::uint32_t>& next) {
    constexpr int digit_bits = 11;
    constexpr std::size_t digits = std::size_t{1} << digit_bits;
    const std::uint64_t largest = *std::max_element(keys.begin(), keys.end());
    next.resize(order.size());
    for (int shift = 0; shift < 64 && (largest >> shift) != 0; shift += digit_bits) {
        std::array<std::uint32_t, digits + 1> first{};
        auto digit = [&](std::uint32_t i) { return (keys[i] >> shift) & (digits - 1); };
        for (const std::uint32_t i : order) ++first[digit(i) + 1];
        std::partial_sum(first.begin(), first.end(), first.begin());
        for (const std::uint32_t i : order) next[first[digit(i)]++] = i;
        order.swap(next);
    }
}

}  // namespace

void PointGrid::rebuild(std::span<const Vec3> points, double cell) {
    PLIANT_ASSERT(cell > 0 && points.size() < none);
    cell_ = cell;
    bounds_ = {};
    points_.clear();
    cells_.clear();
    rows_.clear();
    table_.clear();
    if (points.empty()) return;
    for (const Vec3& p : points) bounds_.add(p);
    PLIANT_ASSERT(bounds_.lower.allFinite() && bounds_.upper.allFinite());
    const Vec3 extent = bounds_.size();
    cell_ = std::max(cell, extent.maxCoeff() / (most_cells_along_an_axis - 1));
    inverse_cell_ = 1 / cell_;
    counts_ = (extent * inverse_cell_).array().floor().cast<int>() + 1;

    auto& [keys, sorted_keys, order, next] = sorting_;
    keys.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        keys[i] = key(cell_along(0, points[i].x()), cell_along(1, points[i].y()), cell_along(2, points[i].z()));
    }
    order.resize(points.size());
    std::iota(order.begin(), order.end(), 0u);
    sort_by_key(order, keys, next);

    points_.reserve(points.size());
    sorted_keys.clear();
    sorted_keys.reserve(points.size());
    for (const std::uint32_t i : order) {
        points_.push_back({points[i].x(), points[i].y(), points[i].z(), i});
        sorted_keys.push_back(keys[i]);
    }
    build_cells(sorted_keys);
}

void PointGrid::build_cells(const std::vector<std::uint64_t>& keys) {
    PLIANT_ASSERT(std::is_sorted(keys.begin(), keys.end()));
    const auto count = static_cast<std::uint32_t>(keys.size());
    const double all_cells = counts_.cast<double>().prod();
    if (all_cells <= 4.0 * count + 4096) {
        table_.assign(static_cast<std::size_t>(all_cells) + 1, 0);
        for (const std::uint64_t k : keys) ++table_[k + 1];
        std::partial_sum(table_.begin(), table_.end(), table_.begin());
        return;
    }
    const auto along_x = static_cast<std::uint64_t>(counts_.x());
    const auto along_y = static_cast<std::uint64_t>(counts_.y());
    for (std::uint32_t i = 0; i < count; ++i) {
        if (i > 0 && keys[i] == keys[i - 1]) continue;
        const std::uint64_t row = keys[i] / along_x;
        if (i == 0 || row != keys[i - 1] / along_x) {
            rows_.push_back({static_cast<std::int32_t>(row % along_y), static_cast<std::int32_t>(row / along_y),
                             static_cast<std::uint32_t>(cells_.size())});
        }
        cells_.push_back({static_cast<std::int32_t>(keys[i] % along_x), i});
    }
    rows_.push_back({0, 0, static_cast<std::uint32_t>(cells_.size())});
    cells_.push_back({0, count});
}

PointGrid::Nearest PointGrid::nearest(const Vec3& center) const {
    Nearest best;
    if (points_.empty() || !center.allFinite()) return best;
    // The first ball reaches just into the bounds; later ones double until one holds a point.
    const Vec3 inside = center.cwiseMax(bounds_.lower).cwiseMin(bounds_.upper);
    for (double radius = (center - inside).norm() + cell_; best.index == none; radius *= 2) {
        for_each_within(center, radius, [&](std::uint32_t index, double squared) {
            if (squared < best.squared_distance || (squared == best.squared_distance && index < best.index)) {
                best = {index, squared};
            }
        });
    }
    return best;
}

}  // namespace pliant
