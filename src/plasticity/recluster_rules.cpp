#include "plasticity/recluster_rules.hpp"

#include "core/assert.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace pliant {

ReclusterRule recluster_rule(const Reclustering& settings, double radius, const WeightKernel& kernel,
                             const SoftBodies& soft, const SlotRange& range, std::uint64_t seed) {
    ReclusterRule rule;
    rule.mode = settings.mode;
    rule.max_condition = settings.max_condition;
    rule.fade_out = settings.fade_out;
    rule.fade_in = settings.fade_in;
    rule.sweeps = settings.sweeps;
    rule.radius = radius;
    rule.kernel = kernel;
    if (rule.mode == ReclusterMode::off) return rule;
    PLIANT_ASSERT(range.last <= soft.particle_count());
    rule.order.resize(range.size());
    std::iota(rule.order.begin(), rule.order.end(), range.first);
    Random random(seed);
    for (std::uint32_t k = range.size(); k > 1; --k) std::swap(rule.order[k - 1], rule.order[random.below(k)]);
    for (std::uint32_t& slot : rule.order) slot = soft.id[slot];
    return rule;
}

namespace {

/// The slots of a body's particles in the order of the rule's ids; those that it does not know by rising id.
std::vector<std::uint32_t> slots_in_order(const SoftBodies& soft, const ReclusterRule& rule, std::uint32_t body,
                                          const std::vector<std::uint32_t>& slot_of) {
    std::vector<std::uint32_t> order, ids = rule.order, more;
    std::sort(ids.begin(), ids.end());
    for (const std::uint32_t id : rule.order)
        if (slot_of[id] != no_slot) order.push_back(slot_of[id]);
    const SlotRange range = particles_of(soft, body);
    for (std::uint32_t i = range.first; i < range.last; ++i)
        if (!std::binary_search(ids.begin(), ids.end(), soft.id[i])) more.push_back(soft.id[i]);
    std::sort(more.begin(), more.end());
    for (const std::uint32_t id : more) order.push_back(slot_of[id]);
    return order;
}

}  // namespace

void ReclusterScratch::prepare(const SoftBodies& soft, const ReclusterRules& rules) {
    if (!rules.any) return;
    std::vector<std::uint32_t> slot_of(soft.counts[0], no_slot);
    for (std::uint32_t i = 0; i < soft.particle_count(); ++i) slot_of[soft.id[i]] = i;
    order.assign(rules.bodies.size(), {});
    for (std::uint32_t b = 0; b < rules.bodies.size(); ++b)
        if (rules.bodies[b].mode != ReclusterMode::off) order[b] = slots_in_order(soft, rules.bodies[b], b, slot_of);
    find_twins(soft, twins);
    is_touched.assign(soft.cluster_count(), 0);
    is_reweighed.assign(soft.particle_count(), 0);
    reweighed.reserve(soft.particle_count());
    touched.reserve(soft.cluster_count());
}

}  // namespace pliant
