// The fast code as a benchmark runs it: from one state, the same few steps again and again.
#pragma once

#include "bench/progress.hpp"
#include "sim/parts.hpp"
#include "sim/step.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace pliant::bench {

/// Steps that are checked, and the same ones timed.
inline constexpr std::size_t race_steps = 3;

/// Each step's best time over all rounds: a step is too short to be disturbed every time, a round is not.
class BestSteps {
  public:
    BestSteps() { best_.fill(std::numeric_limits<double>::infinity()); }
    void add(std::size_t step, double ms) { best_[step] = std::min(best_[step], ms); }
    double mean() const {
        double sum = 0;
        for (const double ms : best_) sum += ms;
        return sum / race_steps;
    }

  private:
    std::array<double, race_steps> best_;
};

/// Memberships handled by the fits of one step: all of them once, the finest level's once more for each strain sweep.
inline std::size_t incidences(const Simulation::Parts& parts) {
    const SoftBodies& soft = parts.state.soft;
    return soft.membership_count() +
           soft.finest.cluster.size() * static_cast<std::size_t>(parts.scratch.soft.strain_sweeps);
}

/// What a step changes: restored before every timed piece, so that all pieces do the same work.
struct Moving {
    std::vector<Particle> particles;
    Columns<4> rotation;
    Columns<6> center;

    explicit Moving(const SoftBodies& soft) : particles(soft.particles), rotation(soft.rotation), center(soft.center) {}
    void restore(SoftBodies& soft) const {
        soft.particles = particles;
        soft.rotation = rotation;
        soft.center = center;
    }
};

/// The fast side of a race.
class Fast {
  public:
    explicit Fast(Simulation::Parts& parts) : parts_(parts), start_(parts.state.soft) {}

    void restore() { start_.restore(parts_.state.soft); }
    void step() { pliant::step(parts_.backend); }
    void time(tbb::task_arena& arena, BestSteps& best) {
        arena.execute([&] {
            restore();
            for (std::size_t k = 0; k < race_steps; ++k) best.add(k, milliseconds_of([&] { step(); }));
        });
    }

  private:
    Simulation::Parts& parts_;
    Moving start_;
};

}  // namespace pliant::bench
