#include "shape_matching/edit.hpp"

#include "core/assert.hpp"
#include "shape_matching/edit_memberships.hpp"
#include "shape_matching/fragments.hpp"
#include "shape_matching/refresh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace pliant {
namespace {

/// The old slots that stay, in order; where a group ends, the new ones that belong to it.
template <class EndsGroup, class Belongs>
std::vector<EditSource> plan(std::size_t count, std::span<const std::uint32_t> removed, std::size_t added,
                             const EndsGroup& ends_group, const Belongs& belongs) {
    std::vector<EditSource> sources;
    sources.reserve(count + added);
    std::size_t next_removed = 0;
    std::uint32_t next_added = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
        if (next_removed < removed.size() && removed[next_removed] == k)
            ++next_removed;
        else
            sources.push_back({k, no_slot});
        if (!ends_group(k)) continue;
        for (; next_added < added && belongs(next_added, k); ++next_added) sources.push_back({no_slot, next_added});
    }
    PLIANT_ASSERT(next_removed == removed.size() && next_added == added);
    return sources;
}

std::vector<EditSource> plan_particles(const SoftBodies& soft, const SoftEdit& changes) {
    const std::size_t count = soft.particle_count();
    std::vector<EditSource> sources = plan(
        count, changes.removed_particles, changes.new_particles.size(),
        [&](std::uint32_t i) { return i + 1 == count || soft.body[i + 1] != soft.body[i]; },
        [&](std::uint32_t k, std::uint32_t i) { return soft.body[changes.new_particles[k].parent] == soft.body[i]; });
    for (EditSource& source : sources)
        if (source.added != no_slot) source.old = changes.new_particles[source.added].parent;
    return sources;
}

std::vector<EditSource> plan_clusters(const SoftBodies& soft, std::span<const std::uint32_t> removed,
                                      std::span<const NewCluster> added) {
    const std::size_t count = soft.cluster_count();
    std::vector<EditSource> sources = plan(
        count, removed, added.size(),
        [&](std::uint32_t c) {
            return c + 1 == count || soft.mode[c + 1].level != soft.mode[c].level ||
                   soft.cluster_body[c + 1] != soft.cluster_body[c];
        },
        [&](std::uint32_t k, std::uint32_t c) {
            return added[k].body == soft.cluster_body[c] && added[k].level == soft.mode[c].level;
        });
    for (EditSource& source : sources)
        if (source.added != no_slot) source.old = added[source.added].parent;
    return sources;
}

/// The new slot of each old entry, then of each new one.
std::vector<std::uint32_t> moves_of(const std::vector<EditSource>& sources, std::size_t old, std::size_t added) {
    std::vector<std::uint32_t> to(old + added, no_slot);
    for (std::uint32_t k = 0; k < sources.size(); ++k)
        to[sources[k].added != no_slot ? old + sources[k].added : sources[k].old] = k;
    return to;
}

/// Center of the members now, unweighted: what the next fit computes relative to.
std::array<Real, 6> start_center(const SoftBodies& soft, std::size_t c) {
    std::array<double, 6> sum{};
    const std::uint32_t begin = soft.by_cluster.rows[c], end = soft.by_cluster.rows[c + 1];
    for (std::uint32_t m = begin; m < end; ++m)
        for (std::size_t k = 0; k < 3; ++k) {
            sum[k] += static_cast<double>(soft.particles[soft.by_cluster.index[m]].position[k]);
            sum[k + 3] += static_cast<double>(soft.particles[soft.by_cluster.index[m]].velocity[k]);
        }
    std::array<Real, 6> mean;
    for (std::size_t k = 0; k < 6; ++k) mean[k] = static_cast<Real>(sum[k] / static_cast<double>(end - begin));
    return mean;
}

template <class Array, class Birth>
auto value_at_birth(const Array& array, const Birth& birth) {
    using Value = std::decay_t<decltype(entry(array, 0))>;
    if constexpr (std::is_convertible_v<Birth, Value>)
        return Value(birth);
    else
        return Value{};
}

/// The arrays per particle and per cluster in the new order; memberships are done by the MembershipBuilder.
void rearrange_arrays(const SoftBodies& before, const std::vector<EditSource>& particles,
                      const std::vector<EditSource>& clusters, SoftBodies& soft) {
    std::vector<std::uint32_t> particle_from, cluster_from;
    for (const EditSource& source : particles) particle_from.push_back(source.old);
    for (const EditSource& source : clusters) cluster_from.push_back(source.old);
    for_each_array(
        [&](const ArrayTraits& traits, const auto& birth, const auto& source, auto& target) {
            if (traits.extra > 0 || source.size() == 0) return;  // rows, and arrays that this scene does not need
            if (traits.per == Per::particle)
                rearrange(
                    source, particle_from, traits.stride, [&] { return entry(source, 0); }, target);
            else if (traits.per == Per::cluster)
                rearrange(
                    source, cluster_from, traits.stride, [&] { return value_at_birth(source, birth); }, target);
            else if (traits.per == Per::body || traits.per == Per::other)
                target = source;
        },
        before, soft);
}

/// The share of a mass as a multiple of its last bit, so that what is left is exact too.
Real share_of(Real mass, double share) {
    const Real bit = mass - std::nextafter(mass, Real(0));
    const double bits = std::round(share * static_cast<double>(mass) / static_cast<double>(bit));
    return static_cast<Real>(std::max(1.0, bits)) * bit;
}

/// A particle's mass is shared between it and its twin, so that both together have it to the last bit.
void share_masses(SoftBodies& soft, const SoftEdit& changes, const SoftMoves& moves, std::size_t old_count) {
    for (std::size_t k = 0; k < changes.new_particles.size(); ++k) {
        const NewParticle& added = changes.new_particles[k];
        PLIANT_ASSERT(added.share > 0 && added.share < 1);
        Real& parent = soft.mass[moves.particle[added.parent]];
        Real& twin = soft.mass[moves.particle[old_count + k]];
        twin = share_of(parent, added.share);
        parent -= twin;
        soft.id[moves.particle[old_count + k]] = soft.counts[0]++;
        if (added.hidden) soft.hidden[moves.particle[old_count + k]] = 1;
    }
}

/// Weights of a particle on each level, over their sum.
void normalise_weights(SoftBodies& soft, std::size_t i) {
    const std::uint32_t end = soft.by_particle.rows[i + 1];
    for (std::uint32_t begin = soft.by_particle.rows[i]; begin < end;) {
        const auto level = [&](std::uint32_t k) { return soft.mode[soft.by_particle.index[k]].level; };
        std::uint32_t last = begin;
        double sum = 0;
        for (; last < end && level(last) == level(begin); ++last)
            sum += static_cast<double>(soft.by_particle.members[last].weight);
        PLIANT_ASSERT(sum > 0);
        for (; begin < last; ++begin)
            soft.by_particle.members[begin].weight =
                static_cast<Real>(static_cast<double>(soft.by_particle.members[begin].weight) / sum);
    }
}

/// Weights and what follows from them where particles came, went, or changed clusters.
void refresh_touched(SoftBodies& soft, const SoftBodies& before, const SoftEdit& changes, const SoftMoves& moves,
                     bool weigh) {
    std::vector<std::uint8_t> touched(soft.cluster_count(), 0), reweighed(soft.particle_count(), 0);
    const auto touch_clusters = [&](std::size_t i) {
        for (std::uint32_t k = soft.by_particle.rows[i]; k < soft.by_particle.rows[i + 1]; ++k)
            touched[soft.by_particle.index[k]] = 1;
    };
    for (std::size_t k = 0; k < changes.new_particles.size(); ++k)
        for (const std::uint32_t s :
             {moves.particle[changes.new_particles[k].parent], moves.particle[before.particle_count() + k]}) {
            reweighed[s] = 1;
            touch_clusters(s);
        }
    const auto touch_rows = [&](std::uint32_t i) {  // clusters that lost a member
        for (std::uint32_t k = before.by_particle.rows[i]; k < before.by_particle.rows[i + 1]; ++k)
            if (const std::uint32_t c = moves.cluster[before.by_particle.index[k]]; c != no_slot) touched[c] = 1;
    };
    for (const NewParticle& added : changes.new_particles) touch_rows(added.parent);
    for (const std::uint32_t i : changes.removed_particles) touch_rows(i);
    for (const Leaving& leaving : changes.leaving) {
        reweighed[moves.particle[leaving.particle]] = 1;
        touch_rows(leaving.particle);
    }
    if (weigh) {
        for (const std::uint32_t c : changes.removed_clusters)
            for (std::uint32_t k = before.by_cluster.rows[c]; k < before.by_cluster.rows[c + 1]; ++k)
                if (const std::uint32_t s = moves.particle[before.by_cluster.index[k]]; s != no_slot) reweighed[s] = 1;
        for (const NewCluster& cluster : changes.new_clusters)
            for (const NewMember& member : cluster.members) reweighed[moves.particle[member.particle]] = 1;
    }
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        if (!reweighed[i]) continue;
        normalise_weights(soft, i);
        if (weigh) touch_clusters(i);
    }
    if (std::find(touched.begin(), touched.end(), 1) == touched.end()) return;
    Twins twins;
    find_twins(soft, twins);
    for (std::size_t c = 0; c < soft.cluster_count(); ++c)
        if (touched[c]) refresh_cluster(soft, twins, c);
}

/// Clusters that would be left without a member go too.
std::vector<std::uint32_t> removed_with_members(const SoftBodies& soft, const SoftEdit& changes) {
    std::vector<std::uint32_t> removed = changes.removed_clusters;
    if (!changes.changes_particles()) return removed;
    std::vector<std::uint32_t> lost(soft.cluster_count(), 0);
    for (const std::uint32_t i : changes.removed_particles)
        for (std::uint32_t k = soft.by_particle.rows[i]; k < soft.by_particle.rows[i + 1]; ++k)
            ++lost[soft.by_particle.index[k]];
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c)
        if (lost[c] > 0 && lost[c] == soft.by_cluster.rows[c + 1] - soft.by_cluster.rows[c]) removed.push_back(c);
    std::sort(removed.begin(), removed.end());
    removed.erase(std::unique(removed.begin(), removed.end()), removed.end());
    return removed;
}

}  // namespace

void inherit_settings(const SoftBodies& from, std::span<const std::uint32_t> particles, SoftBodies& to, std::size_t c) {
    double total = 0, heaviest = -1;
    std::uint32_t heaviest_cluster = no_slot;
    const auto each = [&](const auto& f) {
        for (const std::uint32_t i : particles) {
            const std::uint32_t first = from.by_particle.rows[i];
            for (std::uint32_t k = first; k < first + from.finest.rows[i + 1] - from.finest.rows[i]; ++k)
                f(from.by_particle.index[k],
                  static_cast<double>(from.by_particle.members[k].weight) * static_cast<double>(from.mass[i]));
        }
    };
    each([&](std::uint32_t other, double share) {
        total += share;
        if (share > heaviest) heaviest = share, heaviest_cluster = other;
    });
    PLIANT_ASSERT(total > 0);
    for_each_array(
        [&]<class Array>(const ArrayTraits& traits, const auto& birth, const Array& source, Array& target) {
            if constexpr (std::is_same_v<std::decay_t<decltype(birth)>, Inherited>) {
                if (traits.per != Per::cluster) return;
                if constexpr (is_columns<Array>) {
                    auto value = source.row(0);
                    for (std::size_t j = 0; j < value.size(); ++j) {
                        double sum = 0;
                        each([&](std::uint32_t other, double share) {
                            sum += share * static_cast<double>(source.at(other, j));
                        });
                        value[j] = static_cast<Real>(sum / total);
                    }
                    target.set_row(c, value);
                } else if constexpr (std::is_same_v<Array, std::vector<Real>>) {
                    double sum = 0;
                    each([&](std::uint32_t other, double share) { sum += share * static_cast<double>(source[other]); });
                    target[c] = static_cast<Real>(sum / total);
                } else {
                    target[c] = source[heaviest_cluster];
                }
            }
        },
        from, to);
}

SoftMoves edit(SoftBodies& soft, const SoftEdit& changes, bool weigh) {
    const std::vector<std::uint32_t> removed = removed_with_members(soft, changes);
    const std::vector<EditSource> particles = plan_particles(soft, changes),
                                  clusters = plan_clusters(soft, removed, changes.new_clusters);
    SoftMoves moves{moves_of(particles, soft.particle_count(), changes.new_particles.size()),
                    moves_of(clusters, soft.cluster_count(), changes.new_clusters.size())};
    const SoftBodies before = std::exchange(soft, {});
    rearrange_arrays(before, particles, clusters, soft);
    edit_memberships(before, changes, moves, particles, clusters.size(), soft);
    share_masses(soft, changes, moves, before.particle_count());
    for (std::size_t k = 0; k < changes.new_clusters.size(); ++k) {
        const NewCluster& added = changes.new_clusters[k];
        const std::uint32_t c = moves.cluster[before.cluster_count() + k];
        std::vector<std::uint32_t> members;
        for (const NewMember& member : added.members)
            members.push_back(member.particle < before.particle_count()
                                  ? member.particle
                                  : changes.new_particles[member.particle - before.particle_count()].parent);
        soft.center.set_row(c, start_center(soft, c));
        soft.cluster_id[c] = added.id;
        if (added.parent != no_slot) continue;
        inherit_settings(before, members, soft, c);
        soft.cluster_body[c] = added.body;
        soft.fade[c] = added.fade;
        soft.fading[c] = added.fading;
    }
    refresh_touched(soft, before, changes, moves, weigh);
    if (changes.may_separate()) find_fragments(soft);
    PLIANT_ASSERT(!weigh || is_consistent(soft));
    return moves;
}

}  // namespace pliant
