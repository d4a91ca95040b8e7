// What knows particles by their ids or slots follows when they are added and removed: pins and glue. (Contacts and the
// solvers' work space follow from the arrays, and are found anew.)
#pragma once

#include "shape_matching/edit.hpp"
#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// After an edit of the bodies of shape matching. The twin of a pinned particle is pinned with it; of glue both have
/// their part (glue/duplicate.hpp), and what is bound to a particle that is gone goes on with the others, or is lost
/// and counted (glue/follow.hpp).
void follow_edit(const Model& model, const SoftEdit& changes, const SoftMoves& moves, State& state, StepReport& report);

}  // namespace pliant
