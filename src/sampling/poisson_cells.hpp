// The background grid of Poisson-disk sampling: which cells the solid fills, and the point in each.
#pragma once

#include <pliant/types.hpp>

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sampling/cell_walk.hpp"

namespace pliant {

/// A cell: the brick that holds it and its slot in there, 0 to 7 along each axis.
struct CellAddress {
    std::int32_t brick = -1;  ///< -1: not near the solid
    std::array<int, 3> local{};
};

class PoissonCells {
  public:
    // What a cell holds, when it is not the index of a point.
    static constexpr std::int32_t outside = -1;
    static constexpr std::int32_t inside = -2;  ///< free, wholly in the solid
    static constexpr std::int32_t cut = -3;     ///< free, the surface may pass
    static constexpr int brick_edge = 8;
    static constexpr std::size_t brick_cells = 512;

    /// Cells of edge spacing/√3 over the solid; one layer when flat.
    PoissonCells(const Solid& solid, double spacing, bool flat);

    std::size_t bricks() const { return corners_.size(); }
    double cell() const { return grid_.cell; }
    std::int32_t& at(const CellAddress& a) { return states_[slot(a)]; }
    std::int32_t at(const CellAddress& a) const { return states_[slot(a)]; }

    /// The cell of q, which is at most a brick away from the cell `near`.
    CellAddress locate(const Vec3& q, const CellAddress& near) const;
    Vec3 center(const CellAddress& a) const;

    /// Calls f(state) for the cells that can hold a point within `spacing` of a point in cell a, nearer ones first,
    /// until f returns false.
    template <class F>
    void around(const CellAddress& a, F f) const {
        for (const auto& [x, y, z] : offsets_) {
            const CellAddress b = shifted(a, x, y, z);
            if (b.brick >= 0 && !f(at(b))) return;
        }
    }

  private:
    static std::size_t slot(const CellAddress& a) {
        return static_cast<std::size_t>(a.brick) * brick_cells +
               static_cast<std::size_t>((a.local[2] * brick_edge + a.local[1]) * brick_edge + a.local[0]);
    }
    CellAddress shifted(const CellAddress& a, int x, int y, int z) const {
        const int lx = a.local[0] + x;
        const int ly = a.local[1] + y;
        const int lz = a.local[2] + z;
        const int neighbor = ((lz >> 3) + 1) * 9 + ((ly >> 3) + 1) * 3 + (lx >> 3) + 1;
        const auto brick = static_cast<std::size_t>(a.brick);
        return {neighbors_[brick][static_cast<std::size_t>(neighbor)], {lx & 7, ly & 7, lz & 7}};
    }
    std::int32_t brick_at(const Eigen::Vector3i& corner);
    void link_bricks();

    CellGrid grid_;
    std::vector<std::array<int, 3>> offsets_;
    std::vector<std::int32_t> states_;                       ///< brick_cells a brick
    std::vector<Eigen::Vector3i> corners_;                   ///< of bricks, in bricks
    std::vector<std::array<std::int32_t, 27>> neighbors_;    ///< bricks around each brick, itself included; -1: none
    std::unordered_map<std::uint64_t, std::int32_t> index_;  ///< brick by corner; looked up, never iterated
};

}  // namespace pliant
