// Small things that all benchmarks need.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string_view>

namespace pliant::bench {

/// One line on stderr about what is going on, so that a long build does not look like a hang.
inline void say(std::string_view name, std::string_view what) {
    fmt::print(stderr, "{}: {}\n", name, what);
    std::fflush(stderr);
}

/// Wall-clock milliseconds of a call.
double milliseconds_of(const auto& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace pliant::bench
