// Work space of glue. What the bindings determine is found anew when one of them lets go.
#pragma once

#include "glue/place.hpp"
#include "contacts/rigid_scratch.hpp"

#include <algorithm>
#include <utility>

namespace pliant {

/// Two bodies, the lower number first; obstacles are numbered after the bodies.
using BodyPair = std::pair<std::uint32_t, std::uint32_t>;

struct GlueScratch {
    GlueWork work;
    std::vector<ParticleRef> refs;  ///< per place: where the particle is stored now
    PlacedGlue placed;
    std::vector<BodyPair> apart;      ///< rising: that do not collide with each other while glue holds them
    std::vector<double> force;        ///< per binding, N: summed over the frame's steps so far
    std::uint64_t steps = 0;          ///< of the frame so far
    std::vector<double> load;         ///< per rule, N: in this step
    std::vector<std::uint8_t> slack;  ///< per rule: its stiffness is 0 in this step

    bool keeps_apart(std::uint32_t a, std::uint32_t b) const {
        return !apart.empty() &&
               std::binary_search(apart.begin(), apart.end(), BodyPair(std::min(a, b), std::max(a, b)));
    }
};

}  // namespace pliant
