// Deterministic random numbers: the same seed gives the same sequence on every machine and library
// (std:: distributions do not promise that).
#pragma once

#include <cstdint>

namespace pliant {

/// SplitMix64: small, fast, passes the usual test batteries; one stream per seed.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }

    /// Uniform in [0, 1), 53 bits.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    double uniform(double low, double high) { return low + (high - low) * uniform(); }

    /// Uniform in [0, count), count > 0. The bias of the multiply method is below 2^-32 for the counts used here.
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>(((next() >> 32) * std::uint64_t{count}) >> 32);
    }

  private:
    std::uint64_t state_;
};

}  // namespace pliant
