// What the contacts of balls (contacts/ball_contacts.hpp) do to the particles, and to the bodies they belong to.
//
// Impulses one after the other (collision/impulses.hpp), from where the balls were at the start of the step: a change
// of velocity moves a particle's end by as much as it lasts. An impulse acts where the two balls touch. A particle
// cannot be turned, so that the moment it has about the particle's center (of friction: the push goes through it) is
// given to the whole body, as a turn about its center of mass. With that linear and angular momentum are kept, but for
// rounding; pins take up what they hold.
#pragma once

#include "contacts/ball_input.hpp"

namespace pliant {

/// scratch.touching, movers and impulses from scratch.contacts.
void gather_balls(const BallInput& input, BallScratch& scratch);
/// Resolves them.
void solve_balls(const BallInput& input, BallScratch& scratch, StepReport& report);
/// Gives what the movers got to the particles; then what is to bounce does.
void scatter_balls(const BallInput& input, BallScratch& scratch);

}  // namespace pliant
