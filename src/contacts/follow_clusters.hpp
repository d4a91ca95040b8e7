// Collision data of bodies whose clusters are replaced (plasticity/recluster.hpp).
//
// Everything here follows from the state and from what was built, so that a resumed run has the same bits: a cluster's
// proxy is made once, from the places its members had when it was made, and moves with the cluster's center of mass as
// weights change; homes are told by those same places; and which clusters of a body are neighbours is told by where
// their members were when the body was built.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// After a step: brings the model's colliders up to date with the clusters that the step replaced or shifted.
void follow_step(Model& model, const State& state, Scratch& scratch);

/// After another state was put in place of the model's own: the same for all clusters; sizes the work space.
void follow_state(Model& model, const State& state, Scratch& scratch);

}  // namespace pliant
