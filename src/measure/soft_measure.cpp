#include "measure/soft_measure.hpp"

#include "core/assert.hpp"
#include "particles/fragment_numbers.hpp"
#include "plasticity/flow.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace pliant {
namespace {

std::vector<std::size_t> clusters_per_level(const SoftBodies& soft) {
    std::vector<std::size_t> count(1, 0);
    for (const ClusterMode& mode : soft.mode) {
        if (mode.level >= count.size()) count.resize(mode.level + std::size_t{1}, 0);
        ++count[mode.level];
    }
    return count;
}

void sum_particles(std::span<const BodyInfo> bodies, const SoftBodies& soft, Stats& stats) {
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        const double mass = static_cast<double>(soft.mass[i]);
        const Vec3 x = bodies[soft.body[i]].origin + vec(soft.particles[i].position);
        const Vec3 v = vec(soft.particles[i].velocity);
        stats.mass += mass;
        stats.momentum += mass * v;
        stats.center_of_mass += mass * x;
        stats.angular_momentum += mass * x.cross(v);
        stats.kinetic_energy += 0.5 * mass * v.squaredNorm();
        stats.bbox.add(x);
        stats.max_speed = std::max(stats.max_speed, v.norm());
    }
}

/// Of any particle on any level: how far the sum of its weights is from 1.
double largest_weight_error(const SoftBodies& soft) {
    double largest = 0;
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        double sum = 0;
        for (std::uint32_t k = soft.by_particle.rows[i], end = soft.by_particle.rows[i + 1]; k < end; ++k) {
            sum += static_cast<double>(soft.by_particle.members[k].weight);
            const bool last = k + 1 == end || soft.mode[soft.by_particle.index[k + 1]].level !=
                                                  soft.mode[soft.by_particle.index[k]].level;
            if (!last) continue;
            largest = std::max(largest, std::abs(sum - 1));
            sum = 0;
        }
    }
    return largest;
}

/// The nearest cluster of each level to each particle, at rest; and from that the nearest coarser cluster of each
/// cluster, through the particle nearest to its center.
class NearestClusters {
  public:
    explicit NearestClusters(const SoftBodies& soft)
        : soft_(soft),
          parents_(soft.cluster_count()),
          nearest_particle_(soft.cluster_count(), std::numeric_limits<double>::infinity()) {
        std::iota(parents_.begin(), parents_.end(), 0U);
    }

    /// Looks at the particle; returns its nearest finest cluster.
    std::uint32_t visit(std::size_t i) {
        std::array<std::uint32_t, 256> cluster;  // as many levels as a byte can name
        std::array<double, 256> distance;
        std::size_t levels = 0;
        for (std::uint32_t k = soft_.by_particle.rows[i]; k < soft_.by_particle.rows[i + 1]; ++k) {
            const std::uint32_t c = soft_.by_particle.index[k];
            const std::size_t level = soft_.mode[c].level;
            const double d = vec(soft_.by_particle.members[k].vector).squaredNorm();
            // Memberships are sorted by level, and every level covers every particle.
            if (level == levels) {
                ++levels;
            } else if (!(d < distance[level])) {
                continue;
            }
            cluster[level] = c;
            distance[level] = d;
        }
        for (std::size_t level = 0; level + 1 < levels; ++level) {
            const std::uint32_t c = cluster[level];
            if (!(distance[level] < nearest_particle_[c])) continue;
            nearest_particle_[c] = distance[level];
            parents_[c] = cluster[level + 1];
        }
        return cluster[0];
    }

    std::vector<std::uint32_t> parents() && { return std::move(parents_); }

  private:
    const SoftBodies& soft_;
    std::vector<std::uint32_t> parents_;
    std::vector<double> nearest_particle_;
};

/// Slots of the particles that can be seen, by rising id.
std::vector<std::uint32_t> by_id(const SoftBodies& soft) {
    std::vector<std::uint32_t> slot_of(soft.counts[0], no_slot), order;
    for (std::uint32_t i = 0; i < soft.particle_count(); ++i)
        if (!soft.hidden[i]) slot_of[soft.id[i]] = i;
    for (const std::uint32_t slot : slot_of)
        if (slot != no_slot) order.push_back(slot);
    return order;
}

void count_crumbs(const SoftBodies& soft, Stats& stats) {
    if (soft.fragment_parents.empty()) return;
    std::vector<std::uint32_t> size(soft.fragment_parents.size(), 0);
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        size[soft.fragment[i]] += soft.hidden[i] ? 0 : 1;
        stats.duplicates += soft.hidden[i] ? 1 : 0;
    }
    for (std::uint32_t f = 0; f < size.size(); ++f)
        if (soft.fragment_parents[f] != f && size[f] > 0 && size[f] < crumb_size) ++stats.crumbs;
}

/// Fragments that were there before anything broke.
std::uint32_t built_fragments(const SoftBodies& soft) {
    std::uint32_t built = 0;
    while (built < soft.fragment_parents.size() && soft.fragment_parents[built] == built) ++built;
    return built;
}

}  // namespace

std::uint32_t frame_fragment(const SoftBodies& soft, std::uint32_t fragment, std::uint32_t rigid_bodies) {
    if (soft.fragment_parents.empty() || soft.fragment_parents[fragment] == fragment) return fragment;
    return fragment + rigid_bodies;
}

void measure_soft(std::span<const BodyInfo> bodies, const SoftBodies& soft, std::span<const ClusterMeasure> measures,
                  Stats& stats) {
    PLIANT_ASSERT(measures.size() == soft.cluster_count());
    stats.particles = soft.particle_count();
    stats.clusters = clusters_per_level(soft);
    stats.memberships = soft.membership_count();
    sum_particles(bodies, soft, stats);
    const double soft_mass = stats.mass;
    for (std::size_t c = 0; c < measures.size(); ++c) {
        stats.elastic_energy += measures[c].elastic_energy;
        if (soft.mode[c].level != 0) continue;
        stats.max_stretch = std::max(stats.max_stretch, measures[c].stretch[0]);
        stats.plastic_strain_max = std::max(stats.plastic_strain_max, measures[c].plastic_strain);
        stats.plastic_strain_mean += soft.cluster_mass[c] / soft_mass * measures[c].plastic_strain;
        if (soft.mode[c].plastic)
            stats.det_fp_error = std::max(stats.det_fp_error, std::abs(plastic_of(soft, c).determinant() - 1));
    }
    for (const Fading fading : soft.fading) stats.clusters_fading += fading != Fading::none ? 1 : 0;
    stats.weight_error = largest_weight_error(soft);
    std::vector<std::uint32_t> fragments = soft.fragment;
    std::sort(fragments.begin(), fragments.end());
    stats.fragments = static_cast<std::size_t>(std::unique(fragments.begin(), fragments.end()) - fragments.begin());
    count_crumbs(soft, stats);
}

std::vector<ProxyShape> proxy_shapes(std::span<const BodyInfo> bodies, const SoftBodies& soft_now,
                                     const Colliders& colliders, const Frame& frame) {
    SoftBodies soft = soft_now;
    const std::vector<std::uint32_t> order = by_id(soft);
    PLIANT_ASSERT(order.size() <= frame.positions.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        const std::uint32_t i = order[k];
        set_vector(soft.particles[i].position, frame.positions[k] - bodies[soft.body[i]].origin);
    }
    std::vector<ProxyShape> shapes;
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        if (soft.mode[c].level != 0) continue;
        const ClusterFit fit = fit_cluster(soft, c);
        const Proxy& proxy = colliders.proxies[c];
        ProxyShape shape;
        shape.body = soft.cluster_body[c];
        shape.cluster = c;
        shape.center = bodies[shape.body].origin + fit.center;
        shape.shape = regularised(cluster_deformation(soft, c, fit.a_xr)) * proxy.axes;
        shape.sphere = proxy.center;
        shape.radius = proxy.radius;
        for (int k = 0; k < 3; ++k) {
            if (std::isfinite(proxy.upper[k])) shape.planes.emplace_back(Vec3::Unit(k), proxy.upper[k]);
            if (std::isfinite(proxy.lower[k])) shape.planes.emplace_back(-Vec3::Unit(k), -proxy.lower[k]);
        }
        for (const HalfSpace& cut : proxy.more()) shape.planes.emplace_back(cut.normal, cut.offset);
        shapes.push_back(shape);
    }
    return shapes;
}

namespace {

/// `order` has the slots of a frame's particles, by rising id.
void add_torn(const SoftBodies& soft, const std::vector<std::uint32_t>& order, Frame& frame) {
    const auto row_of = [&](std::uint32_t id) {
        const auto found =
            std::lower_bound(order.begin(), order.end(), id,
                             [&](std::uint32_t slot, std::uint32_t sought) { return soft.id[slot] < sought; });
        return found != order.end() && soft.id[*found] == id ? static_cast<std::uint32_t>(found - order.begin())
                                                             : no_slot;
    };
    for (std::size_t k = 0; k + 1 < soft.torn.size(); k += 2) {
        const std::uint32_t a = row_of(soft.torn[k]), b = row_of(soft.torn[k + 1]);
        if (a != no_slot && b != no_slot) frame.torn.push_back({a, b});
    }
}

void add_embedded(std::span<const BodyInfo> bodies, const SoftBodies& soft, const std::vector<std::uint32_t>& order,
                  Frame& frame) {
    if (soft.embedded.empty()) return;
    for (const std::uint32_t i : order) {
        const Eigen::Map<const Eigen::Matrix<Real, 3, 1>> at(soft.embedded.data() + 3 * std::size_t{i});
        frame.embedded.push_back(bodies[soft.body[i]].origin + at.cast<double>());
    }
}

}  // namespace

void add_soft(std::span<const BodyInfo> bodies, const SoftBodies& soft, std::span<const ClusterMeasure> measures,
              std::uint32_t rigid_bodies, Frame& frame) {
    PLIANT_ASSERT(frame.positions.empty() && (measures.empty() || measures.size() == soft.cluster_count()));
    const bool fitted = !measures.empty() || soft.cluster_count() == 0;
    const std::vector<std::uint32_t> order = by_id(soft);
    const std::size_t count = order.size();
    frame.positions.resize(count);
    frame.velocities.resize(count);
    frame.radii.resize(count);
    frame.bodies.resize(count);
    frame.clusters.resize(count);
    frame.strains.resize(count);
    frame.plastics.resize(count);
    frame.fragments.resize(count);
    std::vector<std::uint32_t> row_of(soft.particle_count(), no_slot);
    for (std::uint32_t row = 0; row < count; ++row) row_of[order[row]] = row;
    NearestClusters nearest(soft);
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        const std::size_t row = row_of[i];
        if (row == no_slot) continue;
        const BodyInfo& body = bodies[soft.body[i]];
        frame.positions[row] = body.origin + vec(soft.particles[i].position);
        frame.velocities[row] = vec(soft.particles[i].velocity);
        frame.radii[row] = static_cast<float>(std::min(body.radius, soft.reach[i]));
        frame.bodies[row] = soft.body[i];
        frame.fragments[row] = frame_fragment(soft, soft.fragment[i], rigid_bodies);
        if (!fitted) continue;
        frame.clusters[row] = nearest.visit(i);
        double strain = 0, plastic = 0;
        for (std::uint32_t k = soft.by_particle.rows[i]; k < soft.by_particle.rows[i + 1]; ++k) {
            const std::uint32_t c = soft.by_particle.index[k];
            if (soft.mode[c].level != 0) continue;
            const double weight = static_cast<double>(soft.by_particle.members[k].weight);
            strain += weight * (measures[c].stretch.array() - 1).abs().maxCoeff();
            plastic += weight * measures[c].plastic_strain;
        }
        frame.strains[row] = static_cast<float>(strain);
        frame.plastics[row] = static_cast<float>(plastic);
    }
    if (fitted) frame.parents = std::move(nearest).parents();
    if (fitted) frame.cluster_ids = soft.cluster_id;
    if (!soft.fragment_parents.empty()) {
        const auto built = built_fragments(soft);
        for (std::uint32_t f = 0; f < built + rigid_bodies; ++f) frame.fragment_parents.push_back(f);
        for (std::size_t f = built; f < soft.fragment_parents.size(); ++f)
            frame.fragment_parents.push_back(frame_fragment(soft, soft.fragment_parents[f], rigid_bodies));
    }
    add_torn(soft, order, frame);
    add_embedded(bodies, soft, order, frame);
    // While they are those that were built, a particle's id is its place.
    bool as_built = count == soft.counts[1];
    for (std::uint32_t row = 0; row < count; ++row) as_built &= soft.id[order[row]] == row;
    if (as_built) return;
    for (const std::uint32_t slot : order) frame.ids.push_back(frame_id(soft, soft.id[slot]));
}

std::vector<float> particle_strains(const SoftBodies& soft, bool plastic) {
    const std::vector<float> of_cluster = cluster_strains(soft, plastic);
    std::vector<float> strains(soft.particle_count());
    for (std::size_t i = 0; i < strains.size(); ++i) {
        // Those of the finest level come first in a particle's row.
        const std::size_t first = soft.finest.rows[i], count = soft.finest.rows[i + 1] - first;
        for (std::size_t k = 0; k < count; ++k)
            strains[i] += static_cast<float>(soft.by_particle.members[soft.by_particle.rows[i] + k].weight) *
                          of_cluster[soft.finest.cluster[first + k]];
    }
    return strains;
}

void inspect_clusters(const SoftBodies& soft, std::span<const double> volumes, std::span<const WorkPart> parts,
                      StepReport& report) {
    constexpr double collapsed = 0.02;
    const auto inspect = [&](std::uint32_t c) {
        const double volume = volumes[c];
        const Culprit who = Culprit::cluster(soft.cluster_body[c], soft.cluster_id[c]);
        if (volume < 0)
            report.warn(Warning::inverted_cluster, 1, who);
        else if (volume < collapsed)
            report.warn(Warning::collapsed_cluster, 1, who);
    };
    for (const WorkPart& part : parts)
        for (std::uint32_t c = part.begin; c < part.end; ++c) inspect(c);
}

}  // namespace pliant
