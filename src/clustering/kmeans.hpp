// k-means: the start of the fuzzy iteration, and an algorithm of its own (CC15 section 3.3).
#pragma once

#include <pliant/types.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// `count` different particles as centers (1 ≤ count ≤ particles), spread over the body: points in spatial order are
/// cut into `count` equal runs, and one of each run is drawn at random.
std::vector<Vec3> spread_centers(std::span<const Vec3> points, std::size_t count, std::uint64_t seed);

struct KMeans {
    std::vector<Vec3> centers;
    bool converged = false;  ///< the last sweep moved no particle to another center
    int sweeps = 0;
};

/// Lloyd's iteration from `centers`: each particle to its nearest center (the lowest index of equally near ones), each
/// center to the center of mass of its particles, until no particle changes or `max_sweeps` are done. A center without
/// mass stays where it is. Only particles near a center that moved are looked at again. Fastest with
/// points and centers in spatial order; `spacing` > 0, that of the particles, only sets the cells of a grid.
KMeans kmeans(std::span<const Vec3> points, std::span<const double> masses, std::vector<Vec3> centers, double spacing,
              int max_sweeps);

}  // namespace pliant
