// What each kind of input does to a simulation.
#pragma once

#include "live/controls.hpp"

#include <pliant/live.hpp>

namespace pliant {

/// The parts that inputs change, together.
struct Touchable {
    Scene& scene;  ///< as it is now
    Simulation& simulation;
    Controls& controls;
};

/// Does what a checked input says, and returns the handle or number that it makes, or 0; sets the handle of a new grab
/// or pin. Throws InputError, and then nothing has changed.
int do_input(Input& input, const Touchable& touch);

}  // namespace pliant
