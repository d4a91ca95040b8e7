// What breaks in a step (docs/methods.md section 7).
//
//   cut      surfaces whose time has come, and blades, split every cluster they go through
//   break    a cluster whose elastic stretch is beyond its toughness splits across the direction of that stretch, the
//            one with the largest excess first. A cluster that shares a particle with one that splits waits for the
//            next step, which tests it again: a split relieves its neighbors.
//   bend     at a crack, where nothing but a bent hinge may hold, bending counts as stretch does
//   thread   what single particles still hold together at a crack or across a blade comes apart too
//   score    where an artist has scored the body, it splits along the score, and its neighbors with it
#pragma once

#include "fracture/split.hpp"
#include "particles/particle_set.hpp"
#include "shape_matching/kernels.hpp"

namespace pliant {

/// What a step knows.
struct FractureInput {
    double time = 0;  ///< s, at the start of the step
    double dt = 0;    ///< s
    std::span<const BodyInfo> bodies;
    const FractureScratch& scratch;
    const MatchScratch& match;
    bool parallel = false;
};

/// The splits of this step, by rising cluster; most steps have none. Moves on what calms clusters down after a split.
std::vector<Split> find_splits(SoftBodies& soft, const FractureRules& rules, const FractureInput& input,
                               FractureReport& report);

/// Members that were drawn far from where their cluster wants them, at cracks, by the others that they are in: each
/// leaves the one that it is farthest from. Without that single particles would hold pieces together like threads.
std::vector<Leaving> find_threads(const SoftBodies& soft, const FractureRules& rules, const FractureInput& input,
                                  std::span<const Split> splits);

/// After the edit: its new clusters do not break again at once, and the matter of their members ends at the crack.
void settle_parts(SoftBodies& soft, const FractureRules& rules, const SoftEdit& changes, const SoftMoves& moves);

}  // namespace pliant
