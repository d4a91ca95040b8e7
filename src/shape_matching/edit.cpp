#include "shape_matching/edit.hpp"

#include "core/assert.hpp"
#include "shape_matching/fragments.hpp"
#include "shape_matching/refresh.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pliant {
namespace {

/// Where each entry of the edited arrays comes from: an old one, or a new one.
struct Source {
    std::uint32_t old = no_slot;    ///< of a new particle: its parent
    std::uint32_t added = no_slot;  ///< number among the new ones
};

/// The old slots that stay, in order; where a group ends, the new ones that belong to it.
template <class EndsGroup, class Belongs>
std::vector<Source> plan(std::size_t count, std::span<const std::uint32_t> removed, std::size_t added,
                         const EndsGroup& ends_group, const Belongs& belongs) {
    std::vector<Source> sources;
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

std::vector<Source> plan_particles(const SoftBodies& soft, const SoftEdit& changes) {
    const std::size_t count = soft.particle_count();
    std::vector<Source> sources = plan(
        count, changes.removed_particles, changes.new_particles.size(),
        [&](std::uint32_t i) { return i + 1 == count || soft.body[i + 1] != soft.body[i]; },
        [&](std::uint32_t k, std::uint32_t i) { return soft.body[changes.new_particles[k].parent] == soft.body[i]; });
    for (Source& source : sources)
        if (source.added != no_slot) source.old = changes.new_particles[source.added].parent;
    return sources;
}

std::vector<Source> plan_clusters(const SoftBodies& soft, std::span<const std::uint32_t> removed,
                                  std::span<const NewCluster> added) {
    const std::size_t count = soft.cluster_count();
    return plan(
        count, removed, added.size(),
        [&](std::uint32_t c) {
            return soft.mode[c].level == 0 &&
                   (c + 1 == count || soft.mode[c + 1].level != 0 || soft.cluster_body[c + 1] != soft.cluster_body[c]);
        },
        [&](std::uint32_t k, std::uint32_t c) { return added[k].body == soft.cluster_body[c]; });
}

/// The new slot of each old entry, then of each new one.
std::vector<std::uint32_t> moves_of(const std::vector<Source>& sources, std::size_t old, std::size_t added) {
    std::vector<std::uint32_t> to(old + added, no_slot);
    for (std::uint32_t k = 0; k < sources.size(); ++k)
        to[sources[k].added != no_slot ? old + sources[k].added : sources[k].old] = k;
    return to;
}

/// Which of the parent's memberships a particle keeps: all, unless it is one of two that share them.
class Sides {
  public:
    Sides(const SoftBodies& soft, const SoftEdit& changes) : soft_(soft), changes_(changes) {
        if (changes.new_particles.empty()) return;
        twin_.assign(soft.particle_count(), no_slot);
        for (std::uint32_t k = 0; k < changes.new_particles.size(); ++k) {
            PLIANT_ASSERT(twin_[changes.new_particles[k].parent] == no_slot);
            twin_[changes.new_particles[k].parent] = k;
        }
    }
    /// `k` of the old by_particle rows.
    bool keeps(const Source& source, std::uint32_t k) const {
        if (twin_.empty() || twin_[source.old] == no_slot) return true;
        const std::vector<MembershipSide>& sides = changes_.new_particles[twin_[source.old]].sides;
        if (sides.empty()) return true;
        const MembershipSide side = sides[k - soft_.by_particle.rows[source.old]];
        return side == MembershipSide::both || (side == MembershipSide::twin) == (source.added != no_slot);
    }

  private:
    const SoftBodies& soft_;
    const SoftEdit& changes_;
    std::vector<std::uint32_t> twin_;  ///< per old particle: its new one; empty: there are none
};

/// The position in by_cluster of each membership of by_particle: rows of clusters rise by particle.
std::vector<std::uint32_t> twins_of(const SoftBodies& soft) {
    std::vector<std::uint32_t> next(soft.by_cluster.rows.begin(), soft.by_cluster.rows.end() - 1);
    std::vector<std::uint32_t> twins(soft.membership_count());
    for (std::size_t k = 0; k < twins.size(); ++k) twins[k] = next[soft.by_particle.index[k]]++;
    return twins;
}

/// The memberships of added clusters, by particle.
struct Joining {
    std::uint32_t particle, cluster;
    const NewMember* member;
};

std::vector<Joining> joining_members(const SoftMoves& moves, std::size_t old_clusters,
                                     std::span<const NewCluster> added) {
    std::vector<Joining> joining;
    for (std::uint32_t k = 0; k < added.size(); ++k)
        for (const NewMember& member : added[k].members)
            joining.push_back({moves.particle[member.particle], moves.cluster[old_clusters + k], &member});
    std::sort(joining.begin(), joining.end(), [](const Joining& a, const Joining& b) {
        return a.particle != b.particle ? a.particle < b.particle : a.cluster < b.cluster;
    });
    return joining;
}

/// Both lists of memberships in the new numbering. In a particle's row kept finest memberships come first, then new
/// ones, then those of coarser levels.
class MembershipBuilder {
  public:
    MembershipBuilder(const SoftBodies& soft, const SoftEdit& changes, const SoftMoves& moves)
        : soft_(soft), moves_(moves), sides_(soft, changes), twins_(twins_of(soft)) {
        joining_ = joining_members(moves, soft.cluster_count(), changes.new_clusters);
    }

    void build(const std::vector<Source>& particles, std::size_t clusters) {
        rows_.index.reserve(soft_.membership_count() + joining_.size());
        rows_.members.reserve(soft_.membership_count() + joining_.size());
        from_.reserve(soft_.membership_count() + joining_.size());
        auto next = joining_.begin();
        for (std::uint32_t s = 0; s < particles.size(); ++s) {
            const std::uint32_t i = particles[s].old, row = soft_.by_particle.rows[i];
            const std::uint32_t finest = soft_.finest.rows[i + 1] - soft_.finest.rows[i];
            for (std::uint32_t k = row; k < row + finest; ++k) keep(particles[s], k, true);
            for (; next != joining_.end() && next->particle == s; ++next) join(*next);
            for (std::uint32_t k = row + finest; k < soft_.by_particle.rows[i + 1]; ++k) keep(particles[s], k, false);
            rows_.rows.push_back(static_cast<std::uint32_t>(rows_.index.size()));
            finest_.rows.push_back(static_cast<std::uint32_t>(finest_.cluster.size()));
            PLIANT_ASSERT(finest_.rows[s + 1] > finest_.rows[s]);
        }
        PLIANT_ASSERT(next == joining_.end());
        gather_clusters(clusters);
    }

    void move_into(SoftBodies& soft) {
        if (soft_.finest.born.empty()) finest_.born.clear();
        soft.by_particle = std::move(rows_);
        soft.by_cluster = std::move(by_cluster_);
        soft.finest = std::move(finest_);
    }

  private:
    void keep(const Source& source, std::uint32_t k, bool finest) {
        const std::uint32_t cluster = moves_.cluster[soft_.by_particle.index[k]];
        if (cluster == no_slot || !sides_.keeps(source, k)) return;
        rows_.index.push_back(cluster);
        rows_.members.push_back(soft_.by_particle.members[k]);
        from_.push_back(twins_[k]);
        if (!finest) return;
        finest_.cluster.push_back(cluster);
        if (soft_.finest.born.empty()) return;
        finest_.born.push_back(
            soft_.finest.born[soft_.finest.rows[source.old] + k - soft_.by_particle.rows[source.old]]);
    }
    void join(const Joining& joining) {
        const Vec3& p = joining.member->p;
        const Member born{{static_cast<Real>(p.x()), static_cast<Real>(p.y()), static_cast<Real>(p.z())},
                          static_cast<Real>(joining.member->kernel)};
        rows_.index.push_back(joining.cluster);
        rows_.members.push_back(born);
        from_.push_back(no_slot);
        finest_.cluster.push_back(joining.cluster);
        finest_.born.push_back(born);
    }
    /// by_cluster by counting, and the positions of the finest memberships in it.
    void gather_clusters(std::size_t clusters) {
        by_cluster_.rows.assign(clusters + 1, 0);
        for (const std::uint32_t c : rows_.index) ++by_cluster_.rows[c + 1];
        for (std::size_t c = 0; c < clusters; ++c) by_cluster_.rows[c + 1] += by_cluster_.rows[c];
        by_cluster_.index.resize(rows_.index.size());
        by_cluster_.members.resize(rows_.index.size());
        finest_.twin.resize(finest_.cluster.size());
        std::vector<std::uint32_t> next(by_cluster_.rows.begin(), by_cluster_.rows.end() - 1);
        for (std::uint32_t s = 0; s + 1 < rows_.rows.size(); ++s) {
            const std::uint32_t finest = finest_.rows[s + 1] - finest_.rows[s];
            for (std::uint32_t k = rows_.rows[s]; k < rows_.rows[s + 1]; ++k) {
                const std::uint32_t at = next[rows_.index[k]]++;
                by_cluster_.index[at] = s;
                by_cluster_.members[at] = from_[k] != no_slot ? soft_.by_cluster.members[from_[k]] : Member{};
                if (k - rows_.rows[s] < finest) finest_.twin[finest_.rows[s] + k - rows_.rows[s]] = at;
            }
        }
    }

    const SoftBodies& soft_;
    const SoftMoves& moves_;
    Sides sides_;
    std::vector<std::uint32_t> twins_;
    std::vector<Joining> joining_;
    Memberships rows_, by_cluster_;
    FinestMemberships finest_;
    std::vector<std::uint32_t> from_;  ///< per new membership: the old position in by_cluster
};

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
void rearrange_arrays(const SoftBodies& before, const std::vector<Source>& particles,
                      const std::vector<Source>& clusters, SoftBodies& soft) {
    std::vector<std::uint32_t> particle_from, cluster_from;
    for (const Source& source : particles) particle_from.push_back(source.old);
    for (const Source& source : clusters) cluster_from.push_back(source.old);
    for_each_array(
        [&](const ArrayTraits& traits, const auto& birth, const auto& source, auto& target) {
            if (traits.extra > 0 || source.size() == 0) return;  // rows, and arrays that this scene does not need
            if (traits.per == Per::particle)
                rearrange(
                    source, particle_from, traits.stride, [&] { return entry(source, 0); }, target);
            else if (traits.per == Per::cluster)
                rearrange(
                    source, cluster_from, traits.stride, [&] { return value_at_birth(source, birth); }, target);
            else if (traits.per == Per::body)
                target = source;
        },
        before, soft);
}

/// A particle's mass is shared between it and its twin, so that both together have it to the last bit.
void share_masses(SoftBodies& soft, const SoftEdit& changes, const SoftMoves& moves, std::size_t old_count) {
    for (std::size_t k = 0; k < changes.new_particles.size(); ++k) {
        const NewParticle& added = changes.new_particles[k];
        PLIANT_ASSERT(added.share > 0 && added.share < 1);
        Real& parent = soft.mass[moves.particle[added.parent]];
        Real& twin = soft.mass[moves.particle[old_count + k]];
        twin = static_cast<Real>(added.share * static_cast<double>(parent));
        parent -= twin;
        soft.id[moves.particle[old_count + k]] = soft.counts[0]++;
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
    const std::vector<Source> particles = plan_particles(soft, changes),
                              clusters = plan_clusters(soft, removed, changes.new_clusters);
    SoftMoves moves{moves_of(particles, soft.particle_count(), changes.new_particles.size()),
                    moves_of(clusters, soft.cluster_count(), changes.new_clusters.size())};
    const SoftBodies before = std::exchange(soft, {});
    MembershipBuilder memberships(before, changes, moves);
    memberships.build(particles, clusters.size());
    rearrange_arrays(before, particles, clusters, soft);
    memberships.move_into(soft);
    share_masses(soft, changes, moves, before.particle_count());
    for (std::size_t k = 0; k < changes.new_clusters.size(); ++k) {
        const NewCluster& added = changes.new_clusters[k];
        const std::uint32_t c = moves.cluster[before.cluster_count() + k];
        std::vector<std::uint32_t> members;
        for (const NewMember& member : added.members)
            members.push_back(member.particle < before.particle_count()
                                  ? member.particle
                                  : changes.new_particles[member.particle - before.particle_count()].parent);
        inherit_settings(before, members, soft, c);
        soft.cluster_body[c] = added.body;
        soft.center.set_row(c, start_center(soft, c));
        soft.cluster_id[c] = added.id;
        soft.fade[c] = added.fade;
        soft.fading[c] = added.fading;
    }
    refresh_touched(soft, before, changes, moves, weigh);
    if (changes.changes_particles()) find_fragments(soft);
    PLIANT_ASSERT(!weigh || is_consistent(soft));
    return moves;
}

}  // namespace pliant
