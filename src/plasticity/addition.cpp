#include "plasticity/addition.hpp"

#include "clustering/fuzzy.hpp"
#include "clustering/union_find.hpp"
#include "core/assert.hpp"
#include "core/stopwatch.hpp"
#include "geometry/hash_grid.hpp"

#include <algorithm>

namespace pliant {
namespace {

/// A center that wanders longer than this is left where it is.
constexpr int most_moves = 100;

bool stays(const SoftBodies& soft, std::uint32_t c) { return soft.fading[c] != Fading::out; }

/// The sum of the kernel's values that a particle will have when all fades have ended.
double lasting_total(const SoftBodies& soft, std::uint32_t i) {
    double total = 0;
    for (std::uint32_t f = soft.finest.rows[i]; f < soft.finest.rows[i + 1]; ++f)
        if (stays(soft, soft.finest.cluster[f])) total += static_cast<double>(soft.finest.born[f].weight);
    return total;
}

Embedding embed_by_rule(const SoftBodies& soft, const ReclusterRule& rule, const Kernels& kernels, const Region& region,
                        ReclusterReport& report) {
    if (rule.mode == ReclusterMode::world) return world_positions(soft, region);
    Embedding embedding = [&] {
        const Stopwatch watch(report.embedding_milliseconds);
        return embed(soft, region, kernels, rule.sweeps);
    }();
    report.sweeps = std::max(report.sweeps, static_cast<std::uint64_t>(embedding.sweeps));
    report.residual = std::max(report.residual, embedding.residual / rule.radius);
    return embedding;
}

/// Places clusters in an embedded region, one after the other.
class Placer {
  public:
    Placer(const SoftBodies& soft, const ReclusterRule& rule, const Region& region, const Embedding& embedding)
        : soft_(soft),
          rule_(rule),
          region_(region),
          positions_(embedding.positions),
          grid_(positions_, 0.5 * rule.radius) {
        for (const std::uint32_t i : region.particles) total_.push_back(lasting_total(soft, i));
    }

    bool covered(std::uint32_t particle) const { return total_[region_.slot[particle]] > 0; }

    NewCluster at_seed(std::uint32_t seed) {
        const Vec3 start = positions_[region_.slot[seed]];
        Vec3 center = start;
        if (rule_.mode == ReclusterMode::embedded) center = settle(start);
        if ((center - start).norm() >= rule_.radius) center = start;
        find_members(center);
        return take(center);
    }

    NewCluster with_members_of(std::uint32_t cluster) {
        members_.clear();
        Vec3 center = Vec3::Zero();
        const std::uint32_t begin = soft_.by_cluster.rows[cluster], end = soft_.by_cluster.rows[cluster + 1];
        for (std::uint32_t k = begin; k < end; ++k)
            center += positions_[region_.slot[soft_.by_cluster.index[k]]] / static_cast<double>(end - begin);
        for (std::uint32_t k = begin; k < end; ++k) add_member(region_.slot[soft_.by_cluster.index[k]], center);
        return take(center);
    }

  private:
    struct Candidate {
        std::uint32_t slot;  ///< in the region
        double kernel;
    };

    void add_member(std::uint32_t slot, const Vec3& center) {
        const double q = (positions_[slot] - center).squaredNorm() / (rule_.radius * rule_.radius);
        members_.push_back({slot, rule_.kernel.lasting(q)});
    }

    void find_members(const Vec3& center) {
        members_.clear();
        grid_.for_each_within(center, rule_.radius, [&](std::uint32_t slot, double) { add_member(slot, center); });
    }

    /// The fuzzy iteration for one center.
    Vec3 settle(Vec3 center) {
        for (int move = 0; move < most_moves; ++move) {
            find_members(center);
            Vec3 sum = Vec3::Zero();
            double mass = 0;
            for (const Candidate& member : members_) {
                const double weight = member.kernel / (member.kernel + total_[member.slot]);
                const double share = weight * weight * static_cast<double>(soft_.mass[region_.particles[member.slot]]);
                sum += share * (positions_[member.slot] - center);
                mass += share;
            }
            if (!(mass > 0)) return center;
            center += sum / mass;
            if (sum.norm() <= fuzzy_tolerance * rule_.radius * mass) break;
        }
        return center;
    }

    NewCluster take(const Vec3& center) {
        std::sort(members_.begin(), members_.end(),
                  [](const Candidate& a, const Candidate& b) { return a.slot < b.slot; });
        NewCluster cluster;
        for (const Candidate& member : members_) {
            cluster.members.push_back(
                {region_.particles[member.slot], positions_[member.slot] - center, member.kernel});
            total_[member.slot] += member.kernel;
        }
        return cluster;
    }

    const SoftBodies& soft_;
    const ReclusterRule& rule_;
    const Region& region_;
    const std::vector<Vec3>& positions_;
    PointGrid grid_;
    std::vector<double> total_;  ///< per slot of the region: lasting_total, with the clusters placed so far
    std::vector<Candidate> members_;
};

/// The pieces in which the clusters that stay and the new ones hold the body's particles.
class Pieces {
  public:
    Pieces(const SoftBodies& soft, std::span<const std::uint32_t> order, const std::vector<NewCluster>& added,
           std::size_t most_more)
        : soft_(soft), sets_(soft.cluster_count() + added.size() + most_more), owner_(soft.particle_count(), no_slot) {
        for (const std::uint32_t i : order)
            for (std::uint32_t f = soft.finest.rows[i]; f < soft.finest.rows[i + 1]; ++f)
                if (stays(soft, soft.finest.cluster[f])) join(i, soft.finest.cluster[f]);
        for (std::uint32_t k = 0; k < added.size(); ++k)
            for (const NewMember& member : added[k].members)
                join(member.particle, static_cast<std::uint32_t>(soft.cluster_count()) + k);
        next_ = static_cast<std::uint32_t>(soft.cluster_count() + added.size());
    }

    /// Does the marked cluster hold together what is otherwise apart? If so, as if it stayed from now on.
    bool keep_if_needed(std::uint32_t cluster) {
        bool needed = false;
        for (std::uint32_t k = soft_.by_cluster.rows[cluster]; k < soft_.by_cluster.rows[cluster + 1]; ++k) {
            const std::uint32_t i = soft_.by_cluster.index[k],
                                first = soft_.by_cluster.index[soft_.by_cluster.rows[cluster]];
            needed |= !sets_.same(owner_[i], owner_[first]);
        }
        if (!needed) return false;
        for (std::uint32_t k = soft_.by_cluster.rows[cluster]; k < soft_.by_cluster.rows[cluster + 1]; ++k)
            join(soft_.by_cluster.index[k], next_);
        ++next_;
        return true;
    }

  private:
    void join(std::uint32_t particle, std::uint32_t cluster) {
        if (owner_[particle] == no_slot) owner_[particle] = cluster;
        sets_.unite(owner_[particle], cluster);
    }

    const SoftBodies& soft_;
    UnionFind sets_;
    std::vector<std::uint32_t> owner_;  ///< per particle: one of its clusters
    std::uint32_t next_;
};

/// The particles of the marked clusters that no cluster will hold.
std::vector<std::uint32_t> find_seeds(const SoftBodies& soft, std::span<const std::uint32_t> order) {
    std::vector<std::uint32_t> seeds;
    for (const std::uint32_t i : order)
        if (!(lasting_total(soft, i) > 0)) seeds.push_back(i);
    return seeds;
}

std::vector<std::uint32_t> clusters_of(const SoftBodies& soft, const std::vector<std::uint32_t>& particles) {
    std::vector<std::uint32_t> clusters;
    for (const std::uint32_t i : particles)
        for (std::uint32_t f = soft.finest.rows[i]; f < soft.finest.rows[i + 1]; ++f)
            clusters.push_back(soft.finest.cluster[f]);
    std::sort(clusters.begin(), clusters.end());
    clusters.erase(std::unique(clusters.begin(), clusters.end()), clusters.end());
    return clusters;
}

}  // namespace

std::optional<std::vector<NewCluster>> successors(const SoftBodies& soft, const ReclusterRule& rule,
                                                  std::span<const std::uint32_t> order, const Kernels& kernels,
                                                  std::span<const std::uint32_t> marked, ReclusterReport& report) {
    std::vector<NewCluster> added;
    PLIANT_ASSERT(std::is_sorted(marked.begin(), marked.end()) && rule.radius > 0);
    const std::vector<std::uint32_t> seeds = find_seeds(soft, order);
    if (!seeds.empty()) {
        const Region region = region_around(soft, clusters_of(soft, seeds));
        const Embedding embedding = embed_by_rule(soft, rule, kernels, region, report);
        if (!embedding.is_finite()) return {};
        Placer placer(soft, rule, region, embedding);
        for (const std::uint32_t seed : seeds)
            if (!placer.covered(seed)) added.push_back(placer.at_seed(seed));
    }
    Pieces pieces(soft, order, added, marked.size());
    std::vector<std::uint32_t> needed;
    for (const std::uint32_t c : marked)
        if (pieces.keep_if_needed(c)) needed.push_back(c);
    if (!needed.empty()) {
        const Region region = region_around(soft, needed);
        const Embedding embedding = embed_by_rule(soft, rule, kernels, region, report);
        if (!embedding.is_finite()) return {};
        Placer placer(soft, rule, region, embedding);
        for (const std::uint32_t c : needed) added.push_back(placer.with_members_of(c));
    }
    for (NewCluster& cluster : added) {
        cluster.body = soft.body[cluster.members.front().particle];
        cluster.fading = Fading::in;
    }
    return added;
}

}  // namespace pliant
