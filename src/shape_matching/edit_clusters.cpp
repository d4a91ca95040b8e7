#include "shape_matching/edit_clusters.hpp"

#include <algorithm>
#include <cassert>

namespace pliant {
namespace {

/// Where each cluster of the edited arrays comes from: an old cluster, or an added one.
struct Origin {
    std::uint32_t old = no_cluster;
    std::uint32_t added = no_cluster;
};

std::vector<Origin> plan(const SoftBodies& soft, std::span<const std::uint32_t> removed,
                         std::span<const NewCluster> added) {
    std::vector<Origin> origins;
    origins.reserve(soft.cluster_count() + added.size());
    std::size_t next_removed = 0, next_added = 0;
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        if (next_removed < removed.size() && removed[next_removed] == c) {
            ++next_removed;
        } else {
            origins.push_back({c, no_cluster});
        }
        const bool last_finest =
            soft.mode[c].level == 0 && (c + 1 == soft.cluster_count() || soft.mode[c + 1].level != 0 ||
                                        soft.cluster_body[c + 1] != soft.cluster_body[c]);
        if (!last_finest) continue;
        for (; next_added < added.size() && added[next_added].body == soft.cluster_body[c]; ++next_added)
            origins.push_back({no_cluster, static_cast<std::uint32_t>(next_added)});
    }
    assert(next_removed == removed.size() && next_added == added.size());
    return origins;
}

/// A column of values per cluster in the new order; the added ones' from `of_added`.
template <class T, class Value>
void rearrange(std::vector<T>& values, const std::vector<Origin>& origins, const Value& of_added) {
    std::vector<T> result;
    result.reserve(origins.size());
    for (const Origin& o : origins) result.push_back(o.old != no_cluster ? values[o.old] : of_added(o.added));
    values = std::move(result);
}
template <std::size_t K, class Value>
void rearrange(Columns<K>& values, const std::vector<Origin>& origins, const Value& of_added) {
    Columns<K> result;
    result.resize(origins.size());
    for (std::size_t c = 0; c < origins.size(); ++c)
        result.set_row(c, origins[c].old != no_cluster ? values.row(origins[c].old) : of_added(origins[c].added));
    values = std::move(result);
}

/// Center of the members now, unweighted: what the next fit computes relative to.
std::array<Real, 6> start_center(const SoftBodies& soft, const NewCluster& cluster) {
    std::array<double, 6> sum{};
    for (const NewMember& member : cluster.members)
        for (std::size_t k = 0; k < 3; ++k) {
            sum[k] += static_cast<double>(soft.particles[member.particle].position[k]);
            sum[k + 3] += static_cast<double>(soft.particles[member.particle].velocity[k]);
        }
    std::array<Real, 6> mean;
    for (std::size_t k = 0; k < 6; ++k)
        mean[k] = static_cast<Real>(sum[k] / static_cast<double>(cluster.members.size()));
    return mean;
}

void rearrange_settings(SoftBodies& soft, const std::vector<Origin>& origins, std::span<const NewCluster> added) {
    const auto of = [&](auto member) { return [&added, member](std::uint32_t k) { return added[k].*member; }; };
    rearrange(soft.cluster_body, origins, of(&NewCluster::body));
    rearrange(soft.mode, origins, of(&NewCluster::mode));
    rearrange(soft.rotation, origins, [](std::uint32_t) { return std::array<Real, 4>{1, 0, 0, 0}; });
    rearrange(soft.center, origins, [&](std::uint32_t k) { return start_center(soft, added[k]); });
    rearrange(soft.plastic, origins, [](std::uint32_t) { return std::array<Real, 9>{1, 0, 0, 0, 1, 0, 0, 0, 1}; });
    rearrange(soft.hardened, origins, of(&NewCluster::hardened));
    rearrange(soft.flowed, origins, [](std::uint32_t) { return Real(0); });
    rearrange(soft.refits, origins, [](std::uint32_t) { return 0U; });
    rearrange(soft.flow, origins, of(&NewCluster::flow));
    rearrange(soft.rest_inverse, origins, [](std::uint32_t) { return std::array<Real, 6>{}; });
    rearrange(soft.rest_missing, origins, [](std::uint32_t) { return std::array<Real, 6>{}; });
    rearrange(soft.cluster_mass, origins, [](std::uint32_t) { return 0.0; });
    rearrange(soft.response, origins, of(&NewCluster::response));
    rearrange(soft.full_response, origins, of(&NewCluster::full_response));
    rearrange(soft.origin, origins, [](std::uint32_t) { return std::array<Real, 3>{}; });
    rearrange(soft.fade, origins, of(&NewCluster::fade));
    rearrange(soft.fading, origins, of(&NewCluster::fading));
    rearrange(soft.cluster_id, origins, of(&NewCluster::id));
}

Memberships cluster_rows(const SoftBodies& soft, const std::vector<Origin>& origins,
                         std::span<const NewCluster> added) {
    const Memberships& old = soft.by_cluster;
    Memberships table;
    table.rows.reserve(origins.size() + 1);
    table.index.reserve(old.index.size());
    table.members.reserve(old.index.size());
    for (const Origin& o : origins) {
        if (o.old != no_cluster) {
            const auto begin = static_cast<std::ptrdiff_t>(old.rows[o.old]),
                       end = static_cast<std::ptrdiff_t>(old.rows[o.old + 1]);
            table.index.insert(table.index.end(), old.index.begin() + begin, old.index.begin() + end);
            table.members.insert(table.members.end(), old.members.begin() + begin, old.members.begin() + end);
        } else {
            for (const NewMember& member : added[o.added].members) {
                table.index.push_back(member.particle);
                table.members.push_back({});
            }
        }
        table.rows.push_back(static_cast<std::uint32_t>(table.index.size()));
    }
    return table;
}

/// The memberships of added clusters, by particle.
struct Joining {
    std::uint32_t particle, cluster, twin;
    const NewMember* member;
};

std::vector<Joining> joining_members(const Memberships& by_cluster, const std::vector<Origin>& origins,
                                     std::span<const NewCluster> added) {
    std::vector<Joining> joining;
    for (std::uint32_t c = 0; c < origins.size(); ++c) {
        if (origins[c].added == no_cluster) continue;
        std::uint32_t twin = by_cluster.rows[c];
        for (const NewMember& member : added[origins[c].added].members)
            joining.push_back({member.particle, c, twin++, &member});
    }
    std::sort(joining.begin(), joining.end(), [](const Joining& a, const Joining& b) {
        return a.particle != b.particle ? a.particle < b.particle : a.cluster < b.cluster;
    });
    return joining;
}

/// by_particle and finest in the new numbering: kept finest memberships, new ones, then those of coarser levels.
void rebuild_particle_rows(SoftBodies& soft, const Memberships& by_cluster, std::span<const std::uint32_t> moved_to,
                           const std::vector<Joining>& joining) {
    const Memberships& old = soft.by_particle;
    const FinestMemberships& old_finest = soft.finest;
    Memberships rows;
    FinestMemberships finest;
    rows.index.reserve(old.index.size() + joining.size());
    rows.members.reserve(old.index.size() + joining.size());
    auto next = joining.begin();
    for (std::uint32_t i = 0; i < soft.particle_count(); ++i) {
        const std::uint32_t first = old_finest.rows[i], count = old_finest.rows[i + 1] - first;
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t c = old_finest.cluster[first + k];
            if (moved_to[c] == no_cluster) continue;
            rows.index.push_back(moved_to[c]);
            rows.members.push_back(old.members[old.rows[i] + k]);
            finest.cluster.push_back(moved_to[c]);
            finest.twin.push_back(old_finest.twin[first + k] - soft.by_cluster.rows[c] + by_cluster.rows[moved_to[c]]);
            finest.born.push_back(old_finest.born[first + k]);
        }
        for (; next != joining.end() && next->particle == i; ++next) {
            const Vec3& p = next->member->p;
            rows.index.push_back(next->cluster);
            const Member born{{static_cast<Real>(p.x()), static_cast<Real>(p.y()), static_cast<Real>(p.z())},
                              static_cast<Real>(next->member->kernel)};
            rows.members.push_back(born);
            finest.cluster.push_back(next->cluster);
            finest.twin.push_back(next->twin);
            finest.born.push_back(born);
        }
        for (std::uint32_t k = old.rows[i] + count; k < old.rows[i + 1]; ++k) {
            rows.index.push_back(moved_to[old.index[k]]);
            rows.members.push_back(old.members[k]);
        }
        rows.rows.push_back(static_cast<std::uint32_t>(rows.index.size()));
        finest.rows.push_back(static_cast<std::uint32_t>(finest.cluster.size()));
        assert(finest.rows[i + 1] > finest.rows[i]);
    }
    soft.by_particle = std::move(rows);
    soft.finest = std::move(finest);
}

}  // namespace

void inherit_settings(const SoftBodies& soft, NewCluster& cluster) {
    std::array<double, 13> sum{};
    double total = 0, heaviest = -1;
    for (const NewMember& member : cluster.members) {
        const std::uint32_t i = member.particle, first = soft.by_particle.rows[i];
        for (std::uint32_t k = first; k < first + soft.finest.rows[i + 1] - soft.finest.rows[i]; ++k) {
            const std::uint32_t c = soft.by_particle.index[k];
            const double share =
                static_cast<double>(soft.by_particle.members[k].weight) * static_cast<double>(soft.mass[i]);
            total += share;
            for (std::size_t j = 0; j < 4; ++j) sum[j] += share * static_cast<double>(soft.response.at(c, j));
            for (std::size_t j = 0; j < 3; ++j) sum[4 + j] += share * static_cast<double>(soft.full_response.at(c, j));
            for (std::size_t j = 0; j < 5; ++j) sum[7 + j] += share * static_cast<double>(soft.flow.at(c, j));
            sum[12] += share * static_cast<double>(soft.hardened[c]);
            if (share > heaviest) {
                heaviest = share;
                cluster.mode = soft.mode[c];
            }
        }
    }
    assert(total > 0);
    for (std::size_t j = 0; j < 4; ++j) cluster.response[j] = static_cast<Real>(sum[j] / total);
    for (std::size_t j = 0; j < 3; ++j) cluster.full_response[j] = static_cast<Real>(sum[4 + j] / total);
    for (std::size_t j = 0; j < 5; ++j) cluster.flow[j] = static_cast<Real>(sum[7 + j] / total);
    cluster.hardened = static_cast<Real>(sum[12] / total);
}

void edit_clusters(SoftBodies& soft, std::span<const std::uint32_t> removed, std::span<const NewCluster> added,
                   std::vector<std::uint32_t>& moved_to) {
    assert(soft.finest.born.size() == soft.finest.cluster.size());
    const std::vector<Origin> origins = plan(soft, removed, added);
    moved_to.assign(soft.cluster_count(), no_cluster);
    for (std::uint32_t c = 0; c < origins.size(); ++c)
        if (origins[c].old != no_cluster) moved_to[origins[c].old] = c;
    Memberships by_cluster = cluster_rows(soft, origins, added);
    rebuild_particle_rows(soft, by_cluster, moved_to, joining_members(by_cluster, origins, added));
    rearrange_settings(soft, origins, added);
    soft.by_cluster = std::move(by_cluster);
}

}  // namespace pliant
