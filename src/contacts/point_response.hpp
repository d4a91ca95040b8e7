// What the contacts of balls (contacts/point_contacts.hpp) do to the particles, and to the bodies they belong to.
//
// Impulses one after the other (collision/impulses.hpp), from where the balls were at the start of the step: a change
// of velocity moves a particle's end by as much as it lasts. An impulse acts where the two balls touch. A particle
// cannot be turned, so that the moment it has about the particle's center (of friction: the push goes through it) is
// given to the whole body, as a turn about its center of mass. With that linear and angular momentum are kept, but for
// rounding; pins take up what they hold.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// Resolves scratch.point_contacts.contacts.
void respond_to_balls(const Model& model, State& state, Scratch& scratch, StepReport& report);

}  // namespace pliant
