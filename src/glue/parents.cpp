#include "glue/parents.hpp"

#include "core/assert.hpp"

#include <pliant/procrustes.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pliant {
namespace {

constexpr std::size_t least_parents = 4, most_parents = 32;

/// Parents, and their rms distance from their center, m.
struct Gathered {
    ChosenParents chosen;
    double size = 0;
};

Gathered gather(std::span<const GlueCandidate> nearest, const Vec3& point) {
    Gathered gathered;
    ChosenParents& chosen = gathered.chosen;
    std::vector<Vec3> rest;
    std::vector<double> weights;
    for (const GlueCandidate& candidate : nearest) {
        chosen.numbers.push_back(candidate.number);
        chosen.parents.push_back({candidate.mass, candidate.position});
        rest.push_back(candidate.position);
        weights.push_back(candidate.mass);
    }
    const ProcrustesFrame frame = procrustes_frame(rest, rest, weights);
    chosen.conditioning = frame.conditioning();
    gathered.size = std::sqrt(frame.extent.sum());
    chosen.reach = gathered.size > 0 ? (point - frame.center).norm() / gathered.size : 0;
    chosen.point = point - center_parents(chosen.parents);
    return gathered;
}

bool is_good(const Gathered& gathered, const ParentRules& rules) {
    return gathered.chosen.conditioning >= good_conditioning && gathered.chosen.reach <= good_reach &&
           gathered.size >= rules.size;
}

/// Ever more of the nearest, thinned evenly in their order: they keep the spread of all. In a thin body they become a
/// line in the end; before that, it is wide enough.
ChosenParents spread(std::span<const GlueCandidate> nearest, const Vec3& point, const ParentRules& rules) {
    PLIANT_ASSERT(nearest.size() > most_parents);
    std::vector<GlueCandidate> thinned(most_parents);
    Gathered last;
    for (std::size_t count = most_parents;; count = std::min(count + count / 4, nearest.size())) {
        for (std::size_t k = 0; k < most_parents; ++k) thinned[k] = nearest[k * count / most_parents];
        Gathered gathered = gather(thinned, point);
        if (gathered.chosen.conditioning < good_conditioning && last.chosen.conditioning >= good_conditioning)
            return std::move(last.chosen);
        if (is_good(gathered, rules) || count == nearest.size()) return std::move(gathered.chosen);
        last = std::move(gathered);
    }
}

}  // namespace

Vec3 center_parents(std::span<GlueParent> parents) {
    double total = 0;
    for (const GlueParent& parent : parents) total += parent.weight;
    PLIANT_ASSERT(total > 0);
    Vec3 shift = Vec3::Zero();
    for (GlueParent& parent : parents) {
        parent.weight /= total;
        shift += parent.weight * parent.rest;
    }
    for (GlueParent& parent : parents) parent.rest -= shift;
    return shift;
}

ChosenParents choose_parents(std::span<const GlueCandidate> candidates, const Vec3& point, const ParentRules& rules) {
    PLIANT_ASSERT(rules.count >= 0 && rules.radius >= 0 && rules.size >= 0);
    std::vector<GlueCandidate> near;
    for (const GlueCandidate& candidate : candidates)
        if (rules.radius == 0 || (candidate.position - point).norm() <= rules.radius) near.push_back(candidate);
    const std::size_t wanted = rules.count > 0 ? static_cast<std::size_t>(rules.count) : most_parents;
    const std::size_t most = std::min(wanted, near.size());
    if (most == 0) return {};
    const auto is_nearer = [&](const GlueCandidate& i, const GlueCandidate& j) {
        const double a = (i.position - point).squaredNorm(), b = (j.position - point).squaredNorm();
        return a != b ? a < b : i.number < j.number;
    };
    const std::size_t sorted = rules.size > 0 ? near.size() : most;
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(sorted), near.end(), is_nearer);
    const std::span<const GlueCandidate> nearest(near.data(), most);
    if (rules.count > 0) return gather(nearest, point).chosen;
    const std::size_t least = std::max(least_parents, static_cast<std::size_t>(rules.least));
    for (std::size_t count = std::min(least, most); count < most; ++count) {
        Gathered gathered = gather(nearest.first(count), point);
        if (is_good(gathered, rules)) return std::move(gathered.chosen);
    }
    if (rules.size > 0 && near.size() > most_parents) return spread(near, point, rules);
    return gather(nearest, point).chosen;
}

}  // namespace pliant
