// The order of bindings in a chain: what places a particle comes before what is held by that particle.
#pragma once

#include "glue/glue.hpp"

namespace pliant {

/// A particle that (through others) is placed by itself.
struct GlueCycle {
    std::vector<std::uint32_t> glue;  ///< the rules along it
};

/// Is the binding hard, with a particle that it places? A particle with more than one hard binding, or one that is
/// pinned, is placed by none of them: all of them hold it by impulses.
std::vector<std::uint32_t> placed_bindings(const GlueState& state, const std::vector<GlueRule>& rules,
                                           const std::vector<std::uint8_t>& pinned);

/// Sorts the bindings so that the one that places a particle comes before those that have it as a parent; else in the
/// order of the scene. Returns the cycle where there is one.
std::optional<GlueCycle> sort_bindings(GlueState& state, const std::vector<GlueRule>& rules);

}  // namespace pliant
