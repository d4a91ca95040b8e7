#include "shape_matching/fragments.hpp"

#include "clustering/union_find.hpp"
#include "core/assert.hpp"
#include "particles/fragment_numbers.hpp"

#include <algorithm>
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
    number_fragments(pieces_of(soft, 0), soft.cluster_count(), soft.fragment, soft.fragment_parents);
}

}  // namespace pliant
