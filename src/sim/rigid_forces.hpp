// Gravity and force fields on rigid bodies.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// Adds the step's forces to velocities and angular momenta; positions are moved with the contacts
/// (contacts/rigid_contacts.hpp). Fields act on a body's particles by their mass, and so may turn it. Bodies faster than the
/// speed limit are slowed down to it, and counted.
void push_rigid_bodies(const Model& model, State& state, Scratch& scratch, StepReport& report);

}  // namespace pliant
