// Runs stages and adds their time to a report, and on request what they did to the energies.
#pragma once

#include "core/stopwatch.hpp"

#include <pliant/simulation.hpp>

#include <functional>
#include <utility>

namespace pliant {

class StageClock {
  public:
    /// `energy`, where it is given, is measured before and after each stage.
    explicit StageClock(StepReport& report, std::function<Energy()> energy = {})
        : report_(report), energy_(std::move(energy)) {}

    template <class Work>
    void operator()(Stage stage, const Work& work) const {
        const Energy before = energy_ ? energy_() : Energy{};
        {
            const Stopwatch watch(report_.milliseconds, stage);
            work();
        }
        if (!energy_) return;
        report_.energy[static_cast<std::size_t>(stage)] += energy_() - before;
        report_.energy_measured = true;
    }

  private:
    StepReport& report_;
    std::function<Energy()> energy_;
};

}  // namespace pliant
