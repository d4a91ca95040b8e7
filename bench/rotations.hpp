// What the rotations of a step cost, measured apart: inside the step they are too short to put a clock around.
#pragma once

#include "sim/parts.hpp"

namespace pliant::bench {

/// Nanoseconds per nearest rotation, on the matrices and warm starts that the next step of this state will meet, one
/// thread, best of several rounds.
double nanoseconds_per_rotation(const Simulation::Parts& parts);

}  // namespace pliant::bench
