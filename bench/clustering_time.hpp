// How long fuzzy clustering takes.
#pragma once

#include "bench/scenes.hpp"

#include <string>
#include <vector>

namespace pliant::bench {

struct ClusteringResult {
    std::size_t particles = 0, clusters = 0, memberships = 0;
    bool right = false;  ///< converged, every particle in a cluster, weights of each summing to 1
    double seconds = 0;  ///< one thread
};

/// Samples the scene's first body (not timed), then clusters it on one level.
ClusteringResult time_clustering(const Scene& scene);

struct CoarseLevelsResult {
    std::vector<std::size_t> clusters;  ///< of the coarse levels
    std::vector<std::string> notes;     ///< what the clustering said about all levels
    bool covers = true;                 ///< on every level every particle is in a cluster, with weights summing to 1
    bool converged = true;              ///< every level did
    double seconds = 0;                 ///< all levels but the finest, one thread
};

/// The same for the levels above the finest one, until one cluster is left.
CoarseLevelsResult time_coarse_levels(const Scene& scene);

}  // namespace pliant::bench
