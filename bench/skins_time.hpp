// What skins cost: following a frame, building a surface around particles, drawing.
#pragma once

#include <cstddef>

namespace pliant::bench {

struct SkinsResult {
    std::size_t particles = 0, points = 0, triangles = 0;
    double bind = 0;     ///< ms, once: all threads
    double follow = 0;   ///< ms a frame for positions and normals, one thread
    double rebuild = 0;  ///< ms for a surface around as many particles, one thread
    double draw = 0;     ///< ms for a picture of 960 × 540, two threads
    bool right = false;  ///< the skin at rest is where it was made
};
/// A ball of 20,000 particles in a skin of 100,000 points. Best of several rounds.
SkinsResult time_skins();

}  // namespace pliant::bench
