// A moment of a run: everything that its future depends on.
#pragma once

#include "live/controls.hpp"

#include <pliant/live.hpp>

namespace pliant {

struct SavedMoment::Content {
    State state;
    Model model;  ///< inputs may have changed it
    Scene scene;
    Controls controls;
    std::size_t inputs = 0;  ///< of the log, up to here
    std::uint64_t run = 0;   ///< which Live it is of
};

}  // namespace pliant
