#include "clustering/kmeans.hpp"

#include "clustering/coverage.hpp"
#include "clustering/distance.hpp"
#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "core/random.hpp"
#include "geometry/hash_grid.hpp"

#include <algorithm>
#include <numeric>

namespace pliant {
namespace {

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
bool reassign(std::span<const Vec3> points, const std::vector<Vec3>& centers, const PointGrid& grid,
              const std::vector<char>& open, Assignment& a) {
    constexpr std::size_t chunk = 1024;
    std::vector<char> changed((points.size() + chunk - 1) / chunk, 0);
    for_chunks(points.size(), chunk, points.size() >= parallel_threshold, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (!open[a.center[i]]) continue;
            // The center it has bounds the search.
            const std::uint32_t old = a.center[i];
            PointGrid::Nearest nearest{old, squared_distance(points[i], centers[old])};
            grid.for_each_within(points[i], radius_reaching(nearest.squared_distance),
                                 [&](std::uint32_t c, double squared) {
                                     if (squared > nearest.squared_distance) return;
                                     if (squared < nearest.squared_distance || c < nearest.index)
                                         nearest = {c, squared};
                                 });
            if (nearest.index != old) changed[begin / chunk] = 1;
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

std::vector<Vec3> spread_centers(std::span<const Vec3> points, std::size_t count, std::uint64_t seed) {
    PLIANT_ASSERT(count >= 1 && count <= points.size());
    Random random(seed);
    std::vector<Vec3> centers(count);
    for (std::size_t c = 0; c < count; ++c) {
        const std::size_t begin = c * points.size() / count;
        const std::size_t end = (c + 1) * points.size() / count;
        centers[c] = points[begin + random.below(static_cast<std::uint32_t>(end - begin))];
    }
    return centers;
}

KMeans kmeans(std::span<const Vec3> points, std::span<const double> masses, std::vector<Vec3> centers, double spacing,
              int max_sweeps) {
    PLIANT_ASSERT(!points.empty() && !centers.empty() && masses.size() == points.size());
    const double cell = center_gap(points, centers.size(), spacing);
    Assignment a;
    a.center.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        a.center[i] = static_cast<std::uint32_t>(i * centers.size() / points.size());  // near it in spatial order
    }
    a.squared.assign(points.size(), 0);
    KMeans result{std::move(centers), false, 0};
    std::vector<char> open(result.centers.size(), 1);
    while (result.sweeps < max_sweeps) {
        const PointGrid grid(result.centers, cell);
        if (result.sweeps > 0) {
            const double farthest = std::sqrt(*std::max_element(a.squared.begin(), a.squared.end()));
            open = unsettled(result.centers, open, grid, farthest);
        }
        const bool changed = reassign(points, result.centers, grid, open, a);
        ++result.sweeps;
        if (result.sweeps > 1 && !changed) {
            result.converged = true;
            break;
        }
        gather_rows(a, result.centers.size());
        open = recenter(points, masses, a, result.centers);
    }
    return result;
}

}  // namespace pliant
