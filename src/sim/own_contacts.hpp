// Contacts of point-based bodies in their own, shorter steps.
//
// A wave crosses many spacings in a step of the scene: a contact that is looked at only once a step lets surfaces go
// deep into each other, and throws them back. So wherever there are points, they meet each other, the bodies of shape
// matching and rigid bodies after each of their own steps, and rigid bodies move in those. The bodies of shape matching
// have taken their whole step before: with `left` seconds to go, one of their particles is at x − left v, and what
// changes its velocity moves its end by that much longer. Glue works on whole steps; with it all contacts do, too.
#pragma once

#include "sim/model.hpp"
#include "sim/scratch.hpp"
#include "sim/state.hpp"

namespace pliant {

/// Do they?
bool meets_in_own_steps(const Model& model);

struct OwnContacts {
    const Model& model;
    State& state;
    Scratch& scratch;
    double time;  ///< s: when the scene's step began

    /// Takes from the rigid bodies what this step's forces gave them; each own step gives its part of it back.
    void begin();
    /// After a step of `dt`, with `left` seconds of the scene's step to go. True when particles were moved.
    bool meet(double dt, double left, StepReport& report);
};

}  // namespace pliant
