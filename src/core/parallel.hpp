// Threads that never change a result: work is cut into chunks whose borders do not depend on the number of threads,
// each chunk writes only its own outputs, and sums over chunks are added in the order of the chunks.
#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// Below this many particles a second thread costs more than it brings (measured: docs/performance.md).
inline constexpr std::size_t parallel_threshold = 20000;

/// Particles are handed to threads in pieces of this size, whatever their number.
inline constexpr std::size_t particle_chunk = 1024;

/// Calls body(begin, end) for fixed chunks of [0, count). With `parallel` false: in order, on this thread, with the
/// same chunks. The number of threads is that of the tbb::task_arena around the call.
template <class Body>
void for_chunks(std::size_t count, std::size_t chunk, bool parallel, const Body& body) {
    const std::size_t chunks = (count + chunk - 1) / chunk;
    auto run = [&](std::size_t c) {
        const std::size_t begin = c * chunk;
        body(begin, begin + chunk < count ? begin + chunk : count);
    };
    if (parallel && chunks > 1) {
        tbb::parallel_for(std::size_t{0}, chunks, run, tbb::simple_partitioner());
    } else {
        for (std::size_t c = 0; c < chunks; ++c) run(c);
    }
}

/// The same for chunks of unequal length, given by their borders: chunk k is [borders[k], borders[k + 1]).
template <class Body>
void for_ranges(const std::vector<std::uint32_t>& borders, bool parallel, const Body& body) {
    for_chunks(borders.empty() ? 0 : borders.size() - 1, 1, parallel,
               [&](std::size_t k, std::size_t) { body(std::size_t{borders[k]}, std::size_t{borders[k + 1]}); });
}

/// A part of a loop: [begin, end).
struct WorkPart {
    std::uint32_t begin = 0, end = 0;
};

/// The same for parts that need not touch: body(k, begin, end) of part k.
template <class Body>
void for_parts(std::span<const WorkPart> parts, bool parallel, const Body& body) {
    for_chunks(parts.size(), 1, parallel,
               [&](std::size_t k, std::size_t) { body(k, std::size_t{parts[k].begin}, std::size_t{parts[k].end}); });
}

}  // namespace pliant
