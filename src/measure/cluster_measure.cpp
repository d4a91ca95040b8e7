#include "measure/cluster_measure.hpp"

#include "core/assert.hpp"
#include "core/parallel.hpp"
#include "math/decompose.hpp"
#include "particles/vectors.hpp"
#include "plasticity/flow.hpp"

#include <cmath>

namespace pliant {
namespace {

template <class F>
void for_each_member(const SoftBodies& soft, std::size_t c, F&& f) {
    for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
        const Member& member = soft.by_cluster.members[k];
        f(vec(soft.particles[soft.by_cluster.index[k]].position), vec(member.vector),
          static_cast<double>(member.weight));
    }
}

ClusterMeasure measure_cluster(const SoftBodies& soft, double dt, std::size_t c) {
    const ClusterFit fit = fit_cluster(soft, c);
    const Mat3 plastic = plastic_of(soft, c);
    const Mat3 rotation = nearest_rotation(fit.a_xr * plastic.transpose());
    const Mat3 goal = rotation * plastic;
    double energy = 0, beyond = 0;
    const auto limit = static_cast<double>(soft.response.at(c, 2));
    for_each_member(soft, c, [&](const Vec3& x, const Vec3& share_p, double share) {
        // A member on a kernel's rim may have no weight at all.
        if (!(share > 0)) return;
        const double distance = (goal * share_p / share - (x - fit.center)).norm();
        energy += share * distance * distance;
        if (distance > limit) beyond += share * (distance - limit) * (distance - limit);
    });
    ClusterMeasure result;
    result.deformation = fit.a_xr * symmetric(soft.rest_inverse.row(c)) + goal * symmetric(soft.rest_missing.row(c));
    result.stretch = signed_singular_values(result.deformation);
    if (plastic != Mat3::Identity())
        result.plastic_strain = (signed_singular_values(plastic).array() - 1).abs().maxCoeff();
    const double springs = static_cast<double>(soft.response.at(c, 0)) / dt;
    const double limits = soft.mode[c].strain_sweeps > 0 ? static_cast<double>(soft.response.at(c, 4)) : 0;
    double strained = energy;  // with what of it bends, and what changes the volume
    if (const auto bending = static_cast<double>(soft.bending.at(c, 0)); bending != 1) {
        const Mat3 strain = goal - result.deformation;
        strained = (strain * fit.a_rr * strain.transpose()).trace();
        strained += bending * std::max(0.0, energy - strained);
    }
    if (const auto volume = static_cast<double>(soft.volume.at(c, 0)); volume > 0) {
        const double change = (result.deformation * plastic.inverse()).determinant() - 1;
        strained += volume * change * change;
    }
    result.elastic_energy = 0.5 * soft.cluster_mass[c] * (springs * strained + limits * beyond);
    return result;
}

/// F as measure_cluster finds it. A cluster with an extent in every direction needs no rotation for it.
Mat3 deformation_of(const SoftBodies& soft, std::size_t c) {
    Vec3 center = Vec3::Zero();
    double total = 0;
    for_each_member(soft, c, [&](const Vec3& x, const Vec3&, double share) {
        center += share * x;
        total += share;
    });
    center /= total;
    Mat3 a_xr = Mat3::Zero();
    for_each_member(soft, c,
                    [&](const Vec3& x, const Vec3& share_p, double) { a_xr += (x - center) * share_p.transpose(); });
    const Mat3 missing = symmetric(soft.rest_missing.row(c)), extent = a_xr * symmetric(soft.rest_inverse.row(c));
    if (missing.isZero(0)) return extent;
    const Mat3 plastic = plastic_of(soft, c);
    return extent + nearest_rotation(a_xr * plastic.transpose()) * plastic * missing;
}

}  // namespace

ClusterFit fit_cluster(const SoftBodies& soft, std::size_t c) {
    PLIANT_ASSERT(c < soft.cluster_count());
    ClusterFit fit;
    double total = 0;
    for_each_member(soft, c, [&](const Vec3& x, const Vec3&, double share) {
        fit.center += share * x;
        total += share;
    });
    fit.center /= total;
    for_each_member(soft, c, [&](const Vec3& x, const Vec3& share_p, double share) {
        fit.a_xr += (x - fit.center) * share_p.transpose();
        if (share > 0) fit.a_rr += share_p * share_p.transpose() / share;
    });
    return fit;
}

std::vector<ClusterMeasure> measure_clusters(const SoftBodies& soft, double dt) {
    PLIANT_ASSERT(dt > 0);
    std::vector<ClusterMeasure> measures(soft.cluster_count());
    for_chunks(measures.size(), cluster_chunk, soft.particle_count() >= parallel_threshold,
               [&](std::size_t begin, std::size_t end) {
                   for (std::size_t c = begin; c < end; ++c) measures[c] = measure_cluster(soft, dt, c);
               });
    return measures;
}

std::vector<float> cluster_strains(const SoftBodies& soft, bool plastic) {
    std::vector<float> strains(soft.cluster_count());
    for_chunks(strains.size(), cluster_chunk, soft.particle_count() >= parallel_threshold,
               [&](std::size_t begin, std::size_t end) {
                   for (std::size_t c = begin; c < end; ++c) {
                       if (soft.mode[c].level != 0) continue;
                       const Mat3 shape = plastic ? plastic_of(soft, c) : deformation_of(soft, c);
                       if (plastic && shape == Mat3::Identity()) continue;
                       strains[c] = static_cast<float>((signed_singular_values(shape).array() - 1).abs().maxCoeff());
                   }
               });
    return strains;
}

void measure_volumes(const SoftBodies& soft, std::span<const WorkPart> parts, std::vector<double>& volumes) {
    volumes.resize(soft.cluster_count());
    for_parts(parts, soft.particle_count() >= parallel_threshold, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c) volumes[c] = deformation_of(soft, c).determinant();
    });
}

std::vector<ClusterMeasure> measured_clusters(const SoftBodies& soft, double dt, const MeasuredClusters& kept) {
    PLIANT_ASSERT(!kept.valid || kept.clusters.size() == soft.cluster_count());
    return kept.valid ? kept.clusters : measure_clusters(soft, dt);
}

}  // namespace pliant
