// Which particles hold a bound point (PG10 section 5): the nearest ones, as many as a well conditioned frame needs.
#pragma once

#include "glue/glue.hpp"

#include <span>

namespace pliant {

/// A particle that may become a parent.
struct GlueCandidate {
    std::uint32_t number;  ///< the caller's
    Vec3 position;
    double mass;
};

struct ParentRules {
    int count = 0;      ///< this many; 0: as many as it takes
    double radius = 0;  ///< m: none farther away; 0: no bound
    int least = 0;      ///< of those that are found; below four means four
    double size = 0;    ///< m: they are spread until their rms distance from their center is this much; 0: no matter
};

/// Parents of a bound point, and the point in their rest space.
struct ChosenParents {
    std::vector<std::uint32_t> numbers;
    std::vector<GlueParent> parents;
    Vec3 point = Vec3::Zero();
    double conditioning = 0;  ///< of the frame, as in ProcrustesFrame
    double reach = 0;         ///< distance of the point from the parents' center, over their rms distance from it
};

/// Enough is a conditioning of this, and a reach of no more than that; at least four parents and at most 32. What asks
/// for a size that the 32 nearest do not have gets as many of a wider neighborhood, spread over it.
inline constexpr double good_conditioning = 0.15, good_reach = 3;

/// Takes the nearest, ties by number. Weights are shares of the mass: so a push accelerates all parents alike. Empty
/// when there is no candidate within the radius.
ChosenParents choose_parents(std::span<const GlueCandidate> candidates, const Vec3& point, const ParentRules& rules);

/// Makes weights sum to 1 and rest positions lie about their center; returns the shift that was taken off.
Vec3 center_parents(std::span<GlueParent> parents);

}  // namespace pliant
