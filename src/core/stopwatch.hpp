// How long a scope takes, for reports. The only clock that the library reads while it simulates: nothing it computes
// depends on it.
#pragma once

#include <chrono>
#include <cstddef>

namespace pliant {

/// Adds the milliseconds of its own life to a total, whichever way its scope is left.
class Stopwatch {
  public:
    explicit Stopwatch(double& total) : total_(total), start_(Clock::now()) {}
    /// The total of one stage, in a list that has one for each value of an enum.
    template <class Totals, class Stage>
    Stopwatch(Totals& totals, Stage stage) : Stopwatch(totals[static_cast<std::size_t>(stage)]) {}
    ~Stopwatch() { total_ += std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

  private:
    using Clock = std::chrono::steady_clock;
    double& total_;
    Clock::time_point start_;
};

}  // namespace pliant
