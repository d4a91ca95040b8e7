// Range and nearest-neighbor queries on a fixed set of points.
//
// Space is cut into cubic cells. The points are copied in the order of their cells (z slowest, x fastest, then index),
// so that all points of a run of cells along x lie next to each other in memory: a query is a handful of straight
// scans. Only occupied cells are stored, in sorted arrays; memory is proportional to the number of points whatever the
// extent, and the grid starts at the points' own lower corner, so distance from the origin costs nothing. Where the
// points crowd their bounding box (the usual case, a solid body) the cells are also addressed directly by a table.
//
// Every query visits points in one fixed order that depends on the points and the cell size alone.
#pragma once

#include <pliant/types.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace pliant {

class PointGrid {
  public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    /// The answer of nearest(); index is `none` when there is no such point.
    struct Nearest {
        std::uint32_t index = none;
        double squared_distance = std::numeric_limits<double>::infinity();
    };

    PointGrid() = default;

    /// `cell` > 0 is the edge of a cell in metres: half the query radius to the radius for range queries, about the
    /// spacing of the points for nearest(). It is raised where the extent would need more than 2^20 cells along an
    /// axis. All coordinates must be finite.
    PointGrid(std::span<const Vec3> points, double cell) { rebuild(points, cell); }

    /// The same on other points, in the memory that is already there.
    void rebuild(std::span<const Vec3> points, double cell);

    std::size_t size() const { return points_.size(); }
    double cell() const { return cell_; }
    const Box& bounds() const { return bounds_; }

    /// Calls f(index, squared_distance) for every point at most `radius` from `center`, by rising (z, y, x) of its
    /// cell, then by rising index.
    template <class F>
    void for_each_within(const Vec3& center, double radius, F f) const;

    /// The nearest point; of equally near ones the one with the lowest index. A non-finite `center` is near nothing.
    Nearest nearest(const Vec3& center) const;

  private:
    /// A point beside its index: 32 bytes, two in a cache line.
    struct Entry {
        double x, y, z;
        std::uint32_t index;
    };
    struct Cell {
        std::int32_t x;
        std::uint32_t first;  ///< in points_; the next cell's `first` ends it
    };
    /// The occupied cells that share y and z.
    struct Row {
        std::int32_t y, z;
        std::uint32_t first;  ///< in cells_; the next row's `first` ends it
    };
    using Cells = std::array<std::int32_t, 3>;

    void build_cells(const std::vector<std::uint64_t>& keys);
    std::int32_t cell_along(int axis, double coordinate) const {
        const double steps = (coordinate - bounds_.lower[axis]) * inverse_cell_;
        return static_cast<std::int32_t>(std::clamp(steps, 0.0, static_cast<double>(counts_[axis] - 1)));
    }
    std::uint64_t key(std::int32_t x, std::int32_t y, std::int32_t z) const {
        return (static_cast<std::uint64_t>(z) * static_cast<std::uint64_t>(counts_[1]) +
                static_cast<std::uint64_t>(y)) *
                   static_cast<std::uint64_t>(counts_[0]) +
               static_cast<std::uint64_t>(x);
    }
    template <class Scan>
    void scan_table(const Cells& low, const Cells& high, Scan scan) const;
    template <class Scan>
    void scan_sparse(const Cells& low, const Cells& high, Scan scan) const;

    Box bounds_;
    double cell_ = 1;
    double inverse_cell_ = 1;
    Eigen::Vector3i counts_ = Eigen::Vector3i::Ones();
    std::vector<Entry> points_;
    std::vector<Cell> cells_;           ///< sparse form; one more at the end
    std::vector<Row> rows_;             ///< sparse form; one more at the end
    std::vector<std::uint32_t> table_;  ///< table form: first point of every cell by key; one more at the end

    struct Sorting {
        std::vector<std::uint64_t> keys, sorted_keys;
        std::vector<std::uint32_t> order, next;
    } sorting_;  ///< work space of rebuild
};

/// Rows of cells in [low, high] by direct addressing: scan(first, last) gets ranges of points_.
template <class Scan>
void PointGrid::scan_table(const Cells& low, const Cells& high, Scan scan) const {
    for (std::int32_t z = low[2]; z <= high[2]; ++z) {
        for (std::int32_t y = low[1]; y <= high[1]; ++y) {
            scan(table_[key(low[0], y, z)], table_[key(high[0], y, z) + 1]);
        }
    }
}

/// The same over occupied rows only; steps that leave [low, high] jump ahead by bisection.
template <class Scan>
void PointGrid::scan_sparse(const Cells& low, const Cells& high, Scan scan) const {
    const auto end = rows_.end() - 1;
    auto skip_to = [&](auto from, std::int32_t y, std::int32_t z) {
        return std::partition_point(from, end, [&](const Row& r) { return r.z < z || (r.z == z && r.y < y); });
    };
    for (auto row = skip_to(rows_.begin(), low[1], low[2]); row != end && row->z <= high[2];) {
        if (row->y < low[1]) {
            row = skip_to(row, low[1], row->z);
        } else if (row->y > high[1]) {
            row = skip_to(row, low[1], row->z + 1);
        } else {
            const auto cells_end = cells_.begin() + (row + 1)->first;
            const auto first = std::partition_point(cells_.begin() + row->first, cells_end,
                                                    [&](const Cell& c) { return c.x < low[0]; });
            const auto last = std::partition_point(first, cells_end, [&](const Cell& c) { return c.x <= high[0]; });
            scan(first->first, last->first);
            ++row;
        }
    }
}

template <class F>
void PointGrid::for_each_within(const Vec3& center, double radius, F f) const {
    if (points_.empty()) return;
    // Rounding may put a point just outside the cells of the exact box although its computed distance passes.
    const double reach = radius + 8 * std::numeric_limits<double>::epsilon() *
                                      (radius + center.cwiseAbs().maxCoeff() + bounds_.lower.cwiseAbs().maxCoeff());
    Cells low;
    Cells high;
    for (int axis = 0; axis < 3; ++axis) {
        if (center[axis] + reach < bounds_.lower[axis] || center[axis] - reach > bounds_.upper[axis]) return;
        low[static_cast<std::size_t>(axis)] = cell_along(axis, center[axis] - reach);
        high[static_cast<std::size_t>(axis)] = cell_along(axis, center[axis] + reach);
    }
    const double limit = radius * radius;
    auto scan = [&](std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t k = first; k < last; ++k) {
            const Entry& p = points_[k];
            const double dx = p.x - center.x();
            const double dy = p.y - center.y();
            const double dz = p.z - center.z();
            const double squared = dx * dx + dy * dy + dz * dz;
            if (squared <= limit) f(p.index, squared);
        }
    };
    if (table_.empty()) {
        scan_sparse(low, high, scan);
    } else {
        scan_table(low, high, scan);
    }
}

}  // namespace pliant
