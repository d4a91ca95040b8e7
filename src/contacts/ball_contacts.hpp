// Contacts of point-based bodies with each other, with the bodies of shape matching and with far parts of themselves:
// ball against ball.
//
// Once a step of the scene, after everything has moved. Every particle is a ball of half its spacing. Two balls of
// different bodies that overlap are kept apart, by impulses with friction and restitution that keep linear and angular
// momentum (contacts/ball_response.hpp); balls of one point-based body are where they are no neighbors, that is,
// farther apart than their radius in embedded space.
//
// What is not promised: a ball that crosses more than its diameter in a step may end behind a surface one particle
// thick.
#pragma once

#include "contacts/ball_input.hpp"

namespace pliant {

/// Resolves the contacts; true when there were any.
bool collide_balls(const BallInput& input, BallScratch& scratch, StepReport& report);

}  // namespace pliant
