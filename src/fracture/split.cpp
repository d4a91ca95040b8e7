#include "fracture/split.hpp"

#include "core/assert.hpp"
#include "particles/vectors.hpp"

#include <algorithm>

namespace pliant {
namespace {

/// Neither of two twins is left with less of the mass than this.
constexpr double least_share = 0.01;

/// Of a particle's row: the membership in a finest cluster.
std::uint32_t membership_in(const SoftBodies& soft, std::uint32_t particle, std::uint32_t cluster) {
    std::uint32_t k = soft.by_particle.rows[particle];
    while (soft.by_particle.index[k] != cluster) ++k;
    PLIANT_ASSERT(k < soft.by_particle.rows[particle + 1]);
    return k;
}

/// One side of a split, before it is known whether it becomes a cluster.
struct Half {
    std::uint32_t cluster;
    std::vector<std::uint32_t> particles;
    std::uint32_t visible = 0;
};

std::vector<Half> halves_of(const SoftBodies& soft, std::span<const Split> splits) {
    std::vector<Half> halves;
    for (const Split& split : splits) {
        Half near{split.cluster, {}}, far{split.cluster, {}};
        const std::uint32_t row = soft.by_cluster.rows[split.cluster];
        for (std::uint32_t k = 0; k < split.far.size(); ++k) {
            Half& half = split.far[k] ? far : near;
            half.particles.push_back(soft.by_cluster.index[row + k]);
            half.visible += soft.hidden[half.particles.back()] ? 0 : 1;
        }
        halves.push_back(std::move(near));
        halves.push_back(std::move(far));
    }
    return halves;
}

/// Small halves are given up, the smallest first: members that have other clusters stay with those, the others with the
/// other half.
void give_up_small(const SoftBodies& soft, const std::function<std::uint32_t(std::uint32_t)>& smallest,
                   std::vector<Half>& halves) {
    std::vector<std::uint32_t> small;
    for (std::uint32_t h = 0; h < halves.size(); ++h)
        if (halves[h].visible < smallest(soft.cluster_body[halves[h].cluster])) small.push_back(h);
    if (small.empty()) return;
    std::stable_sort(small.begin(), small.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return halves[a].visible < halves[b].visible; });
    // A split leaves each member as many finest clusters as it had.
    std::vector<std::uint32_t> count(soft.particle_count());
    for (std::size_t i = 0; i < count.size(); ++i) count[i] = soft.finest.rows[i + 1] - soft.finest.rows[i];
    for (const std::uint32_t h : small) {
        std::vector<std::uint32_t>&particles = halves[h].particles, &others = halves[h ^ 1U].particles;
        if (others.empty()) continue;  // that one was given up
        for (const std::uint32_t i : particles)
            if (count[i] < 2)
                others.push_back(i);
            else
                --count[i];
        std::sort(others.begin(), others.end());
        particles.clear();
    }
}

/// Has the cluster lost nothing by the split?
bool is_whole(const SoftBodies& soft, const Half& half) {
    return half.particles.size() == soft.by_cluster.rows[half.cluster + 1] - soft.by_cluster.rows[half.cluster];
}

NewCluster cluster_of(const SoftBodies& soft, const Half& half, std::uint32_t id) {
    NewCluster cluster;
    cluster.body = soft.cluster_body[half.cluster];
    cluster.id = id;
    cluster.parent = half.cluster;
    for (const std::uint32_t i : half.particles) {
        const std::uint32_t k = membership_in(soft, i, half.cluster);
        const Member& member = soft.by_particle.members[k];
        const Member& born = soft.finest.born[soft.finest.rows[i] + k - soft.by_particle.rows[i]];
        cluster.members.push_back(
            {i, vec(born.vector), static_cast<double>(born.weight), static_cast<double>(member.weight)});
    }
    return cluster;
}

bool lies_far(const SoftBodies& soft, const Split& split, std::uint32_t neighbor) {
    return split.normal.dot(visible_center(soft, neighbor) - split.center) > 0;
}

/// The twin that a member's clusters on the other side go on with, if it has any there.
void add_twin(const SoftBodies& soft, const Split& split, std::uint32_t i, bool is_far,
              std::vector<NewParticle>& twins) {
    NewParticle twin;
    twin.parent = i;
    twin.hidden = true;
    double across = 0, all = 0;
    const std::uint32_t row = soft.by_particle.rows[i], finest = soft.finest.rows[i + 1] - soft.finest.rows[i];
    for (std::uint32_t k = row; k < soft.by_particle.rows[i + 1]; ++k) {
        MembershipSide side = MembershipSide::both;
        const std::uint32_t c = soft.by_particle.index[k];
        if (k < row + finest) {
            const double weight = static_cast<double>(soft.by_particle.members[k].weight);
            all += weight;
            if (c != split.cluster) {
                side = lies_far(soft, split, c) == is_far ? MembershipSide::parent : MembershipSide::twin;
                if (side == MembershipSide::twin) across += weight;
            }
        }
        twin.sides.push_back(side);
    }
    if (std::find(twin.sides.begin(), twin.sides.end(), MembershipSide::twin) == twin.sides.end()) return;
    twin.share = std::clamp(across / all, least_share, 1 - least_share);
    twins.push_back(std::move(twin));
}

}  // namespace

SideCounts visible_members(const SoftBodies& soft, const Split& split) {
    SideCounts counts;
    const std::uint32_t row = soft.by_cluster.rows[split.cluster];
    for (std::uint32_t k = 0; k < split.far.size(); ++k)
        if (!soft.hidden[soft.by_cluster.index[row + k]]) ++(split.far[k] ? counts.far : counts.near);
    return counts;
}

std::vector<std::uint32_t> members_of(const SoftBodies& soft, std::span<const Split> splits) {
    std::vector<std::uint32_t> members;
    for (const Split& split : splits)
        members.insert(members.end(), soft.by_cluster.index.begin() + soft.by_cluster.rows[split.cluster],
                       soft.by_cluster.index.begin() + soft.by_cluster.rows[split.cluster + 1]);
    return members;
}

Vec3 visible_center(const SoftBodies& soft, std::uint32_t cluster) {
    Vec3 sum = Vec3::Zero();
    double mass = 0;
    for (std::uint32_t k = soft.by_cluster.rows[cluster]; k < soft.by_cluster.rows[cluster + 1]; ++k) {
        const std::uint32_t i = soft.by_cluster.index[k];
        if (soft.hidden[i]) continue;
        const double share = static_cast<double>(soft.by_cluster.members[k].weight);
        sum += share * vec(soft.particles[i].position);
        mass += share;
    }
    PLIANT_ASSERT(mass > 0);
    return sum / mass;
}

SoftEdit edit_of(const SoftBodies& soft, std::span<const Split> splits,
                 const std::function<std::uint32_t(std::uint32_t body)>& smallest, std::uint32_t first_id) {
    PLIANT_ASSERT(!soft.finest.born.empty());
    std::vector<Half> halves = halves_of(soft, splits);
    give_up_small(soft, smallest, halves);
    SoftEdit changes;
    for (std::size_t k = 0; k < splits.size(); ++k) {
        const Split& split = splits[k];
        // Nothing can leave it: the small side has no other clusters.
        if (is_whole(soft, halves[2 * k]) || is_whole(soft, halves[2 * k + 1])) continue;
        changes.removed_clusters.push_back(split.cluster);
        if (!split.duplicates) continue;
        const std::uint32_t row = soft.by_cluster.rows[split.cluster];
        for (std::uint32_t m = 0; m < split.far.size(); ++m)
            add_twin(soft, split, soft.by_cluster.index[row + m], split.far[m] != 0, changes.new_particles);
    }
    std::sort(changes.new_particles.begin(), changes.new_particles.end(),
              [](const NewParticle& a, const NewParticle& b) { return a.parent < b.parent; });
    for (const Half& half : halves)
        if (!half.particles.empty() && !is_whole(soft, half))
            changes.new_clusters.push_back(cluster_of(soft, half, first_id++));
    return changes;
}

}  // namespace pliant
