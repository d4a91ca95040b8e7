// What reclustering costs, on the beam of RC17 section 4 (its Table 1).
#pragma once

#include <cstddef>

namespace pliant::bench {

struct ReclusterResult {
    std::size_t particles = 0;
    std::size_t steps = 0, added = 0, removed = 0;
    double step = 0;            ///< ms of a step without reclustering, mean over the run with mode off
    double reclustering = 0;    ///< ms of the stage, mean over all steps of the run with mode embedded
    double embedding = 0;       ///< of that, the embedding
    double worst_addition = 0;  ///< ms: the slowest step's stage over the clusters it added
    double mean_addition = 0;   ///< ms of the steps that added clusters, over the clusters
    bool right = false;         ///< weights sum to 1, nothing is lost
};

/// Runs the shipped scene with and without reclustering, on one thread, while the force acts and a second after.
ReclusterResult time_reclustering();

}  // namespace pliant::bench
