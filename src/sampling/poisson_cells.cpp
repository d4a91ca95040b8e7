#include "sampling/poisson_cells.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pliant {
namespace {

std::uint64_t corner_key(const Eigen::Vector3i& corner) {
    constexpr int shift = 1;  // neighbors of the first brick are at -1
    auto bits = [](int i) { return static_cast<std::uint64_t>(i + shift); };
    return (bits(corner.z()) << 42) | (bits(corner.y()) << 21) | bits(corner.x());
}

/// Offsets between cells whose points may be nearer than √3 cells, nearest first.
std::vector<std::array<int, 3>> near_offsets(bool flat) {
    auto gap = [](const std::array<int, 3>& o) {
        int sum = 0;
        for (const int i : o) sum += std::max(std::abs(i) - 1, 0) * std::max(std::abs(i) - 1, 0);
        return sum;
    };
    auto squared = [](const std::array<int, 3>& o) { return o[0] * o[0] + o[1] * o[1] + o[2] * o[2]; };
    std::vector<std::array<int, 3>> offsets;
    for (int z = -2; z <= 2; ++z) {
        for (int y = flat ? 0 : -2; y <= (flat ? 0 : 2); ++y) {
            for (int x = -2; x <= 2; ++x) {
                if (gap({x, y, z}) < 3) offsets.push_back({x, y, z});
            }
        }
    }
    std::sort(offsets.begin(), offsets.end(),
              [&](const auto& a, const auto& b) { return std::tuple(squared(a), a) < std::tuple(squared(b), b); });
    return offsets;
}

}  // namespace

PoissonCells::PoissonCells(const Solid& solid, double spacing, bool flat) : offsets_(near_offsets(flat)) {
    Box bounds = solid.bounds();
    if (flat) bounds.lower.y() = bounds.upper.y() = bounds.center().y();
    grid_ = covering_grid(bounds, spacing / std::sqrt(3.0));
    walk_cells(solid, grid_, [&](const CellBlock& block) {
        for (int z = block.lower.z(); z < block.upper.z(); ++z) {
            for (int y = block.lower.y(); y < block.upper.y(); ++y) {
                for (int x = block.lower.x(); x < block.upper.x(); ++x) {
                    const std::int32_t brick = brick_at(Eigen::Vector3i(x >> 3, y >> 3, z >> 3));
                    at({brick, {x & 7, y & 7, z & 7}}) = block.whole ? inside : cut;
                }
            }
        }
    });
    link_bricks();
}

std::int32_t PoissonCells::brick_at(const Eigen::Vector3i& corner) {
    if (!corners_.empty() && corners_.back() == corner) return static_cast<std::int32_t>(corners_.size() - 1);
    const auto [entry, fresh] = index_.try_emplace(corner_key(corner), static_cast<std::int32_t>(corners_.size()));
    if (fresh) {
        corners_.push_back(corner);
        states_.resize(states_.size() + brick_cells, outside);
    }
    return entry->second;
}

void PoissonCells::link_bricks() {
    neighbors_.resize(corners_.size());
    for (std::size_t b = 0; b < corners_.size(); ++b) {
        for (std::size_t n = 0; n < 27; ++n) {
            const auto i = static_cast<int>(n);
            const Eigen::Vector3i corner = corners_[b] + Eigen::Vector3i(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
            const auto found = index_.find(corner_key(corner));
            neighbors_[b][n] = found == index_.end() ? -1 : found->second;
        }
    }
}

CellAddress PoissonCells::locate(const Vec3& q, const CellAddress& near) const {
    const Eigen::Vector3i global = ((q - grid_.origin) / grid_.cell).array().floor().cast<int>();
    const Eigen::Vector3i base = brick_edge * corners_[static_cast<std::size_t>(near.brick)];
    const Eigen::Vector3i local = global - base;
    if ((local.array() < -brick_edge).any() || (local.array() >= 2 * brick_edge).any()) return {};
    return shifted({near.brick, {0, 0, 0}}, local.x(), local.y(), local.z());
}

Vec3 PoissonCells::center(const CellAddress& a) const {
    const Eigen::Vector3i cell =
        brick_edge * corners_[static_cast<std::size_t>(a.brick)] + Eigen::Vector3i(a.local[0], a.local[1], a.local[2]);
    return grid_.origin + grid_.cell * (cell.cast<double>().array() + 0.5).matrix();
}

}  // namespace pliant
