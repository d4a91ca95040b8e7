// Runs stages and adds their time to a report.
#pragma once

#include "core/stopwatch.hpp"

#include <pliant/simulation.hpp>

namespace pliant {

class StageClock {
  public:
    explicit StageClock(StepReport& report) : report_(report) {}

    template <class Work>
    void operator()(Stage stage, const Work& work) const {
        const Stopwatch watch(report_.milliseconds, stage);
        work();
    }

  private:
    StepReport& report_;
};

}  // namespace pliant
