#include <pliant/error.hpp>
#include <pliant/live.hpp>

#include <fmt/format.h>

namespace pliant {

Replay::Replay(InputLog log, Live& live) : log_(std::move(log)), live_(live) {
    const std::uint64_t start = live.simulation().hash();
    if (log_.start_hash == start) return;
    throw InputError({.what = "these inputs were made in another simulation",
                      .value = fmt::format("they start from state {:016x} of scene '{}', this one from {:016x}",
                                           log_.start_hash, log_.scene, start),
                      .allowed = "the same scene, built by the same version for the same instruction set",
                      .hint = "give the scene, --set and --isa that the inputs were made with"});
}

StepReport Replay::step() {
    for (; next_ < log_.inputs.size() && log_.inputs[next_].step <= live_.steps(); ++next_) {
        try {
            live_.apply(log_.inputs[next_]);
        } catch (const InputError& error) {
            throw error.at(fmt::format("input {} of the replay, at step {}", next_ + 1, live_.steps()), {});
        }
    }
    StepReport report = live_.step();
    if (log_.end_step > 0 && live_.steps() == log_.end_step) agrees_ = live_.simulation().hash() == log_.end_hash;
    return report;
}

StepReport Replay::advance_frame() {
    StepReport report;
    const int until = live_.simulation().frame() + 1;
    while (live_.simulation().frame() < until) report.add(step());
    return report;
}

}  // namespace pliant
