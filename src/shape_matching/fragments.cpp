#include "shape_matching/fragments.hpp"

#include "clustering/union_find.hpp"
#include "core/assert.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace pliant {
namespace {

std::span<const std::uint32_t> finest_of(const SoftBodies& soft, std::size_t i) {
    return std::span(soft.finest.cluster).subspan(soft.finest.rows[i], soft.finest.rows[i + 1] - soft.finest.rows[i]);
}

/// Per particle from `first` on: one cluster that stands for its piece.
std::vector<std::uint32_t> pieces_of(const SoftBodies& soft, std::size_t first) {
    UnionFind sets(soft.cluster_count());
    for (std::size_t i = first; i < soft.particle_count(); ++i) {
        PLIANT_ASSERT(!finest_of(soft, i).empty());
        for (const std::uint32_t c : finest_of(soft, i)) sets.unite(finest_of(soft, i).front(), c);
    }
    std::vector<std::uint32_t> piece;
    for (std::size_t i = first; i < soft.particle_count(); ++i) piece.push_back(sets.find(finest_of(soft, i).front()));
    return piece;
}

std::uint32_t next_fragment(const SoftBodies& soft) {
    if (!soft.fragment_parents.empty()) return static_cast<std::uint32_t>(soft.fragment_parents.size());
    return soft.fragment.empty() ? 0 : *std::max_element(soft.fragment.begin(), soft.fragment.end()) + 1;
}

}  // namespace

void append_fragments(SoftBodies& soft, std::size_t first_particle) {
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < first_particle; ++i) next = std::max(next, soft.fragment[i] + 1);
    std::vector<std::uint32_t> number(soft.cluster_count(), no_slot);
    std::size_t i = first_particle;
    for (const std::uint32_t piece : pieces_of(soft, first_particle)) {
        if (number[piece] == no_slot) number[piece] = next++;
        soft.fragment[i++] = number[piece];
    }
}

void find_fragments(SoftBodies& soft) {
    const std::vector<std::uint32_t> piece = pieces_of(soft, 0);
    PLIANT_ASSERT(soft.fragment.size() == soft.particle_count());
    std::uint32_t next = next_fragment(soft);
    std::vector<std::uint32_t> size(soft.cluster_count(), 0), largest(next, no_slot);
    for (const std::uint32_t p : piece) ++size[p];
    for (std::size_t i = 0; i < piece.size(); ++i) {
        std::uint32_t& best = largest[soft.fragment[i]];
        if (best == no_slot || size[piece[i]] > size[best]) best = piece[i];
    }
    std::vector<std::uint32_t> number(soft.cluster_count(), no_slot), parents;
    for (std::size_t i = 0; i < piece.size(); ++i) {
        std::uint32_t& fragment = number[piece[i]];
        if (fragment != no_slot) continue;
        const bool keeps = largest[soft.fragment[i]] == piece[i];
        fragment = keeps ? soft.fragment[i] : next++;
        if (!keeps) parents.push_back(soft.fragment[i]);
    }
    if (!parents.empty() && soft.fragment_parents.empty()) {
        soft.fragment_parents.resize(next - parents.size());
        std::iota(soft.fragment_parents.begin(), soft.fragment_parents.end(), 0U);
    }
    soft.fragment_parents.insert(soft.fragment_parents.end(), parents.begin(), parents.end());
    for (std::size_t i = 0; i < piece.size(); ++i) soft.fragment[i] = number[piece[i]];
}

}  // namespace pliant
