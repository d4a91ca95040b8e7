#include "glue/parents.hpp"

#include <pliant/procrustes.hpp>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

constexpr std::size_t least_parents = 4, most_parents = 32;

ChosenParents gather(std::span<const GlueCandidate> nearest, const Vec3& point) {
    ChosenParents chosen;
    std::vector<Vec3> rest;
    std::vector<double> weights;
    for (const GlueCandidate& candidate : nearest) {
        chosen.numbers.push_back(candidate.number);
        chosen.parents.push_back({candidate.mass, candidate.place});
        rest.push_back(candidate.place);
        weights.push_back(candidate.mass);
    }
    const ProcrustesFrame frame = procrustes_frame(rest, rest, weights);
    chosen.conditioning = frame.conditioning();
    const double size = std::sqrt(frame.extent.sum());
    chosen.reach = size > 0 ? (point - frame.center).norm() / size : 0;
    chosen.point = point - center_parents(chosen.parents);
    return chosen;
}

}  // namespace

Vec3 center_parents(std::span<GlueParent> parents) {
    double total = 0;
    for (const GlueParent& parent : parents) total += parent.weight;
    Vec3 shift = Vec3::Zero();
    for (GlueParent& parent : parents) {
        parent.weight /= total;
        shift += parent.weight * parent.rest;
    }
    for (GlueParent& parent : parents) parent.rest -= shift;
    return shift;
}

ChosenParents choose_parents(std::span<const GlueCandidate> candidates, const Vec3& point, const ParentRules& rules) {
    std::vector<GlueCandidate> near;
    for (const GlueCandidate& candidate : candidates)
        if (rules.radius == 0 || (candidate.place - point).norm() <= rules.radius) near.push_back(candidate);
    const std::size_t wanted = rules.count > 0 ? static_cast<std::size_t>(rules.count) : most_parents;
    const std::size_t most = std::min(wanted, near.size());
    if (most == 0) return {};
    const auto is_nearer = [&](const GlueCandidate& i, const GlueCandidate& j) {
        const double a = (i.place - point).squaredNorm(), b = (j.place - point).squaredNorm();
        return a != b ? a < b : i.number < j.number;
    };
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(most), near.end(), is_nearer);
    const std::span<const GlueCandidate> nearest(near.data(), most);
    if (rules.count > 0) return gather(nearest, point);
    const std::size_t least = std::max(least_parents, static_cast<std::size_t>(rules.least));
    for (std::size_t count = std::min(least, most); count < most; ++count) {
        ChosenParents chosen = gather(nearest.first(count), point);
        if (chosen.conditioning >= good_conditioning && chosen.reach <= good_reach) return chosen;
    }
    return gather(nearest, point);
}

}  // namespace pliant
