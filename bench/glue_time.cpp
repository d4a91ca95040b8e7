#include "bench/glue_time.hpp"

#include "bench/progress.hpp"
#include "core/random.hpp"
#include "sim/glue_particles.hpp"
#include "sim/parts.hpp"
#include "sim/step.hpp"

#include <pliant/procrustes.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pliant::bench {
namespace {

/// µs for one frame of so many parents, with its derivative and a force.
double time_frame(std::size_t count) {
    constexpr int rounds = 20, frames = 200;
    Random random(1);
    const auto vector = [&] { return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)); };
    std::vector<Vec3> rest, now, forces(count, Vec3::Zero());
    std::vector<double> weights(count, 1.0);
    for (std::size_t i = 0; i < count; ++i) {
        rest.push_back(vector());
        now.push_back(rest.back() + 0.1 * vector());
    }
    const Vec3 point(2, 1, 0);
    double best = 0, sum = 0;
    for (int round = 0; round < rounds; ++round) {
        const double ms = milliseconds_of([&] {
            for (int k = 0; k < frames; ++k) {
                now[0].x() += 1e-6;
                const ProcrustesFrame frame = procrustes_frame(rest, now, weights);
                const Vec3 arm = arm_of(frame, point);
                for (std::size_t i = 0; i < count; ++i) sum += bound_jacobian(frame, arm, rest[i], weights[i])(0, 0);
                add_bound_forces(frame, arm, rest, weights, point, forces);
            }
        });
        best = round == 0 ? ms : std::min(best, ms);
    }
    // The sums are looked at, so that no work is left out.
    return std::isfinite(sum) && forces[0].allFinite() ? 1e3 * best / frames : 0;
}

/// ms of one step's frames and derivatives, on this state.
double time_derivatives(Simulation::Parts& parts) {
    constexpr int rounds = 20;
    double best = 0;
    for (int round = 0; round < rounds; ++round) {
        GlueState glue = parts.state.glue;
        GlueScratch& scratch = parts.scratch.glue;
        gather_particles(parts.scratch.sets, scratch.refs, parts.model.dt, scratch.work);
        gather_movers(parts.model.rigid, parts.state.rigid, parts.model.obstacles, time_of(parts.model, parts.state),
                      parts.model.dt, scratch.work);
        constexpr GlueSettings settings{0, 0, 0};  // as a step has them, without the sweeps
        const double ms = milliseconds_of([&] {
            solve_glue(glue, scratch.work, parts.model.dt, settings);
            place_bound(glue, scratch.work, scratch.placed, parts.model.dt, settings);
        });
        best = round == 0 ? ms : std::min(best, ms);
    }
    return best;
}

}  // namespace

FrameTimes time_frames() {
    const double ten = time_frame(10), forty = time_frame(40), many = time_frame(160);
    return {ten, (forty - ten) / 30, (many - forty) / 120};
}

GlueResult time_branches() {
    constexpr int frames = 60;
    BuildOptions options;
    options.threads = 1;
    Simulation simulation(load_scene("branches"), options);
    StepReport report;
    for (int k = 0; k < frames; ++k) report.add(simulation.advance_frame());
    const Stats stats = simulation.stats();
    GlueResult result;
    result.particles = stats.particles;
    result.steps = report.steps;
    const double steps = static_cast<double>(report.steps);
    for (const double ms : report.milliseconds) result.step += ms / steps;
    result.glue = report.milliseconds[static_cast<std::size_t>(Stage::glue)] / steps;
    result.derivatives = time_derivatives(simulation.parts());
    result.right = std::isfinite(stats.kinetic_energy);
    for (const GlueStats& glue : stats.glue) {
        result.bindings += glue.forces.size();
        result.right = result.right && glue.holding == glue.forces.size();
    }
    return result;
}

}  // namespace pliant::bench
