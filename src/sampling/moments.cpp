#include "sampling/moments.hpp"

#include <algorithm>

#include "core/assert.hpp"
#include "sampling/cell_walk.hpp"

namespace pliant {
namespace {

/// ∫ 1, ∫ x and ∫ x xᵀ about the grid's origin, in cells.
struct Sums {
    double volume = 0;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();

    void add(double part, const Vec3& center, const Vec3& size) {
        volume += part;
        first += part * center;
        second += part * (center * center.transpose());
        second += (part / 12 * size.cwiseAbs2()).asDiagonal();
    }
    Moments about_center(const Vec3& origin) const {
        Moments moments;
        moments.volume = volume;
        if (!(volume > 0)) return moments;
        const Vec3 center = first / volume;
        moments.center = origin + center;
        moments.second = second - volume * center * center.transpose();
        return moments;
    }
};

}  // namespace

Moments moments_of(const Solid& solid) {
    constexpr int cells = 128;  // along the longest side: the error of a cut cell averages out over its neighbors
    const Box bounds = solid.bounds();
    const double longest = bounds.size().maxCoeff();
    if (bounds.empty() || !(longest > 0)) return {};
    const CellGrid grid = covering_grid(bounds, longest / cells);
    Sums sums;
    walk_cells(solid, grid, [&](const CellBlock& block) {
        const Vec3 size = (block.upper - block.lower).cast<double>();
        const double inside = block.whole ? 1 : std::clamp(0.5 - block.distance / grid.cell, 0.0, 1.0);
        sums.add(inside * size.prod(), 0.5 * (block.lower + block.upper).cast<double>(), size);
    });
    Moments moments = sums.about_center(Vec3::Zero());
    const double cell = grid.cell;
    moments.volume *= cell * cell * cell;
    moments.center = grid.origin + cell * moments.center;
    moments.second *= cell * cell * cell * cell * cell;
    return moments;
}

Moments moments_of(std::span<const Vec3> points, std::span<const double> masses) {
    PLIANT_ASSERT(points.size() == masses.size());
    const Vec3 origin = points.empty() ? Vec3(Vec3::Zero()) : points.front();
    Sums sums;
    for (std::size_t i = 0; i < points.size(); ++i) sums.add(masses[i], points[i] - origin, Vec3::Zero());
    return sums.about_center(origin);
}

}  // namespace pliant
