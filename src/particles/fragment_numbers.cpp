#include "particles/fragment_numbers.hpp"

#include "core/assert.hpp"
#include "particles/particle.hpp"

#include <algorithm>
#include <numeric>

namespace pliant {
namespace {

std::uint32_t next_number(const std::vector<std::uint32_t>& fragment, const std::vector<std::uint32_t>& parents) {
    if (!parents.empty()) return static_cast<std::uint32_t>(parents.size());
    return fragment.empty() ? 0 : *std::max_element(fragment.begin(), fragment.end()) + 1;
}

}  // namespace

void number_fragments(std::span<const std::uint32_t> piece, std::size_t pieces, std::vector<std::uint32_t>& fragment,
                      std::vector<std::uint32_t>& parents) {
    PLIANT_ASSERT(fragment.size() == piece.size());
    std::uint32_t next = next_number(fragment, parents);
    std::vector<std::uint32_t> size(pieces, 0), largest(next, no_slot);
    for (const std::uint32_t p : piece) ++size[p];
    for (std::size_t i = 0; i < piece.size(); ++i) {
        std::uint32_t& best = largest[fragment[i]];
        if (best == no_slot || size[piece[i]] > size[best]) best = piece[i];
    }
    std::vector<std::uint32_t> number(pieces, no_slot), broke_from;
    for (std::size_t i = 0; i < piece.size(); ++i) {
        std::uint32_t& known = number[piece[i]];
        if (known != no_slot) continue;
        const bool keeps = largest[fragment[i]] == piece[i];
        known = keeps ? fragment[i] : next++;
        if (!keeps) broke_from.push_back(fragment[i]);
    }
    if (!broke_from.empty() && parents.empty()) {
        parents.resize(next - broke_from.size());
        std::iota(parents.begin(), parents.end(), 0U);
    }
    parents.insert(parents.end(), broke_from.begin(), broke_from.end());
    for (std::size_t i = 0; i < piece.size(); ++i) fragment[i] = number[piece[i]];
}

}  // namespace pliant
