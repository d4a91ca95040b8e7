// What fracture costs: switched on with nothing breaking, in steps with splits, and with a thousand splits at once.
#pragma once

#include <cstddef>

namespace pliant::bench {

struct FractureResult {
    std::size_t particles = 0;              ///< of the body that does not break
    double without = 0, with = 0;           ///< ms of its step: without toughness, and with one that nothing reaches
    std::size_t quiet = 0, split = 0;       ///< steps of a body that shatters: without and with splits
    double quiet_step = 0, split_step = 0;  ///< ms: the median of each
    std::size_t large = 0, splits = 0;      ///< particles of a large body, clusters split in one frame of it
    double splitting = 0;                   ///< ms of the stage in that frame, two threads
    bool right = false;
};
FractureResult time_fracture();

}  // namespace pliant::bench
