#include "plasticity/recluster.hpp"

#include "core/assert.hpp"
#include "plasticity/addition.hpp"
#include "plasticity/fades.hpp"

#include <algorithm>
#include <iterator>

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
        const auto of_body = marked.subspan(begin, end - begin);
        if (auto clusters = successors(soft, rules.bodies[body], scratch.order[body], kernels, of_body, report)) {
            std::move(clusters->begin(), clusters->end(), std::back_inserter(added));
        } else {
            for (const std::uint32_t c : of_body) soft.fading[c] = soft.fade[c] < 1 ? Fading::in : Fading::none;
        }
        begin = end;
    }
    std::uint32_t next = next_cluster_id(soft, rules.built_clusters);
    for (NewCluster& cluster : added) cluster.id = next++;
    return added;
}

}  // namespace

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
