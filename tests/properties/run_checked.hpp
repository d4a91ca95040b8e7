// Runs a scene for a few frames and looks for anything that must not be.
#pragma once

#include <pliant/scene.hpp>

#include <cstdint>
#include <string>

namespace pliant::testing {

struct Outcome {
    bool ran = false;                                             ///< or it was refused, with a message
    std::string refusal;                                          ///< the message
    std::uint64_t repaired = 0;                                   ///< particles that lost their place and got it back
    double fastest = 0;                                           ///< m/s: highest speed at the end of a frame
    double particles = 0, bodies = 0, fragments = 0, crumbs = 0;  ///< at the end of the last frame
    std::string complaint;                                        ///< what was wrong; empty: nothing
};

/// No NaN in any number of any frame, constant mass, whole messages. Anything thrown but an InputError is a complaint.
Outcome run_checked(const Scene& scene, int frames);

/// Which number of random scenes suits the build: the whole thousand when it is fast, fewer when it is watched.
int scenes_for_this_build();

}  // namespace pliant::testing
