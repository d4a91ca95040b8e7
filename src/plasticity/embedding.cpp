#include "plasticity/embedding.hpp"

#include "core/assert.hpp"
#include "particles/vectors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {
namespace {

/// A sweep that moves the particles by less than this part of the first one (sums of squares) is the last.
constexpr double settled = 1e-8;

template <class F>
void each_member(const SoftBodies& soft, std::uint32_t c, const F& f) {
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) f(soft.by_cluster.index[k]);
}

/// A region as bodies by themselves: at rest at the positions given, with springs that reach the goals in one step of
/// length 1. A sweep is then a step, and the velocities are what it moved.
SoftBodies copy_region(const SoftBodies& soft, const Region& region, const std::vector<Vec3>& start) {
    SoftBodies local;
    local.particles.resize(region.particles.size());
    std::vector<std::uint32_t> count(region.particles.size() + 1, 0);
    for (std::size_t k = 0; k < region.particles.size(); ++k)
        for (int j = 0; j < 3; ++j) local.particles[k].position[j] = static_cast<Real>(start[k][j]);
    const auto resize = [&](auto&... columns) { (columns.resize(region.clusters.size()), ...); };
    resize(local.mode, local.rotation, local.center, local.plastic, local.rest_inverse, local.rest_missing,
           local.response);
    for (std::size_t l = 0; l < region.clusters.size(); ++l) {
        const std::uint32_t c = region.clusters[l];
        local.rotation.set_row(l, soft.rotation.row(c));
        local.center.set_row(l, soft.center.row(c));
        local.plastic.set_row(l, soft.plastic.row(c));
        local.response.set_row(l, {1, 0, 0, 0, 0});
        for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
            const std::uint32_t i = region.slot[soft.by_cluster.index[k]];
            local.by_cluster.index.push_back(i);
            local.by_cluster.members.push_back(soft.by_cluster.members[k]);
            ++count[i + 1];
        }
        local.by_cluster.rows.push_back(static_cast<std::uint32_t>(local.by_cluster.index.size()));
    }
    for (std::size_t i = 1; i < count.size(); ++i) count[i] += count[i - 1];
    local.by_particle.rows = count;
    local.by_particle.index.reserve(local.by_cluster.index.size());
    local.by_particle.members.reserve(local.by_cluster.index.size());
    std::vector<std::uint32_t> number(soft.cluster_count(), std::numeric_limits<std::uint32_t>::max());
    for (std::uint32_t l = 0; l < region.clusters.size(); ++l) number[region.clusters[l]] = l;
    for (const std::uint32_t i : region.particles) {
        const std::size_t begin = local.by_particle.members.size();
        double total = 0;
        for (std::uint32_t k = soft.by_particle.rows[i]; k < soft.by_particle.rows[i + 1]; ++k) {
            const std::uint32_t l = number[soft.by_particle.index[k]];
            if (l == std::numeric_limits<std::uint32_t>::max()) continue;
            local.by_particle.index.push_back(l);
            local.by_particle.members.push_back(soft.by_particle.members[k]);
            total += static_cast<double>(soft.by_particle.members[k].weight);
        }
        // On the region's rim a particle has clusters outside: those inside decide alone.
        for (std::size_t k = begin; k < local.by_particle.members.size(); ++k) {
            Real& weight = local.by_particle.members[k].weight;
            weight = total > 0 ? static_cast<Real>(static_cast<double>(weight) / total)
                               : Real(1) / static_cast<Real>(local.by_particle.members.size() - begin);
        }
    }
    PLIANT_ASSERT(local.by_particle.rows.back() == local.by_particle.index.size());
    return local;
}

/// How far the sweep moved the particles, squared and added up; leaves a part of their velocities.
double take_moves(SoftBodies& local, Real kept) {
    double sum = 0;
    for (Particle& particle : local.particles) {
        sum += vec(particle.velocity).squaredNorm();
        for (Real& v : particle.velocity) v *= kept;
    }
    return sum;
}

/// Mean over the memberships, by w m, of ‖goal − e‖².
double mean_square(const SoftBodies& soft, const Region& region, const SoftBodies& local,
                   const std::vector<ClusterFrame>& frames) {
    double sum = 0, mass = 0;
    for (std::size_t i = 0; i < local.particle_count(); ++i)
        for (std::uint32_t k = local.by_particle.rows[i]; k < local.by_particle.rows[i + 1]; ++k) {
            const ClusterFrame& frame = frames[local.by_particle.index[k]];
            const Member& member = local.by_particle.members[k];
            Vec3 goal = vec(frame.center);
            for (int j = 0; j < 3; ++j) goal += vec(frame.column[j]) * static_cast<double>(member.vector[j]);
            const double share =
                static_cast<double>(member.weight) * static_cast<double>(soft.mass[region.particles[i]]);
            sum += share * (goal - vec(local.particles[i].position)).squaredNorm();
            mass += share;
        }
    return mass > 0 ? sum / mass : 0;
}

}  // namespace

bool Embedding::is_finite() const {
    return std::all_of(positions.begin(), positions.end(), [](const Vec3& p) { return p.allFinite(); });
}

Region region_of(const SoftBodies& soft, std::vector<std::uint32_t> clusters) {
    Region region;
    region.clusters = std::move(clusters);
    PLIANT_ASSERT(std::is_sorted(region.clusters.begin(), region.clusters.end()));
    std::vector<std::uint8_t> seen(soft.particle_count(), 0);
    for (const std::uint32_t c : region.clusters) each_member(soft, c, [&](std::uint32_t i) { seen[i] = 1; });
    region.slot.assign(soft.particle_count(), 0);
    for (std::uint32_t i = 0; i < seen.size(); ++i) {
        if (!seen[i]) continue;
        region.slot[i] = static_cast<std::uint32_t>(region.particles.size());
        region.particles.push_back(i);
    }
    return region;
}

Region region_around(const SoftBodies& soft, std::span<const std::uint32_t> clusters) {
    std::vector<std::uint8_t> chosen(soft.cluster_count(), 0), seen(soft.particle_count(), 0);
    for (const std::uint32_t c : clusters)
        each_member(soft, c, [&](std::uint32_t i) {
            if (seen[i]) return;
            seen[i] = 1;
            for (std::uint32_t f = soft.finest.rows[i]; f < soft.finest.rows[i + 1]; ++f)
                chosen[soft.finest.cluster[f]] = 1;
        });
    std::vector<std::uint32_t> listed;
    for (std::uint32_t c = 0; c < chosen.size(); ++c)
        if (chosen[c]) listed.push_back(c);
    return region_of(soft, std::move(listed));
}

Embedding world_positions(const SoftBodies& soft, const Region& region) {
    Embedding result;
    for (const std::uint32_t i : region.particles) result.positions.push_back(vec(soft.particles[i].position));
    return result;
}

Embedding embed(const SoftBodies& soft, const Region& region, const Kernels& kernels, int most_sweeps) {
    return embed_from(soft, region, kernels, most_sweeps, 0, world_positions(soft, region).positions);
}

Embedding embed_from(const SoftBodies& soft, const Region& region, const Kernels& kernels, int most_sweeps,
                     double momentum, const std::vector<Vec3>& start) {
    PLIANT_ASSERT(start.size() == region.particles.size() && momentum >= 0 && momentum < 1);
    SoftBodies local = copy_region(soft, region, start);
    MatchScratch scratch;
    scratch.resize(local);
    StepInput input;
    input.dt = 1;
    input.speed_limit = std::sqrt(std::numeric_limits<Real>::max()) / 2;
    Embedding result;
    double first = 0, moved = 0;
    while (result.sweeps < most_sweeps) {
        kernels.match(local, scratch, input, 0, local.cluster_count());
        kernels.advance(local, scratch, input, 0, local.particle_count());
        ++result.sweeps;
        moved = take_moves(local, static_cast<Real>(momentum));
        if (result.sweeps == 1) first = moved;
        if (!(moved > settled * first)) break;
    }
    for (const Particle& particle : local.particles) result.positions.push_back(vec(particle.position));
    result.moved = std::sqrt(moved / static_cast<double>(local.particle_count()));
    result.residual = std::sqrt(mean_square(soft, region, local, scratch.frames));
    return result;
}

}  // namespace pliant
