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

/// Resolves contacts.contacts, found at the end of the piece: velocities, and the positions that follow from them.
/// Returns the deepest penetration that is left at the end of the piece, in metres.
double respond(const Model& model, State& state, Scratch& scratch, const StepPiece& piece);

}  // namespace pliant
