// Runs stages and adds their time to a report.
#pragma once

#include <pliant/simulation.hpp>

#include <chrono>

namespace pliant {

class StageClock {
  public:
    explicit StageClock(StepReport& report) : report_(report) {}

    template <class Work>
    void operator()(Stage stage, const Work& work) const {
        const auto start = std::chrono::steady_clock::now();
        work();
        report_.milliseconds[static_cast<std::size_t>(stage)] +=
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    }

  private:
    StepReport& report_;
};

}  // namespace pliant
