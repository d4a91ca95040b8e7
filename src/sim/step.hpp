// One step of the whole simulation.
#pragma once

#include "sim/cpu_backend.hpp"

#include <pliant/simulation.hpp>

namespace pliant {

/// Advances the backend's state by the model's dt. Throws nothing, and allocates nothing once the work space has grown
/// to what the scene needs, but where a step edits (tests/sim/allocation_test.cpp counts). The number of threads is
/// that of the tbb::task_arena around the call; the result does not depend on it.
StepReport step(CpuBackend& backend);

}  // namespace pliant
