// Checks that need more than one field: names, refs, keys in order, times, counts, stability.
#pragma once

#include "scene/checked.hpp"

namespace pliant {

/// Gives bodies, obstacles and forces without a name one: "body-0", "obstacle-0", "force-0".
void fill_in_names(Scene& scene);

/// Throws InputError at the first problem. Names are filled in.
void check_whole_scene(const Checked& checked);

}  // namespace pliant
