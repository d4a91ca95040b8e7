#include "measure/measure.hpp"

#include "core/parallel.hpp"
#include "math/decompose.hpp"
#include "plasticity/flow.hpp"
#include "shape_matching/columns_as_eigen.hpp"
#include "sim/repair.hpp"
#include "measure/rigid_measure.hpp"
#include "sim/step.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace pliant {
namespace {

/// The sums every measure starts from: centre and A_xr (per unit of mass).
struct Fit {
    Vec3 center = Vec3::Zero();
    Mat3 a_xr = Mat3::Zero();
};

template <class F>
void for_each_member(const SoftBodies& soft, std::size_t c, F&& f) {
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
        const Member& member = soft.by_cluster.members[k];
        f(vec(soft.particles[soft.by_cluster.index[k]].position), vec(member.vector),
          static_cast<double>(member.weight));
    }
}

Fit fit_cluster(const SoftBodies& soft, std::size_t c) {
    Fit fit;
    double total = 0;
    for_each_member(soft, c, [&](const Vec3& x, const Vec3&, double share) {
        fit.center += share * x;
        total += share;
    });
    fit.center /= total;
    for_each_member(soft, c, [&](const Vec3& x, const Vec3& share_p, double) {
        fit.a_xr += (x - fit.center) * share_p.transpose();
    });
    return fit;
}

Mat3 deformation_of(const SoftBodies& soft, std::size_t c, const Fit& fit, const Mat3& rotation) {
    return fit.a_xr * symmetric(soft.rest_inverse.row(c)) + rotation * symmetric(soft.rest_missing.row(c));
}

ClusterMeasure measure_cluster(const Model& model, const SoftBodies& soft, std::size_t c) {
    const Fit fit = fit_cluster(soft, c);
    const Mat3 plastic = plastic_of(soft, c);
    const Mat3 rotation = nearest_rotation(fit.a_xr * plastic.transpose());
    const Mat3 goal = rotation * plastic;
    double energy = 0;
    for_each_member(soft, c, [&](const Vec3& x, const Vec3& share_p, double share) {
        // A member on a kernel's rim may have no weight at all.
        if (share > 0) energy += share * (goal * share_p / share - (x - fit.center)).squaredNorm();
    });
    ClusterMeasure result;
    result.deformation = deformation_of(soft, c, fit, rotation);
    result.stretch = signed_singular_values(result.deformation);
    if (plastic != Mat3::Identity())
        result.plastic_strain = (signed_singular_values(plastic).array() - 1).abs().maxCoeff();
    result.elastic_energy =
        0.5 * static_cast<double>(soft.response.at(c, 0)) / model.dt * soft.cluster_mass[c] * energy;
    return result;
}

std::vector<std::size_t> clusters_per_level(const SoftBodies& soft) {
    std::vector<std::size_t> count(1, 0);
    for (const ClusterMode& mode : soft.mode) {
        if (mode.level >= count.size()) count.resize(mode.level + std::size_t{1}, 0);
        ++count[mode.level];
    }
    return count;
}

void sum_particles(const Model& model, const SoftBodies& soft, Stats& stats) {
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        const double mass = static_cast<double>(soft.mass[i]);
        const Vec3 x = model.ranges[soft.body[i]].origin + vec(soft.particles[i].position);
        const Vec3 v = vec(soft.particles[i].velocity);
        stats.mass += mass;
        stats.momentum += mass * v;
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

}  // namespace

std::vector<ClusterMeasure> measure_clusters(const Model& model, const State& state) {
    const std::size_t count = state.soft.cluster_count();
    std::vector<ClusterMeasure> measures(count);
    for_chunks(count, cluster_chunk, state.soft.particle_count() >= parallel_threshold,
               [&](std::size_t begin, std::size_t end) {
                   for (std::size_t c = begin; c < end; ++c) measures[c] = measure_cluster(model, state.soft, c);
               });
    return measures;
}

Stats measure(const Model& model, const State& state) {
    const SoftBodies& soft = state.soft;
    Stats stats;
    stats.frame = static_cast<int>(state.step / static_cast<std::uint64_t>(model.substeps));
    stats.time = time_of(model, state);
    stats.particles = soft.particle_count();
    stats.clusters = clusters_per_level(soft);
    stats.memberships = soft.membership_count();
    sum_particles(model, soft, stats);
    const double soft_mass = stats.mass;
    const std::vector<ClusterMeasure> measures = measure_clusters(model, state);
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
    if (!soft.fragment.empty())
        stats.fragments = std::size_t{1} + *std::max_element(soft.fragment.begin(), soft.fragment.end());
    add_rigid_bodies(model, state, stats);
    stats.hash = hash_state(state);
    return stats;
}

std::vector<Vec3> impulses_of(const Model& model, const Scratch& scratch) {
    std::vector<Vec3> sums(model.ranges.size(), Vec3::Zero());
    for (std::size_t b = 0; b < sums.size() && !scratch.impulse.empty(); ++b) {
        const BodyRange& range = model.ranges[b];
        for (std::size_t i = range.first_particle; i < range.first_particle + range.particle_count; ++i)
            sums[b] += vec(scratch.impulse[i].value);
    }
    for (std::size_t k = 0; k < model.points.size(); ++k) sums[model.points[k].body] += scratch.points[k].impulse;
    for (std::size_t r = 0; r < model.rigid.size(); ++r) sums[model.rigid[r].body] = scratch.rigid.impulse[r];
    return sums;
}

std::vector<ProxyShape> proxy_shapes(const Model& model, const State& state, const Frame& frame) {
    SoftBodies soft = state.soft;
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        const Vec3 local = frame.positions[soft.id[i]] - model.ranges[soft.body[i]].origin;
        for (int k = 0; k < 3; ++k) soft.particles[i].position[k] = static_cast<Real>(local[k]);
    }
    std::vector<ProxyShape> shapes;
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        if (soft.mode[c].level != 0) continue;
        const Fit fit = fit_cluster(soft, c);
        const Proxy& proxy = model.colliders.proxies[c];
        ProxyShape shape;
        shape.body = soft.cluster_body[c];
        shape.cluster = c;
        shape.center = model.ranges[shape.body].origin + fit.center;
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

Frame take_snapshot(const Model& model, const State& state) {
    const SoftBodies& soft = state.soft;
    const std::vector<ClusterMeasure> measures = measure_clusters(model, state);
    const std::size_t count = soft.particle_count();
    Frame frame;
    frame.number = static_cast<int>(state.step / static_cast<std::uint64_t>(model.substeps));
    frame.time = time_of(model, state);
    frame.positions.resize(count);
    frame.velocities.resize(count);
    frame.radii.resize(count);
    frame.bodies.resize(count);
    frame.clusters.resize(count);
    frame.strains.resize(count);
    frame.plastics.resize(count);
    frame.fragments.resize(count);
    NearestClusters nearest(soft);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t id = soft.id[i];
        const BodyRange& range = model.ranges[soft.body[i]];
        frame.positions[id] = range.origin + vec(soft.particles[i].position);
        frame.velocities[id] = vec(soft.particles[i].velocity);
        frame.radii[id] = static_cast<float>(range.radius);
        frame.bodies[id] = soft.body[i];
        frame.fragments[id] = soft.fragment[i];
        frame.clusters[id] = nearest.visit(i);
        double strain = 0, plastic = 0;
        for (std::uint32_t k = soft.by_particle.rows[i]; k < soft.by_particle.rows[i + 1]; ++k) {
            const std::uint32_t c = soft.by_particle.index[k];
            if (soft.mode[c].level != 0) continue;
            const double weight = static_cast<double>(soft.by_particle.members[k].weight);
            strain += weight * (measures[c].stretch.array() - 1).abs().maxCoeff();
            plastic += weight * measures[c].plastic_strain;
        }
        frame.strains[id] = static_cast<float>(strain);
        frame.plastics[id] = static_cast<float>(plastic);
    }
    frame.parents = std::move(nearest).parents();
    frame.cluster_ids = soft.cluster_id;
    frame.built_clusters = model.reclustering.built_clusters;
    add_rigid_bodies(model, state, frame);
    return frame;
}

void inspect(State& state, StepReport& report) {
    SoftBodies& soft = state.soft;
    const auto count = [&](Warning w) -> std::uint64_t& { return report.warnings[static_cast<std::size_t>(w)]; };
    count(Warning::non_finite_particle) += repair_particles(soft);
    std::vector<double> volume(soft.cluster_count());
    for_chunks(volume.size(), cluster_chunk, soft.particle_count() >= parallel_threshold,
               [&](std::size_t begin, std::size_t end) {
                   for (std::size_t c = begin; c < end; ++c) {
                       const Eigen::Quaterniond q(soft.rotation.at(c, 0), soft.rotation.at(c, 1),
                                                  soft.rotation.at(c, 2), soft.rotation.at(c, 3));
                       volume[c] = deformation_of(soft, c, fit_cluster(soft, c), q.toRotationMatrix()).determinant();
                   }
               });
    constexpr double collapsed = 0.02;
    for (const double v : volume) {
        if (v < 0)
            ++count(Warning::inverted_cluster);
        else if (v < collapsed)
            ++count(Warning::collapsed_cluster);
    }
}

}  // namespace pliant
