#include "glue/glue.hpp"

#include "core/assert.hpp"

#include <algorithm>

namespace pliant {

std::optional<double> stiffness_at(const GlueRule& rule, double time) {
    const std::vector<GlueKey>& keys = rule.keys;
    if (keys.empty()) return rule.stiffness;
    if (time <= keys.front().time) return keys.front().stiffness;
    if (time >= keys.back().time) return keys.back().stiffness;
    const auto after =
        std::upper_bound(keys.begin(), keys.end(), time, [](double t, const GlueKey& key) { return t < key.time; });
    const GlueKey &from = *(after - 1), &to = *after;
    PLIANT_ASSERT(to.time > from.time);
    const double share = (time - from.time) / (to.time - from.time);
    return (1 - share) * from.stiffness + share * to.stiffness;
}

bool is_consistent(const GlueState& state, std::size_t rules, std::size_t rigid, std::size_t obstacles) {
    const auto fits = [&](const GlueEnd& end) {
        switch (end.kind) {
            case GlueEndKind::particle:
                return end.first < state.particles.size();
            case GlueEndKind::frame:
                return end.count > 0 && end.first <= state.parents.size() &&
                       end.count <= state.parents.size() - end.first;
            case GlueEndKind::rigid:
                return end.first < rigid;
            case GlueEndKind::obstacle:
                return end.first < obstacles;
        }
        return false;
    };
    return state.parent_particles.size() == state.parents.size() && state.motions.size() == state.links.size() &&
           std::all_of(state.parent_particles.begin(), state.parent_particles.end(),
                       [&](std::uint32_t p) { return p < state.particles.size(); }) &&
           std::all_of(state.links.begin(), state.links.end(), [&](const GlueLink& link) {
               return link.glue < rules && link.status <= GlueStatus::lost && fits(link.a) && fits(link.b);
           });
}

}  // namespace pliant
