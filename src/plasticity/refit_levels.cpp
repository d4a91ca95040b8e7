#include "plasticity/refit_levels.hpp"

#include "core/assert.hpp"
#include "particles/vectors.hpp"
#include "plasticity/embedding.hpp"
#include "shape_matching/refresh.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

using ClusterList = std::vector<std::uint32_t>;

ClusterList clusters_of(const SoftBodies& soft, std::uint32_t body, int level) {
    ClusterList result;
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c)
        if (soft.cluster_body[c] == body && soft.mode[c].level == level) result.push_back(c);
    return result;
}

bool flowed_far(const SoftBodies& soft, std::uint32_t body) {
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c)
        if (static_cast<double>(soft.flowed[c]) > refit_flow && soft.cluster_body[c] == body) return true;
    return false;
}

Member& in_particle_rows(SoftBodies& soft, std::uint32_t particle, std::uint32_t cluster) {
    const auto index = soft.by_particle.index.begin();
    const auto found =
        std::find(index + soft.by_particle.rows[particle], index + soft.by_particle.rows[particle + 1], cluster);
    return soft.by_particle.members[static_cast<std::size_t>(found - index)];
}

/// The embedded positions become the cluster's rest shape. Returns its mean squared extent, m².
double take_rest_shape(SoftBodies& soft, std::uint32_t c, const Region& region, const std::vector<Vec3>& embedded) {
    const std::uint32_t begin = soft.by_cluster.rows[c], end = soft.by_cluster.rows[c + 1];
    const auto position = [&](std::uint32_t k) { return embedded[region.slot[soft.by_cluster.index[k]]]; };
    const auto share = [&](std::uint32_t k) { return static_cast<double>(soft.by_cluster.members[k].weight); };
    Vec3 center = Vec3::Zero();
    double total = 0;
    for (std::uint32_t k = begin; k < end; ++k) {
        center += share(k) * position(k);
        total += share(k);
    }
    PLIANT_ASSERT(total > 0);
    center /= total;
    Mat3 a_rr = Mat3::Zero();
    for (std::uint32_t k = begin; k < end; ++k) {
        const Vec3 p = position(k) - center;
        Member& member = in_particle_rows(soft, soft.by_cluster.index[k], c);
        a_rr += share(k) * p * p.transpose();
        for (int j = 0; j < 3; ++j) {
            member.vector[j] = static_cast<Real>(p[j]);
            soft.by_cluster.members[k].vector[j] = static_cast<Real>(share(k) * p[j]);
        }
    }
    set_rest_moments(soft, c, a_rr);
    soft.plastic.set_row(c, {1, 0, 0, 0, 1, 0, 0, 0, 1});
    ++soft.refits[c];
    return a_rr.trace();
}

/// Relaxes the body's embedded positions and refits its coarser clusters. Returns whether they have come to rest.
bool refit(SoftBodies& soft, const LayeredBody& body, const ClusterList& finest, const Kernels& kernels) {
    const Region region = region_of(soft, finest);
    PLIANT_ASSERT(soft.embedded.size() == 3 * soft.particle_count());
    Real* const embedded = soft.embedded.data();
    std::vector<Vec3> start;
    for (const std::uint32_t i : region.particles) start.push_back(vec(embedded + 3 * std::size_t{i}));
    const Embedding embedding = embed_from(soft, region, kernels, refit_sweeps, refit_momentum, start);
    if (!embedding.is_finite()) return true;
    for (std::size_t k = 0; k < region.particles.size(); ++k)
        for (int j = 0; j < 3; ++j)
            embedded[3 * std::size_t{region.particles[k]} + static_cast<std::size_t>(j)] =
                static_cast<Real>(embedding.positions[k][j]);
    double extent = 0;
    for (int level = 1; level < body.levels; ++level)
        for (const std::uint32_t c : clusters_of(soft, body.body, level))
            extent = std::max(extent, take_rest_shape(soft, c, region, embedding.positions));
    return !(embedding.moved > refit_rest * std::sqrt(extent));
}

}  // namespace

LayeredBody add_layered_body(SoftBodies& soft, std::uint32_t body, std::uint32_t first_id, std::span<const Vec3> rest,
                             std::size_t levels) {
    soft.embedded.resize(3 * soft.particle_count());
    const SlotRange range = particles_of(soft, body);
    PLIANT_ASSERT(range.size() == rest.size());
    for (std::uint32_t i = range.first; i < range.last; ++i)
        for (int j = 0; j < 3; ++j)
            soft.embedded[3 * std::size_t{i} + static_cast<std::size_t>(j)] =
                static_cast<Real>(rest[soft.id[i] - first_id][j]);
    return {body, static_cast<int>(levels)};
}

void refit_levels(SoftBodies& soft, std::span<const LayeredBody> bodies, const Kernels& kernels) {
    for (const LayeredBody& body : bodies) {
        if (!flowed_far(soft, body.body)) continue;
        const ClusterList finest = clusters_of(soft, body.body, 0);
        if (refit(soft, body, finest, kernels))
            for (const std::uint32_t c : finest) soft.flowed[c] = 0;
    }
}

}  // namespace pliant
