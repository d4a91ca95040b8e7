// A point-based body breaks: neighborhoods do not reach across a crack (docs/methods.md section 7).
//
//   cut      surfaces whose time has come, and blades, part all neighbors that they pass between
//   break    a particle whose elastic stretch is beyond its toughness: its neighborhood is parted by the plane through
//            its center, across the stretch, the one with the largest excess first. One that shares a particle with it
//            waits for the next step, which tests it again: a crack relieves what is beside it.
//   thread   links that cross a crack's rim and are drawn out far beyond the toughness part too
//   score    where an artist has scored the body, it parts between the cells of the pattern
//
// Rest vectors hold what has flowed, so that F is the elastic part: what flows first breaks later, or not at all. A
// parted pair is kept by its ids, for good. Nothing is duplicated: mass and both momenta are not touched, and no
// neighborhood has more energy without the neighbors that it lost than it had with them (point_based/row_fit.hpp).
#pragma once

#include "particles/blade.hpp"
#include "point_based/cut_links.hpp"
#include "point_based/point_scratch.hpp"

#include <span>

namespace pliant {

/// A cut, or a change of toughness, that comes at a time.
struct KeyedCrack {
    double time = 0;        ///< s
    std::uint32_t bit = 0;  ///< of PointBody::cell: the particles inside the surface; of PointBody::weak: in the region
    double brittle = 0;     ///< of a change: as PointBody::brittle, from then on
};

/// How a point-based body breaks.
struct PointBreaking {
    bool stress = false;               ///< does stretch break any of it?
    bool blades = false;               ///< do blades cut it?
    double delay = 0;                  ///< s: no second crack opens at a place before
    double boost = 0;                  ///< part by which it is tougher there at first
    double boost_time = 1;             ///< s: over which that falls to 1/e
    std::uint32_t smallest = 1;        ///< particles: no crack opens with fewer of a neighborhood on one side
    std::uint32_t most_fragments = 0;  ///< 0: as many as there are
    double score = 1;                  ///< toughness along the pattern, over that elsewhere
    bool only_scores = false;          ///< does it break along the pattern alone?
    std::uint32_t scores = 0;          ///< bits of PointBody::cell that count for stress
    std::vector<KeyedCrack> cuts, weakened;
};

struct CrackInput {
    double time = 0;  ///< s, at the start of the step
    double dt = 0;    ///< s
    Vec3 origin = Vec3::Zero();
    std::span<const Blade> blades;
};

struct CrackReport {
    std::uint64_t opened = 0;  ///< neighborhoods that stress has parted
    std::uint64_t parted = 0;  ///< links of neighbors that are no more
    double force = 0;          ///< N: the largest that a neighborhood carried across the crack that parted it
};

/// After the step has moved the particles; scratch has the deformations that it began with. Rows and fragments are up
/// to date afterwards; all that follows from rows is to be found anew where any link has parted.
CrackReport open_cracks(PointBody& body, const PointScratch& scratch, const PointBreaking& rule,
                        const CrackInput& input, CutLinks& cuts);

/// Tells the fragments of a body that may break anew: what hangs together through neighbors.
void find_point_fragments(PointBody& body);

}  // namespace pliant
