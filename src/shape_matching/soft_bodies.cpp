#include "shape_matching/soft_bodies.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

bool all_below(const std::vector<std::uint32_t>& indices, std::size_t bound) {
    return std::all_of(indices.begin(), indices.end(), [&](std::uint32_t k) { return k < bound; });
}

/// Are these the borders of rows of so many entries?
bool are_rows(const std::vector<std::uint32_t>& rows, std::size_t entries) {
    return !rows.empty() && rows.front() == 0 && rows.back() == entries && std::is_sorted(rows.begin(), rows.end());
}

bool has_unique_ids(const SoftBodies& soft) {
    // Ids are given out one by one; far more of them than particles is a damaged file.
    constexpr std::size_t most_gaps = std::size_t{1} << 28;
    if (soft.counts.size() != 2 || soft.counts[0] > soft.particle_count() + most_gaps) return false;
    std::vector<bool> seen(soft.counts[0], false);
    for (const std::uint32_t id : soft.id) {
        if (id >= seen.size() || seen[id]) return false;
        seen[id] = true;
    }
    return true;
}

/// Every array has as many entries as its traits say.
bool sizes_agree(const SoftBodies& soft) {
    const auto count = [&](Per per) {
        switch (per) {
            case Per::particle:
                return soft.particle_count();
            case Per::cluster:
                return soft.cluster_count();
            case Per::membership:
                return soft.membership_count();
            case Per::finest_membership:
                return soft.finest.cluster.size();
            case Per::body:
            case Per::other:
                break;
        }
        return std::size_t{1};
    };
    bool agree = true;
    for_each_array(
        [&](const ArrayTraits& traits, const auto&, const auto& array) {
            if (traits.per == Per::other) return;
            agree &= array.size() == count(traits.per) * traits.stride + traits.extra ||
                     (traits.may_be_empty && array.size() == 0);
        },
        soft);
    return agree;
}

/// Both lists have each cluster equally often.
bool lists_agree(const SoftBodies& soft) {
    std::vector<std::uint32_t> count(soft.cluster_count(), 0);
    for (const std::uint32_t c : soft.by_particle.index) ++count[c];
    for (std::size_t c = 0; c < count.size(); ++c)
        if (count[c] != soft.by_cluster.rows[c + 1] - soft.by_cluster.rows[c]) return false;
    return true;
}

/// A cluster's shares, and a particle's weights on each level, sum to 1 up to rounding.
bool sums_are_one(const SoftBodies& soft) {
    constexpr double rounding = 1e-3;
    for (std::size_t c = 0; c < soft.cluster_count(); ++c) {
        double sum = 0;
        for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k)
            sum += static_cast<double>(soft.by_cluster.members[k].weight);
        if (!(std::abs(sum - 1) < rounding)) return false;
    }
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        double sum = 0;
        for (std::uint32_t k = soft.by_particle.rows[i], end = soft.by_particle.rows[i + 1]; k < end; ++k) {
            sum += static_cast<double>(soft.by_particle.members[k].weight);
            const auto level = [&](std::uint32_t m) { return soft.mode[soft.by_particle.index[m]].level; };
            if (k + 1 < end && level(k + 1) == level(k)) continue;
            if (!(std::abs(sum - 1) < rounding)) return false;
            sum = 0;
        }
    }
    return true;
}

}  // namespace

bool is_consistent(const SoftBodies& soft) {
    const std::size_t particles = soft.particle_count(), clusters = soft.cluster_count();
    const bool fits =
        sizes_agree(soft) && has_unique_ids(soft) && are_rows(soft.by_cluster.rows, soft.membership_count()) &&
        are_rows(soft.by_particle.rows, soft.membership_count()) &&
        are_rows(soft.finest.rows, soft.finest.cluster.size()) && all_below(soft.by_cluster.index, particles) &&
        all_below(soft.by_particle.index, clusters) && all_below(soft.finest.cluster, clusters) &&
        all_below(soft.finest.twin, soft.membership_count()) && lists_agree(soft) &&
        std::is_sorted(soft.body.begin(), soft.body.end()) &&
        std::is_sorted(soft.cluster_body.begin(), soft.cluster_body.end());
    return fits && (!asserts || sums_are_one(soft));
}

bool has_other_particles(const SoftBodies& soft) {
    return soft.counts[0] != soft.counts[1] || soft.particle_count() != soft.counts[1];
}

bool has_reclustered(const SoftBodies& soft) {
    if (has_other_particles(soft)) return true;
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c)
        if (soft.fading[c] != Fading::none || soft.cluster_id[c] != c || soft.refits[c] > 0) return true;
    return false;
}

std::uint32_t next_cluster_id(const SoftBodies& soft, std::uint32_t built_clusters) {
    std::uint32_t next = built_clusters;
    for (const std::uint32_t id : soft.cluster_id) next = std::max(next, id + 1);
    return next;
}

std::uint32_t fragment_of(const SoftBodies& soft, std::uint32_t cluster) {
    PLIANT_ASSERT(soft.mode[cluster].level == 0);
    return soft.fragment[soft.by_cluster.index[soft.by_cluster.rows[cluster]]];
}

SlotRange particles_of(const SoftBodies& soft, std::uint32_t body) {
    const auto [first, last] = std::equal_range(soft.body.begin(), soft.body.end(), body);
    return {static_cast<std::uint32_t>(first - soft.body.begin()),
            static_cast<std::uint32_t>(last - soft.body.begin())};
}

SlotRange finest_clusters_of(const SoftBodies& soft, std::uint32_t body) {
    const auto [first, last] = std::equal_range(soft.cluster_body.begin(), soft.cluster_body.end(), body);
    SlotRange range{static_cast<std::uint32_t>(first - soft.cluster_body.begin()),
                    static_cast<std::uint32_t>(first - soft.cluster_body.begin())};
    const auto end = static_cast<std::uint32_t>(last - soft.cluster_body.begin());
    while (range.last < end && soft.mode[range.last].level == 0) ++range.last;
    return range;
}

}  // namespace pliant
