// What point cloud glue costs (PG10): one frame with its derivative, and its part of a step.
#pragma once

#include <cstddef>

namespace pliant::bench {

struct FrameTimes {
    double microseconds = 0;     ///< a frame of ten parents, all blocks of its derivative, and a force handed down
    double per_parent = 0;       ///< µs for each parent more, from 10 to 40
    double per_parent_more = 0;  ///< the same from 40 to 160: constant work
};
/// Best of several rounds, one thread.
FrameTimes time_frames();

struct GlueResult {
    std::size_t particles = 0, bindings = 0, steps = 0;
    double step = 0;         ///< ms, mean
    double glue = 0;         ///< ms of it that all of glue takes
    double derivatives = 0;  ///< ms of it for frames, their derivatives and what follows from them, without sweeps
    bool right = false;      ///< finite, and everything holds
};
/// The scene `branches` on one thread.
GlueResult time_branches();

}  // namespace pliant::bench
