#include "clustering/kmeans.hpp"

#include "clustering/coverage.hpp"
#include "clustering/distance.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"
#include "geometry/hash_grid.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace pliant {
namespace {

/// Interleaves the low 21 bits with two zeros between neighbours.
std::uint64_t spread_bits(std::uint64_t v) {
    v = (v | (v << 32)) & 0x001f00000000ffffULL;
    v = (v | (v << 16)) & 0x001f0000ff0000ffULL;
    v = (v | (v << 8)) & 0x100f00f00f00f00fULL;
    v = (v | (v << 4)) & 0x10c30c30c30c30c3ULL;
    return (v | (v << 2)) & 0x1249249249249249ULL;
}

std::vector<std::uint32_t> morton_order(std::span<const Vec3> points) {
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

/// The particles of each center, in compressed rows by rising index.
struct Assignment {
    std::vector<std::uint32_t> center;   ///< of each particle
    std::vector<double> squared;         ///< distance of each particle to it
    std::vector<std::uint32_t> offsets;  ///< rows of `particles`
    std::vector<std::uint32_t> particles;
};

void gather_rows(Assignment& a, std::size_t centers) {
    a.offsets.assign(centers + 1, 0);
    for (const std::uint32_t c : a.center) ++a.offsets[c + 1];
    std::partial_sum(a.offsets.begin(), a.offsets.end(), a.offsets.begin());
    std::vector<std::uint32_t> next(a.offsets.begin(), a.offsets.end() - 1);
    a.particles.resize(a.center.size());
    for (std::uint32_t i = 0; i < a.center.size(); ++i) a.particles[next[a.center[i]]++] = i;
}

/// Centers whose particles may change hands: those that moved, and those with a moved center so near that it may reach
/// one of their particles. `farthest` bounds the distance of a particle to its center where that center stayed.
std::vector<char> unsettled(const std::vector<Vec3>& centers, const std::vector<char>& moved, const PointGrid& grid,
                            double farthest) {
    std::vector<char> result = moved;
    for (std::size_t c = 0; c < centers.size(); ++c) {
        if (!moved[c]) continue;
        // A little beyond twice the distance, for rounding.
        grid.for_each_within(centers[c], 2.001 * farthest, [&](std::uint32_t other, double) { result[other] = 1; });
    }
    return result;
}

/// Looks again at the particles of the centers marked `open`. Returns whether one changed its center.
bool reassign(std::span<const Vec3> points, const PointGrid& grid, const std::vector<char>& open, Assignment& a) {
    constexpr std::size_t chunk = 1024;
    std::vector<char> changed((points.size() + chunk - 1) / chunk, 0);
    for_chunks(points.size(), chunk, points.size() >= parallel_threshold, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (!open[a.center[i]]) continue;
            const auto nearest = grid.nearest(points[i]);
            if (nearest.index != a.center[i]) changed[begin / chunk] = 1;
            a.center[i] = nearest.index;
            a.squared[i] = nearest.squared_distance;
        }
    });
    return std::find(changed.begin(), changed.end(), 1) != changed.end();
}

/// Moves each center to the center of mass of its particles; sums relative to the old center. Returns which moved.
std::vector<char> recenter(std::span<const Vec3> points, std::span<const double> masses, const Assignment& a,
                           std::vector<Vec3>& centers) {
    std::vector<char> moved(centers.size(), 0);
    for_chunks(centers.size(), 64, points.size() >= parallel_threshold, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) {
            Vec3 sum = Vec3::Zero();
            double mass = 0;
            const Vec3 origin = a.offsets[c] < a.offsets[c + 1] ? points[a.particles[a.offsets[c]]] : centers[c];
            for (std::uint32_t k = a.offsets[c]; k < a.offsets[c + 1]; ++k) {
                const std::uint32_t i = a.particles[k];
                sum += masses[i] * (points[i] - origin);
                mass += masses[i];
            }
            const Vec3 center = mass > 0 ? Vec3(origin + sum / mass) : centers[c];
            moved[c] = center != centers[c];
            centers[c] = center;
        }
    });
    return moved;
}

}  // namespace

std::vector<std::uint32_t> spread_particles(std::span<const Vec3> points, std::size_t count, std::uint64_t seed) {
    assert(count >= 1 && count <= points.size());
    const std::vector<std::uint32_t> order = morton_order(points);
    Random random(seed);
    std::vector<std::uint32_t> picks(count);
    for (std::size_t c = 0; c < count; ++c) {
        const std::size_t begin = c * points.size() / count;
        const std::size_t end = (c + 1) * points.size() / count;
        picks[c] = order[begin + random.below(static_cast<std::uint32_t>(end - begin))];
    }
    return picks;
}

KMeans kmeans(std::span<const Vec3> points, std::span<const double> masses, std::vector<Vec3> centers, int max_sweeps) {
    assert(!points.empty() && !centers.empty() && masses.size() == points.size());
    const double gap = center_gap(points, centers.size());
    Assignment a;
    a.center.assign(points.size(), 0);
    a.squared.assign(points.size(), 0);
    KMeans result{std::move(centers), false, 0};
    std::vector<char> open(result.centers.size(), 1);
    while (result.sweeps < max_sweeps && !result.converged) {
        const PointGrid grid(result.centers, gap > 0 ? gap : 1);
        if (result.sweeps > 0) {
            const double farthest = std::sqrt(*std::max_element(a.squared.begin(), a.squared.end()));
            open = unsettled(result.centers, open, grid, farthest);
        }
        const bool changed = reassign(points, grid, open, a);
        ++result.sweeps;
        result.converged = result.sweeps > 1 && !changed;
        if (result.converged) break;
        gather_rows(a, result.centers.size());
        open = recenter(points, masses, a, result.centers);
        // A body of few distinct points may start at its fixed point.
        result.converged = std::find(open.begin(), open.end(), 1) == open.end();
    }
    return result;
}

}  // namespace pliant
