#include "plasticity/recluster.hpp"

#include "core/assert.hpp"
#include "core/random.hpp"
#include "plasticity/addition.hpp"
#include "plasticity/fades.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace pliant {
namespace {

/// Successors of the marked clusters of all bodies, by rising body, with their ids. Where there can be none the marks
/// are taken back, to be set again by the next step.
std::vector<NewCluster> add_clusters(SoftBodies& soft, const ReclusterRules& rules, const Kernels& kernels,
                                     const ReclusterScratch& scratch, ReclusterReport& report) {
    const std::span<const std::uint32_t> marked = scratch.marked;
    std::vector<NewCluster> added;
    for (std::size_t begin = 0; begin < marked.size();) {
        const std::uint32_t body = soft.cluster_body[marked[begin]];
        std::size_t end = begin;
        while (end < marked.size() && soft.cluster_body[marked[end]] == body) ++end;
        const auto own = marked.subspan(begin, end - begin);
        if (auto clusters = successors(soft, rules.bodies[body], scratch.order[body], kernels, own, report)) {
            std::move(clusters->begin(), clusters->end(), std::back_inserter(added));
        } else {
            for (const std::uint32_t c : own) soft.fading[c] = soft.fade[c] < 1 ? Fading::in : Fading::none;
        }
        begin = end;
    }
    std::uint32_t next = rules.built_clusters;
    for (const std::uint32_t id : soft.cluster_id) next = std::max(next, id + 1);
    for (NewCluster& cluster : added) cluster.id = next++;
    return added;
}

}  // namespace

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

ReclusterReport recluster(SoftBodies& soft, const ReclusterRules& rules, const Kernels& kernels, double dt,
                          ReclusterScratch& scratch) {
    ReclusterReport report;
    scratch.edited = false;
    mark_distorted(soft, rules, scratch.marked);
    std::vector<NewCluster> added;
    if (!scratch.marked.empty()) added = add_clusters(soft, rules, kernels, scratch, report);
    // Before the arrays are edited: new clusters join the fades here.
    for (NewCluster& cluster : added)
        cluster.fade = static_cast<Real>(std::min(1.0, dt / rules.bodies[cluster.body].fade_in));
    advance_fades(soft, rules, dt, scratch);
    if (!added.empty() || !scratch.ended.empty()) {
        report.added = added.size();
        report.removed = scratch.ended.size();
        scratch.edited = true;
        SoftEdit changes;
        changes.removed_clusters = scratch.ended;
        changes.new_clusters = std::move(added);
        edit(soft, changes, false);
        find_twins(soft, scratch.twins);
        scratch.is_touched.assign(soft.cluster_count(), 0);
        for (std::uint32_t c = 0; c < soft.cluster_count(); ++c)
            if (soft.cluster_mass[c] == 0) mark_members(soft, c, scratch);  // new
    }
    apply_fades(soft, scratch);
    PLIANT_ASSERT(!scratch.edited || is_consistent(soft));
    return report;
}

}  // namespace pliant
