#include "sampling/measure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "sampling/cell_walk.hpp"

namespace pliant {

Measure measure(const Solid& solid) {
    constexpr double settled = 0.002;
    constexpr std::size_t most_cut_cells = 1'000'000;
    constexpr int coarsest = 32;
    constexpr int finest = 8192;
    const Box bounds = solid.bounds();
    const double longest = bounds.size().maxCoeff();
    Measure result;
    if (bounds.empty() || !(longest > 0)) return result;
    for (int cells = coarsest; cells <= finest; cells *= 2) {
        const CellGrid grid = covering_grid(bounds, longest / cells);
        const double cell_volume = std::pow(grid.cell, 3);
        double inside = 0;  // in cells
        std::size_t cut = 0;
        std::size_t on_surface = 0;
        walk_cells(solid, grid, [&](const CellBlock& block) {
            if (block.whole) {
                inside += (block.upper - block.lower).cast<double>().prod();
            } else {
                inside += std::clamp(0.5 - block.distance / grid.cell, 0.0, 1.0);
                on_surface += std::abs(block.distance) <= 0.5 * grid.cell;
                ++cut;
            }
        });
        const double before = result.volume;
        result.volume = inside * cell_volume;
        result.area = static_cast<double>(on_surface) * grid.cell * grid.cell;
        const bool converged = result.volume > 0 && std::abs(result.volume - before) <= settled * result.volume;
        if (converged || 4 * cut > most_cut_cells) break;
    }
    return result;
}

}  // namespace pliant
