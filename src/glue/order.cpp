#include "glue/order.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <limits>

namespace pliant {
namespace {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

bool places(const GlueState& state, const std::vector<GlueRule>& rules, std::size_t k) {
    const GlueLink& link = state.links[k];
    return rules[link.glue].mode == GlueMode::hard && link.status == GlueStatus::holds &&
           link.b.kind == GlueEndKind::particle;
}

/// Per particle: the binding that places it, or nobody; where several are hard, the first, and `several` says so.
struct Placers {
    std::vector<std::uint32_t> binding;
    std::vector<std::uint8_t> several;
};
Placers placers_of(const GlueState& state, const std::vector<GlueRule>& rules) {
    Placers placers{std::vector<std::uint32_t>(state.particles.size(), nobody),
                    std::vector<std::uint8_t>(state.particles.size(), 0)};
    for (std::uint32_t k = 0; k < state.size(); ++k) {
        if (!places(state, rules, k)) continue;
        std::uint32_t& binding = placers.binding[state.links[k].b.first];
        if (binding == nobody)
            binding = k;
        else
            placers.several[state.links[k].b.first] = 1;
    }
    return placers;
}

/// Visits bindings depth first: those that place a binding's parents come before it.
class Visitor {
  public:
    Visitor(const GlueState& state, const std::vector<GlueRule>& rules)
        : state_(state), placers_(placers_of(state, rules)), mark_(state.size(), Mark::fresh) {}

    /// False when a cycle was found.
    bool visit(std::uint32_t k) {
        if (mark_[k] == Mark::done) return true;
        path.push_back(k);
        if (mark_[k] == Mark::open) return false;
        mark_[k] = Mark::open;
        const GlueEnd& end = state_.links[k].a;
        if (end.kind == GlueEndKind::frame) {
            for (std::uint32_t i = end.first; i < end.first + end.count; ++i) {
                const std::uint32_t before = placers_.binding[state_.parent_particles[i]];
                if (before != nobody && !visit(before)) return false;
            }
        }
        mark_[k] = Mark::done;
        path.pop_back();
        order.push_back(k);
        return true;
    }

    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> path;  ///< of open bindings; where there is a cycle, its last one stands in it twice

  private:
    enum class Mark : std::uint8_t { fresh, open, done };
    const GlueState& state_;
    Placers placers_;
    std::vector<Mark> mark_;
};

}  // namespace

std::vector<std::uint32_t> placed_bindings(const GlueState& state, const std::vector<GlueRule>& rules,
                                           const std::vector<std::uint8_t>& pinned) {
    PLIANT_ASSERT(pinned.size() == state.particles.size());
    const Placers placers = placers_of(state, rules);
    const auto is_placed = [&](std::uint32_t slot) {
        return placers.binding[slot] != nobody && !placers.several[slot] && !pinned[slot];
    };
    std::vector<std::uint32_t> placed;
    for (std::uint32_t k = 0; k < state.size(); ++k)
        if (places(state, rules, k) && is_placed(state.links[k].b.first)) placed.push_back(k);
    return placed;
}

std::optional<GlueCycle> sort_bindings(GlueState& state, const std::vector<GlueRule>& rules) {
    Visitor visitor(state, rules);
    for (std::uint32_t k = 0; k < state.size(); ++k) {
        if (visitor.visit(k)) continue;
        GlueCycle cycle;
        const auto from = std::find(visitor.path.begin(), visitor.path.end(), visitor.path.back());
        for (auto it = from; it + 1 != visitor.path.end(); ++it) cycle.glue.push_back(state.links[*it].glue);
        return cycle;
    }
    PLIANT_ASSERT(visitor.order.size() == state.size());
    std::vector<GlueLink> links;
    std::vector<GlueMotion> motions;
    for (const std::uint32_t k : visitor.order) {
        links.push_back(state.links[k]);
        motions.push_back(state.motions[k]);
    }
    state.links = std::move(links);
    state.motions = std::move(motions);
    return std::nullopt;
}

}  // namespace pliant
