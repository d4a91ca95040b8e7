#include "clustering/memberships.hpp"

#include "clustering/distance.hpp"
#include "core/parallel.hpp"
#include "geometry/hash_grid.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace pliant {
namespace {

/// Sums over the clusters of each particle, added in the order of the clusters.
struct Totals {
    std::vector<double> nearest, share;
    std::vector<std::uint32_t> clusters;
};

Totals totals_of(const Memberships& m, const WeightKernel& kernel, std::size_t points) {
    Totals t{std::vector<double>(points, std::numeric_limits<double>::infinity()), std::vector<double>(points, 0),
             std::vector<std::uint32_t>(points, 0)};
    for (std::size_t k = 0; k < m.particles.size(); ++k) {
        double& nearest = t.nearest[m.particles[k]];
        nearest = std::min(nearest, m.weights[k]);
    }
    for (std::size_t k = 0; k < m.particles.size(); ++k) {
        const std::uint32_t i = m.particles[k];
        t.share[i] += kernel.share(m.weights[k], t.nearest[i]);
        ++t.clusters[i];
    }
    return t;
}

}  // namespace

Memberships memberships_within(std::span<const Vec3> points, std::span<const Vec3> centers, double radius,
                               const WeightKernel& kernel) {
    assert(radius > 0);
    const PointGrid grid(points, 0.5 * radius);
    const bool parallel = points.size() >= parallel_threshold;
    std::vector<std::vector<std::uint32_t>> rows(centers.size());
    for_chunks(centers.size(), 16, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) {
            grid.for_each_within(centers[c], radius, [&](std::uint32_t i, double) { rows[c].push_back(i); });
            std::sort(rows[c].begin(), rows[c].end());
        }
    });

    Memberships m;
    m.offsets.resize(centers.size() + 1, 0);
    for (std::size_t c = 0; c < rows.size(); ++c) {
        m.offsets[c + 1] = m.offsets[c] + static_cast<std::uint32_t>(rows[c].size());
    }
    m.particles.resize(m.offsets.back());
    m.weights.resize(m.offsets.back());
    const double scale = 1 / (radius * radius);
    for_chunks(centers.size(), 64, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) {
            std::uint32_t k = m.offsets[c];
            for (const std::uint32_t i : rows[c]) {
                m.particles[k] = i;
                m.weights[k++] = kernel.rate(squared_distance(points[i], centers[c]) * scale);
            }
        }
    });
    const Totals totals = totals_of(m, kernel, points.size());
    for_chunks(m.particles.size(), 4096, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const std::uint32_t i = m.particles[k];
            m.weights[k] = WeightKernel::weight(kernel.share(m.weights[k], totals.nearest[i]), totals.share[i],
                                                totals.clusters[i]);
        }
    });
    return m;
}

}  // namespace pliant
