// How long fuzzy clustering takes.
#pragma once

#include "bench/scenes.hpp"

namespace pliant::bench {

struct ClusteringResult {
    std::size_t particles = 0, clusters = 0, memberships = 0;
    bool right = false;  ///< converged, every particle in a cluster, weights of each summing to 1
    double seconds = 0;  ///< one thread
};

/// Samples the scene's first body (not timed), then clusters it.
ClusteringResult time_clustering(const Scene& scene);

}  // namespace pliant::bench
