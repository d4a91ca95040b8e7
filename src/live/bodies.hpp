// Bodies added and removed in mid-run.
#pragma once

#include "live/controls.hpp"

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <optional>
#include <vector>

namespace pliant {

/// Per body of a changed scene: its place among those that run; none: it is new.
using Origins = std::vector<std::optional<std::uint32_t>>;

/// Goes on with a scene that has bodies more or less: all of it is built anew, and what moves is taken over body by
/// body. Handles of pins stay what they were. Throws InputError, and then nothing has changed: also when clusters have
/// been replaced, or particles added or removed, as bodies built anew then differ from those that run.
void change_bodies(const Scene& changed, const Origins& origins, Scene& scene, Simulation& simulation,
                   Controls& controls);

}  // namespace pliant
