// One body's step, fast against reference: first checked, then timed.
#pragma once

#include "bench/scenes.hpp"

#include <string>
#include <vector>

namespace pliant::bench {

struct StepCase {
    std::string name;
    BenchShape shape;
    int particles;
    int clusters;
    /// Ratios to the reference that docs/performance.md asks for, in 32 bits on one and on two threads; 0: none.
    double must_one_thread;
    double must_two_threads;
    int levels;  ///< 0: until one cluster is left
};

/// The best time of one step.
struct StepTime {
    int threads = 1;
    double milliseconds = 0;
};

struct StepResult {
    std::string name;
    std::size_t particles = 0, clusters = 0, memberships = 0, levels = 1;
    std::size_t incidences = 0;  ///< memberships handled by the fits of one step: once, and the finest once per sweep
    double limiting = 0;         ///< share of the clusters that limit strain in the timed state
    double disagreement = 0;     ///< largest distance to the reference after the checked steps, over the body's size
    bool right = false;          ///< agrees, finite, not collapsed
    double rotation_ns = 0;      ///< one nearest rotation, warm-started
    double rotation_share = 0;   ///< of the step on one thread
    std::vector<StepTime> fast;  ///< one thread, and two where the step uses them
    double reference_milliseconds = 0;

    double ratio(const StepTime& time) const { return reference_milliseconds / time.milliseconds; }
    double ns_per_incidence(double milliseconds) const { return 1e6 * milliseconds / static_cast<double>(incidences); }
};

/// Largest StepResult::disagreement that counts as agreement.
double agreement_tolerance();

/// Builds the body (saying so on stderr), checks and times it.
StepResult race(const StepCase& c);

/// Builds the body, runs some of its steps and prints "steps N incidences M", M for each step.
void run_steps(const StepCase& c);

}  // namespace pliant::bench
