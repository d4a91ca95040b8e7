#include "shape_matching/edit_memberships.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

namespace pliant {
namespace {

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
    bool keeps(const EditSource& source, std::uint32_t k) const {
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
    std::uint8_t level;
    const NewMember* member;
};

std::vector<Joining> joining_members(const SoftMoves& moves, std::size_t old_clusters,
                                     std::span<const NewCluster> added) {
    std::vector<Joining> joining;
    for (std::uint32_t k = 0; k < added.size(); ++k)
        for (const NewMember& member : added[k].members)
            joining.push_back(
                {moves.particle[member.particle], moves.cluster[old_clusters + k], added[k].level, &member});
    std::sort(joining.begin(), joining.end(), [](const Joining& a, const Joining& b) {
        return std::tie(a.particle, a.level, a.cluster) < std::tie(b.particle, b.level, b.cluster);
    });
    return joining;
}

class MembershipBuilder {
  public:
    MembershipBuilder(const SoftBodies& soft, const SoftEdit& changes, const SoftMoves& moves)
        : soft_(soft), moves_(moves), sides_(soft, changes), twins_(twins_of(soft)), leaving_(changes.leaving) {
        joining_ = joining_members(moves, soft.cluster_count(), changes.new_clusters);
    }

    void build(const std::vector<EditSource>& particles, std::size_t clusters) {
        rows_.index.reserve(soft_.membership_count() + joining_.size());
        rows_.members.reserve(soft_.membership_count() + joining_.size());
        from_.reserve(soft_.membership_count() + joining_.size());
        auto next = joining_.begin();
        for (std::uint32_t s = 0; s < particles.size(); ++s) {
            const std::uint32_t i = particles[s].old, end = soft_.by_particle.rows[i + 1];
            const auto level = [&](std::uint32_t k) { return soft_.mode[soft_.by_particle.index[k]].level; };
            for (std::uint32_t k = soft_.by_particle.rows[i]; k < end;) {
                const std::uint8_t of = level(k);
                for (; k < end && level(k) == of; ++k) keep(particles[s], k, of == 0);
                for (; next != joining_.end() && next->particle == s && next->level == of; ++next) join(*next);
            }
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
    void keep(const EditSource& source, std::uint32_t k, bool finest) {
        const std::uint32_t cluster = moves_.cluster[soft_.by_particle.index[k]];
        if (cluster == no_slot || !sides_.keeps(source, k) || leaves(source.old, soft_.by_particle.index[k])) return;
        rows_.index.push_back(cluster);
        rows_.members.push_back(soft_.by_particle.members[k]);
        from_.push_back(twins_[k]);
        if (!finest) return;
        finest_.cluster.push_back(cluster);
        if (soft_.finest.born.empty()) return;
        finest_.born.push_back(
            soft_.finest.born[soft_.finest.rows[source.old] + k - soft_.by_particle.rows[source.old]]);
    }
    bool leaves(std::uint32_t particle, std::uint32_t cluster) const {
        return std::binary_search(leaving_.begin(), leaving_.end(), Leaving{particle, cluster});
    }
    void join(const Joining& joining) {
        const Vec3& p = joining.member->p;
        const double weight = joining.member->weight < 0 ? joining.member->kernel : joining.member->weight;
        const Member born{{static_cast<Real>(p.x()), static_cast<Real>(p.y()), static_cast<Real>(p.z())},
                          static_cast<Real>(joining.member->kernel)};
        rows_.index.push_back(joining.cluster);
        rows_.members.push_back(born);
        rows_.members.back().weight = static_cast<Real>(weight);
        from_.push_back(no_slot);
        if (joining.level != 0) return;
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
    const std::vector<Leaving>& leaving_;
    Memberships rows_, by_cluster_;
    FinestMemberships finest_;
    std::vector<std::uint32_t> from_;  ///< per new membership: the old position in by_cluster
};

}  // namespace

void edit_memberships(const SoftBodies& before, const SoftEdit& changes, const SoftMoves& moves,
                      const std::vector<EditSource>& particles, std::size_t clusters, SoftBodies& soft) {
    MembershipBuilder builder(before, changes, moves);
    builder.build(particles, clusters);
    builder.move_into(soft);
}

}  // namespace pliant
