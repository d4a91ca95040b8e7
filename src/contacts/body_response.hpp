// The response of contacts between soft bodies.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// The piece of a step that contacts are resolved in.
struct StepPiece {
    double length;  ///< s
    double left;    ///< s from its start to the end of the whole step
};

/// What a response left.
struct ResponseReport {
    double deepest_left = 0;  ///< m: penetration at the end of the piece
    std::uint64_t deep = 0;   ///< contacts whose way out was a guess
};

/// Resolves contacts.contacts, found at the end of the piece: velocities, and the positions that follow from them.
///
/// A particle that was already nearer to the middle of another body's cluster than to its surface when the piece began
/// (bodies that start inside each other, or were forced there) is not pushed through the nearest face, which may lie
/// inside the body, but along the line from the other body's middle to that of its own: all of its neighbours then go
/// the same way, and the bodies come apart.
ResponseReport respond(const Model& model, State& state, Scratch& scratch, const StepPiece& piece);

}  // namespace pliant
