#include "clustering/memberships.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "geometry/hash_grid.hpp"

#include <algorithm>
#include <limits>

namespace pliant {
namespace {

/// Sums over the clusters of each particle, added in the order of the clusters.
struct Totals {
    std::vector<double> nearest, share;
    std::vector<std::uint32_t> clusters;
};

Totals totals_of(const ClusterLists& m, const WeightKernel& kernel, std::size_t points) {
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

/// One particle of a cluster, before its weight is known.
struct Member {
    std::uint32_t particle;
    double rate;
};

}  // namespace

ClusterLists memberships_within(std::span<const Vec3> points, std::span<const Vec3> centers, double radius,
                                const WeightKernel& kernel, std::span<const std::uint32_t> name) {
    PLIANT_ASSERT(radius > 0);
    PLIANT_ASSERT(name.empty() || name.size() == points.size());
    const PointGrid grid(points, 0.5 * radius);
    const bool parallel = points.size() >= parallel_threshold;
    const double scale = 1 / (radius * radius);
    std::vector<std::vector<Member>> rows(centers.size());
    for_chunks(centers.size(), 16, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) {
            grid.for_each_within(centers[c], radius, [&](std::uint32_t i, double squared) {
                rows[c].push_back({name.empty() ? i : name[i], kernel.rate(squared * scale)});
            });
            std::sort(rows[c].begin(), rows[c].end(),
                      [](const Member& a, const Member& b) { return a.particle < b.particle; });
        }
    });

    ClusterLists m;
    m.offsets.push_back(0);
    for (const auto& row : rows) {
        for (const Member& member : row) {
            m.particles.push_back(member.particle);
            m.weights.push_back(member.rate);
        }
        m.offsets.push_back(static_cast<std::uint32_t>(m.particles.size()));
    }
    PLIANT_ASSERT(m.offsets.size() == centers.size() + 1 && m.offsets.back() == m.particles.size());
    const Totals totals = totals_of(m, kernel, points.size());
    for (std::size_t k = 0; k < m.particles.size(); ++k) {
        const std::uint32_t i = m.particles[k];
        m.weights[k] =
            WeightKernel::weight(kernel.share(m.weights[k], totals.nearest[i]), totals.share[i], totals.clusters[i]);
    }
    return m;
}

void seat_empty(std::span<const Vec3> points, std::span<Vec3> centers, double radius) {
    const PointGrid grid(points, 0.5 * radius);
    for (Vec3& center : centers) {
        const auto nearest = grid.nearest(center);
        if (nearest.squared_distance > radius * radius) center = points[nearest.index];
    }
}

}  // namespace pliant
