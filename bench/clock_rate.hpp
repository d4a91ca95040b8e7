// How fast the processor really runs just now: bars in seconds mean little on a machine that is shared and throttled.
#pragma once

#include "bench/progress.hpp"

#include <cstdint>

namespace pliant::bench {

/// The clock of the machine on which the bars in seconds were set (shared notes on performance), GHz.
inline constexpr double bar_clock = 3.2;

/// GHz as a chain of dependent additions feels it: one a cycle. Takes some 50 ms.
inline double clock_rate() {
    constexpr int additions = 100'000'000;
    std::uint64_t value = 0;
    const double ms = milliseconds_of([&] {
        for (int k = 0; k < additions; ++k) {
            ++value;
            asm volatile("" : "+r"(value));
        }
    });
    return 1e-6 * additions / ms;
}

}  // namespace pliant::bench
