#include "fracture/coarse_splits.hpp"

#include "clustering/union_find.hpp"
#include "core/assert.hpp"
#include "particles/vectors.hpp"

#include <algorithm>
#include <map>

namespace pliant {
namespace {

/// Per member of a cluster: the number of its piece.
std::vector<std::uint32_t> pieces_in(const SoftBodies& soft, std::uint32_t cluster,
                                     std::vector<std::uint32_t>& first_in_cluster) {
    const std::uint32_t begin = soft.by_cluster.rows[cluster], end = soft.by_cluster.rows[cluster + 1];
    UnionFind sets(end - begin);
    std::vector<std::uint32_t> met;
    for (std::uint32_t k = begin; k < end; ++k) {
        const std::uint32_t i = soft.by_cluster.index[k];
        for (std::uint32_t f = soft.finest.rows[i]; f < soft.finest.rows[i + 1]; ++f) {
            std::uint32_t& first = first_in_cluster[soft.finest.cluster[f]];
            if (first == no_slot) {
                first = k - begin;
                met.push_back(soft.finest.cluster[f]);
            } else {
                sets.unite(first, k - begin);
            }
        }
    }
    for (const std::uint32_t c : met) first_in_cluster[c] = no_slot;
    std::vector<std::uint32_t> piece(end - begin);
    for (std::uint32_t k = 0; k < piece.size(); ++k) piece[k] = sets.find(k);
    return piece;
}

/// Which pieces break off: all but the largest of those that were one.
std::map<std::uint32_t, bool> broken_off(const SoftBodies& soft, std::uint32_t cluster,
                                         const std::vector<std::uint32_t>& piece, const CoarsePieces& before,
                                         std::span<const IdPair> twins) {
    struct Part {
        std::uint32_t old = 0, size = 0;
    };
    std::map<std::uint32_t, Part> parts;
    for (std::uint32_t k = 0; k < piece.size(); ++k) {
        std::uint32_t id = soft.id[soft.by_cluster.index[soft.by_cluster.rows[cluster] + k]];
        const auto twin = std::lower_bound(twins.begin(), twins.end(), std::pair(id, 0U));
        if (twin != twins.end() && twin->first == id) id = twin->second;
        const auto known = std::lower_bound(before.of.begin(), before.of.end(), std::pair(id, 0U));
        PLIANT_ASSERT(known != before.of.end() && known->first == id);
        Part& part = parts[piece[k]];
        part.old = known->second;
        ++part.size;
    }
    std::map<std::uint32_t, std::uint32_t> largest;  // by old piece
    for (const auto& [number, part] : parts)
        if (const auto [best, is_new] = largest.try_emplace(part.old, number);
            !is_new && part.size > parts[best->second].size)
            best->second = number;
    std::map<std::uint32_t, bool> off;
    for (const auto& [number, part] : parts) off[number] = largest[part.old] != number;
    return off;
}

NewCluster coarse_part(const SoftBodies& soft, std::uint32_t cluster, std::uint32_t id) {
    NewCluster part;
    part.body = soft.cluster_body[cluster];
    part.id = id;
    part.parent = cluster;
    part.level = soft.mode[cluster].level;
    return part;
}

void add_member(const SoftBodies& soft, std::uint32_t cluster, std::uint32_t i, NewCluster& part) {
    std::uint32_t k = soft.by_particle.rows[i];
    while (soft.by_particle.index[k] != cluster) ++k;
    const Member& member = soft.by_particle.members[k];
    part.members.push_back({i, vec(member.vector), static_cast<double>(member.weight)});
}

}  // namespace

std::vector<IdPair> twins_of(const SoftBodies& soft, const SoftEdit& changes, const SoftMoves& moves) {
    const std::size_t old_count = moves.particle.size() - changes.new_particles.size();
    std::vector<IdPair> twins;
    for (std::size_t k = 0; k < changes.new_particles.size(); ++k)
        twins.emplace_back(soft.id[moves.particle[old_count + k]],
                           soft.id[moves.particle[changes.new_particles[k].parent]]);
    return twins;  // ids are given in order
}

std::vector<CoarsePieces> coarse_pieces(const SoftBodies& soft, std::span<const std::uint32_t> particles) {
    std::vector<std::uint32_t> coarse;
    for (const std::uint32_t i : particles) {
        const std::uint32_t finest = soft.finest.rows[i + 1] - soft.finest.rows[i];
        for (std::uint32_t k = soft.by_particle.rows[i] + finest; k < soft.by_particle.rows[i + 1]; ++k)
            coarse.push_back(soft.by_particle.index[k]);
    }
    std::sort(coarse.begin(), coarse.end());
    coarse.erase(std::unique(coarse.begin(), coarse.end()), coarse.end());
    std::vector<CoarsePieces> pieces;
    std::vector<std::uint32_t> first(coarse.empty() ? 0 : soft.cluster_count(), no_slot);
    for (const std::uint32_t c : coarse) {
        CoarsePieces& of_cluster = pieces.emplace_back();
        of_cluster.id = soft.cluster_id[c];
        const std::vector<std::uint32_t> piece = pieces_in(soft, c, first);
        for (std::uint32_t k = 0; k < piece.size(); ++k)
            of_cluster.of.emplace_back(soft.id[soft.by_cluster.index[soft.by_cluster.rows[c] + k]], piece[k]);
        std::sort(of_cluster.of.begin(), of_cluster.of.end());
    }
    return pieces;
}

SoftEdit coarse_edit(const SoftBodies& soft, std::span<const CoarsePieces> before, std::span<const IdPair> twins,
                     std::uint32_t first_id) {
    SoftEdit changes;
    if (before.empty()) return changes;
    std::map<std::uint32_t, const CoarsePieces*> known;
    for (const CoarsePieces& pieces : before) known[pieces.id] = &pieces;
    std::vector<std::uint32_t> first(soft.cluster_count(), no_slot);
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        if (soft.mode[c].level == 0) continue;
        const auto found = known.find(soft.cluster_id[c]);
        if (found == known.end()) continue;
        const std::vector<std::uint32_t> piece = pieces_in(soft, c, first);
        const std::map<std::uint32_t, bool> off = broken_off(soft, c, piece, *found->second, twins);
        if (std::none_of(off.begin(), off.end(), [](const auto& part) { return part.second; })) continue;
        changes.removed_clusters.push_back(c);
        std::map<std::uint32_t, NewCluster> parts;  // what stays together counts as piece no_slot
        for (std::uint32_t k = 0; k < piece.size(); ++k) {
            const std::uint32_t number = off.at(piece[k]) ? piece[k] : no_slot;
            const auto [part, is_new] = parts.try_emplace(number);
            if (is_new) part->second = coarse_part(soft, c, first_id++);
            add_member(soft, c, soft.by_cluster.index[soft.by_cluster.rows[c] + k], part->second);
        }
        for (auto& [number, part] : parts) changes.new_clusters.push_back(std::move(part));
    }
    return changes;
}

}  // namespace pliant
