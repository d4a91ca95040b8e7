#include "bench/levels_time.hpp"

#include "bench/fast_side.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace pliant::bench {
namespace {

constexpr int level_settling_steps = 12;
constexpr int level_least_rounds = 5;
constexpr int level_most_rounds = 200;
constexpr double seconds_for_level_rounds = 6;

/// So small a strain limit that nearly all of the finest clusters limit in every sweep, in each body: sweeps stop early
/// where nothing is left to limit, and the stiffer body would be timed with fewer of them.
Scene always_limiting(Scene scene) {
    scene.bodies.front().material.strain_limit = 0.01;
    return scene;
}

/// One body, from the state it settled in, with a chosen number of strain sweeps.
class Contender {
  public:
    explicit Contender(const Scene& scene) : simulation_(always_limiting(scene)) {
        for (int k = 0; k < level_settling_steps; ++k) simulation_.step();
        fast_.emplace(simulation_.parts());
    }

    void time(int sweeps, tbb::task_arena& arena) {
        Simulation::Parts& parts = simulation_.parts();
        parts.scratch.soft.strain_sweeps = sweeps;
        for (ClusterMode& mode : parts.state.soft.mode)
            if (mode.level == 0) mode.strain_sweeps = static_cast<std::uint8_t>(sweeps);
        fast_->time(arena, sweeps == 1 ? one_ : five_);
    }

    const BodySummary& summary() const { return simulation_.bodies().front(); }
    LevelsRow row() const {
        const BodySummary& body = summary();
        const auto& limiting = simulation_.parts().scratch.soft.match.limiting;
        const auto limit = std::count_if(limiting.begin(), limiting.end(), [](auto l) { return l != 0; });
        return {body.clusters.size() == 1 ? body.clusters.front() : 0, body.memberships,
                static_cast<double>(limit) / static_cast<double>(body.clusters.front()), one_.mean(), five_.mean()};
    }

  private:
    Simulation simulation_;
    std::optional<Fast> fast_;
    BestSteps one_, five_;
};

}  // namespace

LevelsResult time_levels(const LevelsCase& c) {
    say(c.name, "building all levels");
    auto all = std::make_unique<Contender>(moving_body(c.shape, c.particles, c.clusters, 0));
    LevelsResult result;
    result.name = c.name;
    result.particles = all->summary().particles;
    result.paper_times = c.paper_times;
    std::vector<std::unique_ptr<Contender>> contenders;
    double radius = all->summary().radius;  // each level's is twice the next finer one's, as in the body of all levels
    for (const std::size_t count : all->summary().clusters) {
        say(c.name, fmt::format("building {} alone", count));
        Scene alone = moving_body(c.shape, c.particles, static_cast<int>(count));
        alone.bodies.front().clusters.radius = radius;
        contenders.push_back(std::make_unique<Contender>(alone));
        radius *= alone.bodies.front().clusters.radius_factor;
    }
    contenders.push_back(std::move(all));

    say(c.name, "timing");
    tbb::task_arena one(1);
    double spent_ms = 0;
    for (int round = 0;
         round < level_most_rounds && (round < level_least_rounds || spent_ms < 1e3 * seconds_for_level_rounds);
         ++round)
        spent_ms += milliseconds_of([&] {
            for (const auto& contender : contenders)
                for (const int sweeps : {1, 5}) contender->time(sweeps, one);
        });
    for (const auto& contender : contenders) result.rows.push_back(contender->row());
    return result;
}

}  // namespace pliant::bench
