#include "bench/step_race.hpp"

#include "bench/fast_side.hpp"
#include "bench/progress.hpp"
#include "bench/rotations.hpp"
#include "core/parallel.hpp"
#include "sim/parts.hpp"
#include "support/reference_bridge.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::bench {
namespace {

/// Steps before the checked and timed ones: the jolt of the first stretch passes.
constexpr int settling_steps = 12;
/// Rounds of timing: at least so many, more while they are short.
constexpr int least_rounds = 5;
constexpr int most_rounds = 200;
constexpr double seconds_for_rounds = 4;

Simulation build(const StepCase& c) {
    BuildOptions options;
    options.progress = [&](std::string_view stage, std::string_view) { say(c.name, stage); };
    return Simulation(moving_body(c.shape, c.particles, c.clusters, c.levels), options);
}

Box bounds_of(const SoftBodies& soft) {
    Box box;
    for (const Particle& p : soft.particles) box.add(Vec3(p.position[0], p.position[1], p.position[2]));
    return box;
}

bool finite(const SoftBodies& soft) {
    return std::all_of(soft.particles.begin(), soft.particles.end(), [](const Particle& p) {
        return std::all_of(p.position, p.position + 3, [](Real v) { return std::isfinite(v); });
    });
}

reference::Body reference_of(const Simulation::Parts& parts) {
    StepInput input;
    input.dt = static_cast<Real>(parts.model.dt);
    for (int k = 0; k < 3; ++k) input.gravity.value[k] = static_cast<Real>(parts.model.gravity[k]);
    return to_reference(parts.state.soft, input, parts.scratch.soft.strain_sweeps);
}

void check(Simulation::Parts& parts, Fast& fast, reference::Body body, StepResult& result) {
    const double size = bounds_of(parts.state.soft).size().norm();
    for (std::size_t k = 0; k < race_steps; ++k) {
        fast.step();
        reference::step(body);
    }
    const SoftBodies& soft = parts.state.soft;
    const bool collapsed = bounds_of(soft).size().norm() < 0.5 * size;
    result.disagreement = largest_distance(soft, body) / size;
    result.right = finite(soft) && !collapsed && result.disagreement <= agreement_tolerance();
    const auto& limiting = parts.scratch.soft.match.limiting;
    result.limiting = static_cast<double>(std::count_if(limiting.begin(), limiting.end(), [](auto l) { return l; })) /
                      static_cast<double>(parts.state.soft.cluster_count());
}

/// Rounds of one thread, two threads, reference, so that whatever else the machine does hits all of them.
void time_both(Fast& fast, const reference::Body& start, StepResult& result) {
    tbb::task_arena one(1), two(2);
    const bool threaded = result.particles >= parallel_threshold;
    BestSteps one_thread, two_threads, plain;
    double spent_ms = 0;
    for (int round = 0; round < most_rounds && (round < least_rounds || spent_ms < 1e3 * seconds_for_rounds); ++round) {
        spent_ms += milliseconds_of([&] {
            fast.time(one, one_thread);
            if (threaded) fast.time(two, two_threads);
            reference::Body body = start;
            for (std::size_t k = 0; k < race_steps; ++k) plain.add(k, milliseconds_of([&] { reference::step(body); }));
        });
    }
    result.fast = {{1, one_thread.mean()}};
    if (threaded) result.fast.push_back({2, two_threads.mean()});
    result.reference_milliseconds = plain.mean();
}

}  // namespace

double agreement_tolerance() { return sizeof(Real) == 8 ? 1e-11 : 2e-6; }

StepResult race(const StepCase& c) {
    Simulation simulation = build(c);
    Simulation::Parts& parts = simulation.parts();
    const SoftBodies& soft = parts.state.soft;

    StepResult result;
    result.name = c.name;
    result.particles = soft.particle_count();
    result.clusters = soft.cluster_count();
    result.memberships = soft.membership_count();
    result.levels = simulation.bodies().front().clusters.size();
    result.incidences = incidences(parts);

    say(c.name, "checking against the reference");
    for (int k = 0; k < settling_steps; ++k) simulation.step();
    Fast fast(parts);
    const reference::Body start = reference_of(parts);
    check(parts, fast, start, result);
    say(c.name, "timing");
    time_both(fast, start, result);
    fast.restore();
    result.rotation_ns = nanoseconds_per_rotation(parts);
    // Once for every cluster, and once for the finest ones in each sweep.
    const double rotations =
        static_cast<double>(result.clusters) +
        static_cast<double>(simulation.bodies().front().clusters.front()) * parts.scratch.soft.strain_sweeps;
    result.rotation_share = 1e-6 * result.rotation_ns * rotations / result.fast.front().milliseconds;
    return result;
}

void run_steps(const StepCase& c) {
    Simulation simulation = build(c);
    const int steps = settling_steps + static_cast<int>(race_steps);
    for (int k = 0; k < steps; ++k) simulation.step();
    fmt::print("steps {} incidences {}\n", steps, incidences(simulation.parts()));
}

}  // namespace pliant::bench
