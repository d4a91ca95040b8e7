// Contacts of point-based bodies with each other, with the bodies of shape matching and with far parts of themselves:
// ball against ball.
//
// Once a step of the scene, after everything has moved. Every particle is a ball of half its spacing. Two balls of
// different bodies that overlap are pushed apart and lose the speed with which they meet (restitution, Coulomb
// friction); balls of one point-based body do so where they are no neighbours, that is, farther apart than their radius
// in embedded space. Pushes and impulses are equal and opposite, shared by the masses, and divided by the larger number
// of contacts that either of the two has, so that momentum is kept and crowds do not overshoot.
//
// What is not promised: a ball that crosses more than its own diameter in a step may end behind a surface one particle
// thick.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// Resolves the contacts; true when there were any.
bool collide_points(const Model& model, State& state, Scratch& scratch, StepReport& report);

}  // namespace pliant
