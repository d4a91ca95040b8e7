#include "shape_matching/assemble.hpp"

#include "core/assert.hpp"
#include "geometry/morton.hpp"
#include "math/decompose.hpp"
#include "particles/vectors.hpp"
#include "shape_matching/fragments.hpp"
#include "shape_matching/refresh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <span>

namespace pliant {
namespace {

/// Particles are sorted by their number of memberships inside blocks of this many: long enough for runs of equal loops,
/// short enough that neighbors stay in the same cache lines.
constexpr std::size_t count_block = 64;

/// In the finest level, then in all: one number to sort by.
std::vector<std::uint64_t> memberships_per_particle(const BodyInput& input) {
    std::vector<std::uint64_t> count(input.rest.size(), 0);
    for (std::size_t level = 0; level < input.levels.size(); ++level)
        for (const std::uint32_t particle : input.levels[level].particles)
            count[particle] += level == 0 ? (std::uint64_t{1} << 32) + 1 : 1;
    return count;
}

/// Storage order: Morton, then by membership count inside blocks, so that the inner loops' lengths are predictable.
std::vector<std::uint32_t> storage_order(const BodyInput& input) {
    std::vector<std::uint32_t> order = morton_order(input.rest);
    const std::vector<std::uint64_t> count = memberships_per_particle(input);
    for (std::size_t begin = 0; begin < order.size(); begin += count_block) {
        const auto first = order.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = order.begin() + static_cast<std::ptrdiff_t>(std::min(begin + count_block, order.size()));
        std::stable_sort(first, last, [&](std::uint32_t a, std::uint32_t b) { return count[a] < count[b]; });
    }
    return order;
}

/// Makes room in every array that has entries for each particle or cluster, with their values at birth.
void grow(SoftBodies& soft, Per per, std::size_t first, std::size_t count) {
    for_each_array(
        [&](const ArrayTraits& traits, const auto& birth, auto& array) {
            if (traits.per != per || traits.extra > 0 || (traits.may_be_empty && array.size() == 0)) return;
            array.resize(count * traits.stride);
            using Value = std::decay_t<decltype(entry(array, 0))>;
            if constexpr (std::is_convertible_v<decltype(birth), Value>)
                for (std::size_t k = first * traits.stride; k < array.size(); ++k) set_entry(array, k, Value(birth));
        },
        soft);
}

void append_particles(SoftBodies& soft, const BodyInput& input, std::uint32_t body,
                      const std::vector<std::uint32_t>& order) {
    const std::size_t first = soft.particle_count();
    const std::uint32_t first_id = soft.counts[0];
    grow(soft, Per::particle, first, first + order.size());
    soft.built.resize(soft.particle_count());
    for (std::size_t k = 0; k < order.size(); ++k) {
        const std::size_t slot = first + k;
        const std::uint32_t i = order[k];
        set_vector(soft.particles[slot].position, input.position[i]);
        set_vector(soft.particles[slot].velocity, input.velocity[i]);
        soft.mass[slot] = real(input.mass[i]);
        soft.body[slot] = body;
        soft.id[slot] = first_id + i;
        if (!input.friction.empty()) soft.friction[slot] = real(input.friction[i]);
        if (!input.restitution.empty()) soft.restitution[slot] = real(input.restitution[i]);
        if (!input.reach.empty()) soft.reach[slot] = real(input.reach[i]);
        soft.facing[slot] = input.facing.empty() ? Vec3(Vec3::Zero()) : input.facing[i];
        if (!input.drag.empty()) soft.drag[slot] = real(input.drag[i]);
        if (!input.cell.empty()) soft.cell[slot] = input.cell[i];
        soft.built[slot] = input.rest[i];
    }
    soft.counts[0] += static_cast<std::uint32_t>(order.size());
    soft.counts[1] += static_cast<std::uint32_t>(order.size());
}

/// What the cluster is at rest, in double.
struct RestFit {
    double mass = 0;
    Vec3 center = Vec3::Zero();    // r̄
    Vec3 position = Vec3::Zero();  // x̄ and v̄ at the start
    Vec3 velocity = Vec3::Zero();
    Mat3 a_rr = Mat3::Zero();
    Mat3 a_xr = Mat3::Zero();
    double width = 0;  // W_c
    double alpha = 0, modulus = 0, volume = 0, k_d = 0, drag = 0, loss = 0, strain_limit = 0;
    double yield = 0, flow = 0, hardening = 0;
    double brittle = 0;
};

RestFit fit_rest(const BodyInput& input, const Clustering& level, std::size_t c) {
    RestFit fit;
    const auto each = [&](auto&& f) {
        for (std::uint32_t k = level.offsets[c]; k < level.offsets[c + 1]; ++k)
            f(level.particles[k], level.weights[k] * input.mass[level.particles[k]]);
    };
    each([&](std::uint32_t i, double wm) {
        fit.mass += wm;
        fit.center += wm * input.rest[i];
        fit.position += wm * input.position[i];
        fit.velocity += wm * input.velocity[i];
        if (input.modulus.empty()) fit.alpha += wm * input.alpha[i];
        if (!input.modulus.empty()) fit.modulus += wm * input.modulus[i];
        if (!input.volume.empty()) fit.volume += wm * input.volume[i];
        fit.k_d += wm * input.k_d[i];
        if (!input.loss.empty()) fit.loss += wm * input.loss[i];
        if (!input.drag.empty()) fit.drag += wm * input.drag[i];
        fit.strain_limit += wm * input.strain_limit[i];
        if (!input.brittle.empty()) fit.brittle += wm * input.brittle[i];
        if (input.flow.empty()) return;
        fit.yield += wm * input.yield[i];
        fit.flow += wm * input.flow[i];
        fit.hardening += wm * input.hardening[i];
    });
    PLIANT_ASSERT(fit.mass > 0);
    for (Vec3* v : {&fit.center, &fit.position, &fit.velocity}) *v /= fit.mass;
    for (double* v : {&fit.alpha, &fit.modulus, &fit.volume, &fit.k_d, &fit.drag, &fit.loss, &fit.strain_limit,
                      &fit.yield, &fit.flow, &fit.hardening, &fit.brittle})
        *v /= fit.mass;
    // What must never break is not cut at its rim either.
    for (std::uint32_t k = level.offsets[c]; k < level.offsets[c + 1] && fit.brittle > 0; ++k)
        if (input.brittle[level.particles[k]] == 0) fit.brittle = 0;
    each([&](std::uint32_t i, double wm) {
        const Vec3 p = input.rest[i] - fit.center;
        fit.a_rr += wm / fit.mass * p * p.transpose();
        fit.a_xr += wm / fit.mass * (input.position[i] - fit.position) * p.transpose();
        fit.width = std::max(fit.width, p.norm());
    });
    return fit;
}

/// Viscosity proportional to stiffness, as that of a real material, so that it means the same in clusters of any size:
/// an impact swings the body at ω s_c / s_b, and is damped by ζ of critical when the clusters are damped at 2ζ ω s_b /
/// s_c.
double lost_in_step(const SoftBodies& soft, std::size_t c, const RestFit& fit, double impact_size, double dt) {
    const Mat3 missing = pseudo_inverse(fit.a_rr, flat_cutoff).missing;
    const double size = std::sqrt(mean_square_size(fit.a_rr, missing));
    if (!(size > 0)) return 0;
    const double omega = std::sqrt(static_cast<double>(soft.full_response.at(c, 0)) / dt);
    return -std::expm1(-dt * fit.loss * omega * impact_size / size);
}

void set_cluster(SoftBodies& soft, std::size_t c, const RestFit& fit, const BodyInput& input, std::size_t level,
                 double dt) {
    const Eigen::Quaterniond q(nearest_rotation(fit.a_xr));
    soft.rotation.set_row(c, {real(q.w()), real(q.x()), real(q.y()), real(q.z())});
    soft.center.set_row(c, {real(fit.position.x()), real(fit.position.y()), real(fit.position.z()),
                            real(fit.velocity.x()), real(fit.velocity.y()), real(fit.velocity.z())});
    const double weight = input.level_weight[level];
    const std::optional<double> own = level < input.level_alpha.size() ? input.level_alpha[level] : std::nullopt;
    const double modulus = own ? 0 : dt * fit.modulus;
    // Of a modulus set_rest_moments makes the springs, by the cluster's size.
    const double alpha = modulus > 0 ? dt : own.value_or(fit.alpha);
    const double k_d = level < input.level_k_d.size() ? input.level_k_d[level].value_or(fit.k_d) : fit.k_d;
    soft.full_response.set_row(
        c, {real(alpha / dt), real(k_d), real(fit.strain_limit), real(fit.volume), real(modulus), Real(0)});
    soft.response.set_row(c, {real(weight * alpha / dt), real(weight * k_d), real(fit.strain_limit * fit.width),
                              real(input.strain_relaxation), real(input.limit_stiffness * alpha / (dt * dt))});
    soft.bending.at(c, 0) = modulus > 0 ? real(bending_share) : 1;
    set_rest_moments(soft, c, fit.a_rr);
    if (fit.loss > 0) {
        const double lost = lost_in_step(soft, c, fit, input.impact_size, dt);
        // Together with the drag no more than the whole of a motion.
        soft.full_response.at(c, 1) = real((1 - fit.drag) * (1 - (1 - k_d) * (1 - lost)));
        soft.response.at(c, 1) = real(weight) * soft.full_response.at(c, 1);
    }
    ClusterMode mode;
    mode.level = static_cast<std::uint8_t>(level);
    mode.strain_sweeps = level == 0 ? static_cast<std::uint8_t>(input.strain_sweeps) : 0;
    mode.plastic = fit.flow > 0;
    mode.deformation_rotation = input.rotation == RotationMode::deformation;
    mode.rigid_damping = input.damping != DampingMode::mean;
    soft.mode[c] = mode;
    soft.flow.set_row(c, {real(fit.yield), real(1 - std::exp(-fit.flow * dt)), real(fit.hardening),
                          real(std::log(input.plastic_limit)), real(std::exp(-input.recovery * dt))});
    soft.cluster_mass[c] = fit.mass;
    soft.cluster_id[c] = soft.ancestor[c] = static_cast<std::uint32_t>(c);
    soft.brittle[c] = level == 0 ? real(fit.brittle) : 0;
}

/// A strain limit that is a spring: how strong a sweep is, and how many there are. A sweep goes the share 1 / (1 + α_L)
/// of the way to the implicit step, α_L the largest of the body, with which sweeps never overshoot. What is left of the
/// slowest part falls by α_L / (1 + α_L) each time.
void set_sweeps(SoftBodies& soft, std::uint32_t body, double dt) {
    constexpr int most = 30;
    const SlotRange clusters = finest_clusters_of(soft, body);
    double stiffest = 0;
    for (std::uint32_t c = clusters.first; c < clusters.last; ++c)
        stiffest = std::max(stiffest, dt * dt * static_cast<double>(soft.response.at(c, 4)));
    const int needed = static_cast<int>(std::ceil(2 + 2 * stiffest));
    for (std::uint32_t c = clusters.first; c < clusters.last; ++c) {
        soft.response.at(c, 3) = real(dt * dt * static_cast<double>(soft.response.at(c, 4)) / (1 + stiffest));
        if (soft.mode[c].strain_sweeps > 0)
            soft.mode[c].strain_sweeps = static_cast<std::uint8_t>(std::min(needed, most));
    }
}

/// No cluster that is made in mid-run gets stiffer springs than the stiffest of the body as built.
void bound_springs(SoftBodies& soft, std::uint32_t body) {
    Real stiffest = 0;
    for (std::size_t c = 0; c < soft.cluster_count(); ++c)
        if (soft.cluster_body[c] == body) stiffest = std::max(stiffest, soft.full_response.at(c, 0));
    for (std::size_t c = 0; c < soft.cluster_count(); ++c)
        if (soft.cluster_body[c] == body) soft.full_response.at(c, 5) = stiffest;
}

/// One membership on its way into the by-particle rows.
struct Incidence {
    std::uint32_t particle, cluster;
    std::uint32_t twin;  // its slot in the by-cluster rows
    Vec3 p;
    double weight;
};

void append_level(SoftBodies& soft, const BodyInput& input, std::size_t level_index, std::uint32_t body, double dt,
                  std::span<const std::uint32_t> slot, std::vector<Incidence>& incidences) {
    const Clustering& level = input.levels[level_index];
    const std::size_t first = soft.cluster_count(), added = level.centers.size();
    grow(soft, Per::cluster, first, first + added);
    auto cluster = static_cast<std::uint32_t>(first);
    for (const std::uint32_t c : morton_order(level.centers)) {
        const RestFit fit = fit_rest(input, level, c);
        set_cluster(soft, cluster, fit, input, level_index, dt);
        soft.cluster_body[cluster] = body;
        // Members in storage order: the fit then walks forward through memory.
        std::vector<std::uint32_t> row(level.offsets[c + 1] - level.offsets[c]);
        for (std::size_t k = 0; k < row.size(); ++k) row[k] = level.offsets[c] + static_cast<std::uint32_t>(k);
        std::sort(row.begin(), row.end(), [&](std::uint32_t a, std::uint32_t b) {
            return slot[level.particles[a]] < slot[level.particles[b]];
        });
        for (const std::uint32_t k : row) {
            const std::uint32_t i = level.particles[k];
            const Vec3 p = input.rest[i] - fit.center;
            const double share = level.weights[k] * input.mass[i] / fit.mass;
            incidences.push_back(
                {slot[i], cluster, static_cast<std::uint32_t>(soft.by_cluster.index.size()), p, level.weights[k]});
            soft.by_cluster.index.push_back(slot[i]);
            soft.by_cluster.members.push_back(
                {{real(share * p.x()), real(share * p.y()), real(share * p.z())}, real(share)});
        }
        soft.by_cluster.rows.push_back(static_cast<std::uint32_t>(soft.by_cluster.index.size()));
        ++cluster;
    }
}

/// Counting sort by particle; inside a particle in cluster order, finest level first.
void append_particle_rows(SoftBodies& soft, std::size_t first_particle, const std::vector<Incidence>& incidences) {
    Memberships& rows = soft.by_particle;
    const std::size_t base = rows.index.size();
    std::vector<std::uint32_t> next(soft.particle_count() - first_particle + 1, 0);
    for (const Incidence& m : incidences) ++next[m.particle - first_particle + 1];
    for (std::size_t i = 1; i < next.size(); ++i) {
        next[i] += next[i - 1];
        rows.rows.push_back(static_cast<std::uint32_t>(base) + next[i]);
    }
    rows.index.resize(base + incidences.size());
    rows.members.resize(base + incidences.size());
    std::vector<std::uint32_t> twin(incidences.size());
    for (const Incidence& m : incidences) {
        const std::size_t at = base + next[m.particle - first_particle]++;
        rows.index[at] = m.cluster;
        rows.members[at] = {{real(m.p.x()), real(m.p.y()), real(m.p.z())}, real(m.weight)};
        twin[at - base] = m.twin;
    }
    // The finest level comes first in each row.
    for (std::size_t i = first_particle; i < soft.particle_count(); ++i) {
        for (std::size_t k = rows.rows[i]; k < rows.rows[i + 1] && soft.mode[rows.index[k]].level == 0; ++k) {
            soft.finest.cluster.push_back(rows.index[k]);
            soft.finest.twin.push_back(twin[k - base]);
        }
        soft.finest.rows.push_back(static_cast<std::uint32_t>(soft.finest.cluster.size()));
    }
}

/// The memberships as they are made. The kernel's values are the weights, times the sum that they were divided by.
void append_born(SoftBodies& soft, std::size_t first_particle, std::uint32_t first_id, const BodyInput& input) {
    const Clustering& level = input.levels.front();
    std::vector<double> total(input.rest.size(), 0);
    for (std::size_t c = 0; c < level.centers.size(); ++c)
        for (std::uint32_t k = level.offsets[c]; k < level.offsets[c + 1]; ++k) {
            const std::uint32_t i = level.particles[k];
            const double q = (input.rest[i] - level.centers[c]).squaredNorm() / (level.radius * level.radius);
            total[i] += input.kernel.lasting(q);
        }
    for (std::size_t i = first_particle; i < soft.particle_count(); ++i) {
        const std::uint32_t row = soft.by_particle.rows[i], count = soft.finest.rows[i + 1] - soft.finest.rows[i];
        for (std::uint32_t k = row; k < row + count; ++k) {
            Member& member = soft.finest.born.emplace_back(soft.by_particle.members[k]);
            member.weight = real(static_cast<double>(member.weight) * total[soft.id[i] - first_id]);
        }
    }
}

}  // namespace

void append_body(SoftBodies& soft, const BodyInput& input, std::uint32_t body, double dt) {
    const std::size_t first_particle = soft.particle_count();
    const std::uint32_t first_id = soft.counts[0];
    PLIANT_ASSERT(soft.body.empty() || soft.body.back() < body);
    const std::vector<std::uint32_t> order = storage_order(input);
    std::vector<std::uint32_t> slot(order.size());
    for (std::size_t s = 0; s < order.size(); ++s) slot[order[s]] = static_cast<std::uint32_t>(first_particle + s);
    append_particles(soft, input, body, order);
    std::vector<Incidence> incidences;
    for (std::size_t level = 0; level < input.levels.size(); ++level)
        append_level(soft, input, level, body, dt, slot, incidences);
    append_particle_rows(soft, first_particle, incidences);
    bound_springs(soft, body);
    if (input.limit_stiffness > 0) set_sweeps(soft, body, dt);
    append_born(soft, first_particle, first_id, input);
    append_fragments(soft, first_particle);
    PLIANT_ASSERT(soft.by_cluster.rows.size() == soft.cluster_count() + 1);
}

}  // namespace pliant
