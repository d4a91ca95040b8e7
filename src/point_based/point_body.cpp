#include "point_based/point_body.hpp"

#include "core/assert.hpp"

#include <algorithm>

namespace pliant {
namespace {

bool are_below(const std::vector<std::uint32_t>& indices, std::size_t bound) {
    return std::all_of(indices.begin(), indices.end(), [&](std::uint32_t k) { return k < bound; });
}

/// Drops the removed particles from a row and renames the others.
void rename_row(PointBody& body, const std::vector<std::uint32_t>& target, std::size_t i) {
    std::uint32_t* neighbor = body.neighbor.data() + i * most_neighbors;
    Member* rest = body.rest.data() + i * most_neighbors;
    std::uint32_t kept = 0;
    for (std::size_t s = 0; s < body.count[i]; ++s) {
        const std::uint32_t to = target[neighbor[s]];
        if (to == no_slot) continue;
        neighbor[kept] = to;
        rest[kept] = rest[s];
        ++kept;
    }
    for (std::size_t s = kept; s < most_neighbors; ++s) {
        neighbor[s] = target[i];
        rest[s] = {};
    }
    body.count[i] = kept;
}

}  // namespace

bool is_consistent(const PointBody& body) {
    bool agree = body.next_id.size() == 1;
    for_each_array(
        [&](const ArrayTraits& traits, const auto&, const auto& array) {
            if (traits.per == Per::other || (traits.may_be_empty && array.size() == 0)) return;
            agree &= array.size() == (traits.per == Per::body ? 1 : body.size()) * traits.stride + traits.extra;
        },
        body);
    return agree && are_below(body.neighbor, body.size()) && are_below(body.count, most_neighbors + 1) &&
           are_below(body.id, body.next_id[0]) && body.cuts.size() % 2 == 0;
}

std::size_t append_copy(PointBody& body, std::size_t i) {
    const std::size_t b = body.size();
    PLIANT_ASSERT(i < b);
    for_each_array(
        [&](const ArrayTraits& traits, const auto&, auto& array) {
            if (traits.per != Per::particle || array.size() == 0) return;
            array.resize((b + 1) * traits.stride + traits.extra);
            for (std::size_t s = 0; s < traits.stride; ++s)
                set_entry(array, b * traits.stride + s, entry(array, i * traits.stride + s));
        },
        body);
    for (std::size_t s = body.count[i]; s < most_neighbors; ++s)
        body.neighbor[b * most_neighbors + s] = static_cast<std::uint32_t>(b);
    body.rest.back() = {};
    body.id[b] = body.next_id[0]++;
    return b;
}

void remove_particles(PointBody& body, std::vector<std::uint32_t>& target) {
    PLIANT_ASSERT(target.size() == body.size());
    std::uint32_t count = 0;
    for (std::uint32_t& t : target)
        if (t != no_slot) t = count++;
    for (std::size_t i = 0; i < body.size(); ++i)
        if (target[i] != no_slot) rename_row(body, target, i);
    for_each_array(
        [&](const ArrayTraits& traits, const auto&, auto& array) {
            if (traits.per != Per::particle || array.size() == 0) return;
            for (std::size_t i = 0; i < target.size(); ++i)
                if (target[i] != no_slot)
                    for (std::size_t s = 0; s < traits.stride; ++s)
                        set_entry(array, target[i] * traits.stride + s, entry(array, i * traits.stride + s));
            array.resize(count * traits.stride + traits.extra);
        },
        body);
    body.rest.back() = {};
    PLIANT_ASSERT(is_consistent(body));
}

}  // namespace pliant
