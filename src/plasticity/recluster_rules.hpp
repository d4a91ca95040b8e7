// What the parts of reclustering share: the rules of the bodies, the work space, and the report of a step.
#pragma once

#include "clustering/kernel.hpp"
#include "shape_matching/refresh.hpp"

#include <pliant/scene.hpp>

#include <cstdint>
#include <vector>

namespace pliant {

/// How a body's clusters are replaced.
struct ReclusterRule {
    ReclusterMode mode = ReclusterMode::off;
    double max_condition = 0;          ///< of Fᵖ
    double fade_out = 0, fade_in = 0;  ///< s
    int sweeps = 0;                    ///< most sweeps of an embedding
    double radius = 0;                 ///< m: d of the body's finest clusters
    WeightKernel kernel;
    std::vector<std::uint32_t>
        order;  ///< ids of the body's particles in the seeded shuffle in which seeds are looked for
};

struct ReclusterRules {
    std::vector<ReclusterRule> bodies;
    std::uint32_t built_clusters = 0;  ///< ids of new clusters begin here
    bool any = false;                  ///< does any body recluster?
};

/// The rule with the particles in slots [range) of `soft` in shuffled order.
ReclusterRule recluster_rule(const Reclustering& settings, double radius, const WeightKernel& kernel,
                             const SoftBodies& soft, const SlotRange& range, std::uint64_t seed);

/// Work space; never saved.
struct ReclusterScratch {
    Twins twins;
    /// Per body: the slots of its particles in the order of the rule; those added since by rising id.
    std::vector<std::vector<std::uint32_t>> order;
    std::vector<std::uint32_t> marked;   ///< clusters that began to fade out
    std::vector<std::uint32_t> ended;    ///< those whose fade out has ended
    std::vector<std::uint32_t> touched;  ///< clusters to refresh, rising
    std::vector<std::uint8_t> is_touched, is_reweighed;
    std::vector<std::uint32_t> reweighed;  ///< particles, rising
    bool edited = false;                   ///< by the last step: clusters have new slots

    void prepare(const SoftBodies& soft, const ReclusterRules& rules);
};

struct ReclusterReport {
    std::uint64_t added = 0, removed = 0;
    std::uint64_t sweeps = 0;  ///< of the longest embedding
    double residual = 0;       ///< rms distance from a goal that the worst left, over the radius
    double embedding_milliseconds = 0;
};

}  // namespace pliant
