// The bodies that the benchmarks move: one body in empty space, a little stretched and spinning, so that clusters
// rotate, damp and limit strain as in a normal scene.
#pragma once

#include <pliant/scene.hpp>

namespace pliant::bench {

enum class BenchShape {
    ball,
    creature  ///< a smooth union of a trunk, a head and limbs: much surface, like a scanned figure
};

/// One body of this shape with one strain-limiting sweep, on this many levels (0: until one cluster is left). The
/// number of particles is met within 2 %.
Scene moving_body(BenchShape shape, int particles, int clusters, int levels = 1);

}  // namespace pliant::bench
