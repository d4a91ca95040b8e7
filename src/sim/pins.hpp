// Pins: particles held in place or moved along keys, whatever the clusters want.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// Does the pin hold in the current step?
bool is_held(const Model& model, const State& state, const PinnedSet& pin);

/// scratch.held, for contacts that must know which particles nothing moves: those with rigid and point-based bodies.
void mark_held(const Model& model, const State& state, Scratch& scratch);

/// Puts the pinned particles to where their pins are at the end of the current step, with the pins' velocity. They take
/// part in every fit with their real mass (docs/methods.md section 2) and are put back after each change.
void hold_pins(const Model& model, State& state);

}  // namespace pliant
