#include "shape_matching/refresh.hpp"

#include "core/assert.hpp"
#include "math/decompose.hpp"
#include "particles/vectors.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// Of how far from their origin they are: members nearer to each other than this are at one place.
constexpr double point_cutoff = 1e-6;

std::array<Real, 6> symmetric_row(const Mat3& m) {
    return {real(m(0, 0)), real(m(1, 1)), real(m(2, 2)), real(m(1, 2)), real(m(0, 2)), real(m(0, 1))};
}

/// Springs from a modulus follow the cluster's size (shape_matching/cluster_size.hpp). The harmonic mean of A_rr makes
/// breathing exactly 1 + 3 λ/2μ times as stiff as shape in a cluster of any form.
void follow_size(SoftBodies& soft, std::size_t c, const Mat3& a_rr, const PseudoInverse& inverse) {
    const double size = mean_square_size(a_rr, inverse.missing);
    const auto modulus = static_cast<double>(soft.full_response.at(c, 4));
    if (modulus > 0 && size > 0) {
        // Parts of clusters that broke are smaller than any that was built: stiffer than those they cannot be.
        const auto most = static_cast<double>(soft.full_response.at(c, 5));
        const double springs = most > 0 ? std::min(modulus / size, most) : modulus / size;
        const Real share = real(springs / static_cast<double>(soft.full_response.at(c, 0)));
        soft.full_response.at(c, 0) *= share;
        soft.response.at(c, 0) *= share;
        soft.response.at(c, 4) *= share;
    }
    const bool is_solid = inverse.missing.trace() < 0.5;
    const auto ratio = static_cast<double>(soft.full_response.at(c, 3));
    soft.volume.at(c, 0) = is_solid && ratio > 0 ? real(3 * ratio / inverse.inverse.trace()) : 0;
}

}  // namespace

double mean_square_size(const Mat3& a_rr, const Mat3& missing) {
    const double extents = std::round(3 - missing.trace());
    return extents > 0 ? a_rr.trace() / extents : 0;
}

void set_rest_moments(SoftBodies& soft, std::size_t cluster, const Mat3& a_rr) {
    const PseudoInverse inverse = pseudo_inverse(a_rr, flat_cutoff);
    soft.rest_inverse.set_row(cluster, symmetric_row(inverse.inverse));
    soft.rest_missing.set_row(cluster, symmetric_row(inverse.missing));
    follow_size(soft, cluster, a_rr, inverse);
}

void find_twins(const SoftBodies& soft, Twins& twins) {
    twins.by_particle.resize(soft.membership_count());
    twins.finest.resize(soft.membership_count());
    twins.next.assign(soft.by_cluster.rows.begin(), soft.by_cluster.rows.end());
    for (std::size_t i = 0; i < soft.particle_count(); ++i)
        for (std::uint32_t k = soft.by_particle.rows[i]; k < soft.by_particle.rows[i + 1]; ++k) {
            const std::uint32_t twin = twins.next[soft.by_particle.index[k]]++;
            PLIANT_ASSERT(soft.by_cluster.index[twin] == i);
            twins.by_particle[twin] = k;
            twins.finest[twin] = soft.finest.rows[i] + (k - soft.by_particle.rows[i]);
        }
}

void refresh_cluster(SoftBodies& soft, const Twins& twins, std::size_t cluster) {
    const std::uint32_t begin = soft.by_cluster.rows[cluster], end = soft.by_cluster.rows[cluster + 1];
    const bool has_born = !soft.finest.born.empty() && soft.mode[cluster].level == 0;
    const auto weight = [&](std::uint32_t k) {
        return static_cast<double>(soft.by_particle.members[twins.by_particle[k]].weight) *
               static_cast<double>(soft.mass[soft.by_cluster.index[k]]);
    };
    const auto born = [&](std::uint32_t k) {
        const Real* p =
            has_born ? soft.finest.born[twins.finest[k]].vector : soft.by_particle.members[twins.by_particle[k]].vector;
        return Vec3(p[0], p[1], p[2]);
    };
    double mass = 0;
    Vec3 shift = Vec3::Zero();
    for (std::uint32_t k = begin; k < end; ++k) {
        mass += weight(k);
        shift += weight(k) * born(k);
    }
    PLIANT_ASSERT(mass > 0);
    shift /= mass;
    // A single particle, or one and its twins: what is left of their places is rounding, and must not pass for a size.
    double extent = 0, far = 0;
    for (std::uint32_t k = begin; k < end; ++k) {
        extent = std::max(extent, (born(k) - shift).squaredNorm());
        far = std::max(far, born(k).squaredNorm());
    }
    const bool is_point = extent < point_cutoff * point_cutoff * far;
    Mat3 a_rr = Mat3::Zero();
    double width = 0;
    for (std::uint32_t k = begin; k < end; ++k) {
        Member& twin = soft.by_particle.members[twins.by_particle[k]];
        const double share = weight(k) / mass;
        const Vec3 p = is_point ? Vec3(Vec3::Zero()) : Vec3(born(k) - shift);
        a_rr += share * p * p.transpose();
        width = std::max(width, p.squaredNorm());
        Member& fitted = soft.by_cluster.members[k];
        for (int j = 0; j < 3; ++j) {
            twin.vector[j] = real(p[j]);
            fitted.vector[j] = real(share * p[j]);
        }
        fitted.weight = real(share);
    }
    soft.cluster_mass[cluster] = mass;
    if (has_born) soft.origin.set_row(cluster, {real(shift.x()), real(shift.y()), real(shift.z())});
    set_rest_moments(soft, cluster, a_rr);
    soft.response.at(cluster, 2) = soft.full_response.at(cluster, 2) * real(std::sqrt(width));
}

}  // namespace pliant
