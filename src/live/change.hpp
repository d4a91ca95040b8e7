// A parameter changed in mid-run.
#pragma once

#include "live/controls.hpp"

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <string>

namespace pliant {

/// Gravity is a number of the model. For all else the bodies are built once more with the changed scene, and what moves
/// is taken over from the running one, as a branch does (src/run/branch.cpp): slower, but nothing can be forgotten. The
/// step keeps its length: what it is too long for is refused. Throws InputError, and then nothing has changed.
void change_parameter(const std::string& path, const std::string& value, Scene& scene, Simulation& simulation,
                      const Controls& controls);

}  // namespace pliant
