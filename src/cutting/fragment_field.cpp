#include "cutting/fragment_field.hpp"

#include "core/assert.hpp"

#include <algorithm>

namespace pliant {
namespace {

constexpr double reach = 2;        // in spacings: who votes
constexpr std::size_t fewest = 8;  // where fewer are in reach it grows
constexpr double softness =
    0.2;  // in spacings: a vote is 1 / (d² + softness²)², so that every particle wins at its own place

double vote_of(double squared, double spacing) {
    const double soft = squared / (spacing * spacing) + softness * softness;
    return 1 / (soft * soft);
}

}  // namespace

FragmentField::FragmentField(std::span<const Vec3> particles, std::span<const std::uint32_t> fragments,
                             std::span<const std::uint32_t> parents, double spacing)
    : grid_(particles, spacing), fragments_(fragments), parents_(parents), spacing_(spacing) {
    PLIANT_ASSERT(!particles.empty() && particles.size() == fragments.size() && spacing > 0);
    for (const std::uint32_t fragment : fragments) PLIANT_ASSERT(fragment < parents.size());
    for (std::uint32_t f = 0; f < parents.size(); ++f) PLIANT_ASSERT(parents[f] <= f);
}

FragmentField::Votes FragmentField::votes(const Vec3& place) const {
    Votes votes;
    const std::size_t wanted = std::min(fewest, grid_.size());
    double radius = reach * spacing_, least = 0;
    for (int tries = 0; tries < 60; ++tries, radius *= 1.5) {
        std::size_t found = 0;
        votes.fragments.clear();
        least = radius * radius;
        grid_.for_each_within(place, radius, [&](std::uint32_t i, double squared) {
            ++found;
            least = std::min(least, squared);
            const std::uint32_t fragment = fragments_[i];
            const auto at = std::lower_bound(votes.fragments.begin(), votes.fragments.end(), fragment,
                                             [](const auto& entry, std::uint32_t f) { return entry.first < f; });
            const double vote = vote_of(squared, spacing_);
            if (at != votes.fragments.end() && at->first == fragment)
                at->second += vote;
            else
                votes.fragments.insert(at, {fragment, vote});
        });
        if (found >= wanted) break;
    }
    votes.nearest = std::sqrt(least);
    return votes;
}

std::uint32_t FragmentField::root_of(std::uint32_t fragment) const {
    while (parents_[fragment] != fragment) fragment = parents_[fragment];
    return fragment;
}

bool FragmentField::is_below(std::uint32_t ancestor, std::uint32_t fragment) const {
    while (fragment > ancestor && parents_[fragment] != fragment) fragment = parents_[fragment];
    return fragment == ancestor;
}

std::uint32_t FragmentField::step_below(std::uint32_t ancestor, std::uint32_t fragment) const {
    while (fragment != ancestor && parents_[fragment] != ancestor) fragment = parents_[fragment];
    return fragment;
}

double FragmentField::balance(const Votes& votes, std::uint32_t whole, std::uint32_t part) const {
    double with = 0, against = 0;
    for (const auto& [fragment, vote] : votes.fragments) {
        if (!is_below(whole, fragment)) continue;
        const std::uint32_t step = step_below(whole, fragment);
        if (step == part)
            with += vote;
        else if (step == whole || step > part)  // what came off before has no say any more
            against += vote;
    }
    return with + against > 0 ? (with - against) / (with + against) : 0;
}

std::uint32_t FragmentField::winner(const Votes& votes) const {
    if (votes.fragments.size() == 1) return votes.fragments.front().first;
    std::vector<std::pair<std::uint32_t, double>> roots;
    for (const auto& [fragment, vote] : votes.fragments) {
        const std::uint32_t root = root_of(fragment);
        const auto at = std::find_if(roots.begin(), roots.end(), [&](const auto& r) { return r.first == root; });
        if (at == roots.end())
            roots.emplace_back(root, vote);
        else
            at->second += vote;
    }
    std::uint32_t current = std::max_element(roots.begin(), roots.end(), [](const auto& a, const auto& b) {
                                return a.second < b.second;
                            })->first;
    while (true) {
        std::vector<std::uint32_t> parts;
        for (const auto& [fragment, vote] : votes.fragments)
            if (fragment != current && is_below(current, fragment)) parts.push_back(step_below(current, fragment));
        std::sort(parts.begin(), parts.end());
        const auto won = std::find_if(parts.begin(), parts.end(),
                                      [&](std::uint32_t part) { return balance(votes, current, part) > 0; });
        if (won == parts.end()) return current;
        current = *won;
    }
}

double FragmentField::border(const Votes& at_a, std::uint32_t a, const Votes& at_b, std::uint32_t b) const {
    double of_a = 1, of_b = -1;  // for a against b
    if (root_of(a) == root_of(b)) {
        std::uint32_t common = a;
        while (!is_below(common, b)) common = parents_[common];
        const std::uint32_t step_a = step_below(common, a), step_b = step_below(common, b);
        const bool a_parted = step_b == common || (step_a != common && step_a < step_b);
        const double sign = a_parted ? 1 : -1;
        of_a = sign * balance(at_a, common, a_parted ? step_a : step_b);
        of_b = sign * balance(at_b, common, a_parted ? step_a : step_b);
    }
    return of_a > 0 && of_b < 0 ? of_a / (of_a - of_b) : 0.5;
}

}  // namespace pliant
