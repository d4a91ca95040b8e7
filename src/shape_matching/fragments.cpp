#include "shape_matching/fragments.hpp"

#include "clustering/union_find.hpp"
#include "core/assert.hpp"

#include <algorithm>
#include <map>
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
    // Pieces of each fragment as it was, with their sizes, in the order of their first particles.
    struct Part {
        std::uint32_t piece;
        std::size_t particles;
    };
    std::map<std::uint32_t, std::vector<Part>> parts;
    for (std::size_t i = 0; i < piece.size(); ++i) {
        std::vector<Part>& of_fragment = parts[soft.fragment[i]];
        const auto known =
            std::find_if(of_fragment.begin(), of_fragment.end(), [&](const Part& p) { return p.piece == piece[i]; });
        if (known == of_fragment.end())
            of_fragment.push_back({piece[i], 1});
        else
            ++known->particles;
    }
    std::uint32_t next = next_fragment(soft);
    std::vector<std::uint32_t> number(soft.cluster_count(), no_slot);
    for (const auto& [fragment, of_fragment] : parts) {
        const auto largest = std::max_element(of_fragment.begin(), of_fragment.end(),
                                              [](const Part& a, const Part& b) { return a.particles < b.particles; });
        for (const Part& part : of_fragment)
            if (number[part.piece] == no_slot) number[part.piece] = part.piece == largest->piece ? fragment : next++;
    }
    for (std::size_t i = 0; i < piece.size(); ++i) soft.fragment[i] = number[piece[i]];
}

}  // namespace pliant
