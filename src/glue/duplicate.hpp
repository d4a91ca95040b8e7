// Glue follows particles that become two at one position, as those along a crack do: the original and its twin.
#pragma once

#include "glue/follow.hpp"

namespace pliant {

struct Duplicate {
    std::uint32_t slot;  ///< the original's, in GlueState::particles
    std::uint32_t twin;  ///< the twin's number (GluedParticle::particle), of the same body
    double share;        ///< of the original's mass that the twin has from now on, between 0 and 1
};

/// Which of the two a binding goes on with: a crack knows on which side of it the rest of a frame is.
enum class DuplicateSide : std::uint8_t {
    both,  ///< a frame has both as parents, by their masses; of a held particle both are held, each by its own binding
    original,  ///< the twin is free of it
    twin       ///< the original is
};

/// Nothing jumps: the two are where the one was, and as long as they stay together all moves as if there were one.
/// `sides` per binding; none: both. New bindings follow the one they come from; the order of all others stays, the
/// slots of bindings do not.
FollowReport follow_duplicates(GlueState& state, std::span<const Duplicate> duplicates,
                               std::span<const DuplicateSide> sides = {});

}  // namespace pliant
