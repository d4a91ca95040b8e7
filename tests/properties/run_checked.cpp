#include "properties/run_checked.hpp"

#include <fmt/format.h>
#include <pliant/error.hpp>
#include <pliant/output.hpp>
#include <pliant/simulation.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace pliant::testing {
namespace {

std::string problem_of(const Frame& frame) {
    for (std::size_t i = 0; i < frame.positions.size(); ++i) {
        if (!frame.positions[i].allFinite()) return fmt::format("position of particle {} is not finite", i);
        if (!frame.velocities[i].allFinite()) return fmt::format("velocity of particle {} is not finite", i);
        if (!std::isfinite(frame.strains[i])) return fmt::format("strain of particle {} is not finite", i);
        if (!(frame.radii[i] > 0)) return fmt::format("radius of particle {} is {}", i, frame.radii[i]);
    }
    return {};
}

std::string problem_of(const Stats& stats, const StepReport& report) {
    const std::string line = stats_json(stats, report);
    if (line.find("null") != std::string::npos) return "a statistic is not finite: " + line;
    if (!(stats.mass > 0)) return fmt::format("the mass is {}", stats.mass);
    if (stats.kinetic_energy < 0 || stats.elastic_energy < 0) return "an energy is negative: " + line;
    return {};
}

std::string problem_of(const BodySummary& body) {
    const bool weighs = body.particles > 0 && body.mass > 0 && std::isfinite(body.mass) && body.spacing > 0 &&
                        std::isfinite(body.spacing);
    // A rigid body has no clusters.
    const bool clustered = body.clusters.empty() || (body.clusters.front() > 0 && body.memberships >= body.particles &&
                                                     body.radius > 0 && std::isfinite(body.radius));
    const bool good = weighs && clustered;
    return good ? "" : fmt::format("the summary of {} makes no sense", body.name);
}

std::string run(const Scene& scene, int frames, Outcome& outcome) {
    Simulation simulation(scene, {.threads = 1, .instruction_set = {}, .progress = {}});
    for (const BodySummary& body : simulation.bodies())
        if (std::string problem = problem_of(body); !problem.empty()) return problem;
    // The particles of a point-based body share its mass anew as it flows: their sum has roundings.
    const bool shares = std::any_of(scene.bodies.begin(), scene.bodies.end(),
                                    [](const Body& body) { return body.solver == Solver::point_based; });
    const double mass = simulation.stats().mass, slack = shares ? 1e-5 : 0;
    for (int frame = 0; frame <= frames; ++frame) {
        const StepReport report = frame == 0 ? StepReport{} : simulation.advance_frame();
        outcome.repaired += report.warning(Warning::non_finite_particle);
        const Stats stats = simulation.stats();
        outcome.fastest = std::max(outcome.fastest, stats.max_speed);
        outcome.particles = static_cast<double>(stats.particles);
        outcome.bodies = static_cast<double>(scene.bodies.size());
        outcome.fragments = static_cast<double>(stats.fragments);
        outcome.crumbs = static_cast<double>(stats.crumbs);
        std::string problem = problem_of(simulation.snapshot());
        if (problem.empty()) problem = problem_of(stats, report);
        if (problem.empty() && std::abs(stats.mass - mass) > slack * mass) problem = "the mass changed";
        if (!problem.empty()) return fmt::format("frame {}: {}", frame, problem);
    }
    return {};
}

}  // namespace

Outcome run_checked(const Scene& scene, int frames) {
    Outcome outcome;
    try {
        outcome.complaint = run(scene, frames, outcome);
        outcome.ran = true;
    } catch (const InputError& error) {
        outcome.refusal = error.what();
        const InputProblem& p = error.problem();
        if (p.what.empty() || p.path.empty() || p.hint.empty() || (p.allowed.empty() && p.value.empty()))
            outcome.complaint = "an incomplete message: " + outcome.refusal;
    } catch (const std::exception& error) {
        outcome.complaint = fmt::format("threw {}", error.what());
    }
    return outcome;
}

int scenes_for_this_build() {
    if (const char* asked = std::getenv("PLIANT_TEST_SCENES")) return std::atoi(asked);
#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    return 1000;
#else
    return 100;
#endif
}

}  // namespace pliant::testing
