// Loops over the particles of a point-based body, on as many threads as there are, with results that do not depend on
// how many those are.
#pragma once

#include "core/parallel.hpp"
#include "point_based/point_scratch.hpp"

namespace pliant {

inline bool worth_threads(const PointBody& body) { return body.size() >= point_parallel_threshold; }

/// Calls work(begin, end) for the chunks of all particles.
template <class Work>
void for_particles(const PointBody& body, const Work& work) {
    for_chunks(body.size(), point_chunk, worth_threads(body), work);
}

/// Adds up, in the order of the chunks, what work(begin, end, sums) leaves in four numbers.
template <class Work>
std::array<double, 4> sum_chunks(std::size_t count, std::vector<std::array<double, 4>>& partial, bool parallel,
                                 const Work& work) {
    partial.resize((count + point_chunk - 1) / point_chunk);
    for_chunks(count, point_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        std::array<double, 4>& sums = partial[begin / point_chunk];
        sums = {};
        work(begin, end, sums.data());
    });
    std::array<double, 4> total{};
    for (const std::array<double, 4>& sums : partial)
        for (std::size_t k = 0; k < 4; ++k) total[k] += sums[k];
    return total;
}

}  // namespace pliant
