#include "point_based/point_step.hpp"

#include "core/assert.hpp"
#include "core/stopwatch.hpp"
#include "point_based/embedding.hpp"
#include "point_based/graph.hpp"
#include "point_based/loops.hpp"
#include "point_based/solve.hpp"
#include "point_based/whole_motion.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// A viscosity solve ends when this part of what it found at the start is left.
constexpr double viscosity_tolerance = 1e-3;
constexpr std::uint32_t viscosity_iterations = 100;

/// Kicks by elastic and body forces, and by what else is in scratch.product (viscous drag, or nothing).
void kick(PointBody& body, const PointInput& input, const PointScratch& scratch, bool dragged) {
    const Real dt = static_cast<Real>(input.dt);
    Real gravity[3];
    for (int k = 0; k < 3; ++k) gravity[k] = static_cast<Real>(input.gravity[k]);
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Real per_mass = body.mass[i] > 0 ? 1 / body.mass[i] : 0;
            for (int k = 0; k < 3; ++k) {
                Real force = scratch.force[i].value[k];
                if (dragged) force -= scratch.product[i].value[k];
                Real a = force * per_mass + gravity[k];
                if (input.acceleration) a += input.acceleration[i].value[k];
                body.particles[i].velocity[k] += dt * a;
            }
        }
    });
}

void copy_velocities(const PointBody& body, std::vector<Vector4>& velocities) {
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (int k = 0; k < 3; ++k) velocities[i].value[k] = body.particles[i].velocity[k];
    });
}

/// scratch.product = K v of the velocities in scratch.unknown: the drag of eq. 8, with the opposite sign.
void find_drag(const PointBody& body, PointWork& work) {
    PointScratch& scratch = work.scratch;
    const PointOperator drag{&scratch.graph, scratch.drag.data(), nullptr};
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        double unused[3];
        work.kernels->apply(drag, scratch.unknown.data(), scratch.product.data(), unused, begin, end);
    });
}

/// Eq. 8 drags neighbors towards each other's velocity also where they only turn about each other, and would brake a
/// body that spins. So it sees what is left of the velocities without the motion of the whole, and what it does to the
/// whole is taken back: it keeps both momenta, and takes energy only. Here for the explicit one, scratch.product.
void find_internal_drag(PointBody& body, PointWork& work) {
    PointScratch& scratch = work.scratch;
    copy_velocities(body, scratch.unknown);
    const WholeMotion whole = whole_motion(body);
    add_motion(body, whole, -1, scratch.unknown);
    find_drag(body, work);
    add_moment(body, whole, -moment_of(body, whole, scratch.product), scratch.product);
}

/// The same implicitly: v ← v⁺ with (M/h + K) (v⁺ − v) = −K v, in which v is without the motion of the whole.
SolveReport solve_viscosity(PointBody& body, const PointInput& input, PointWork& work) {
    PointScratch& scratch = work.scratch;
    copy_velocities(body, scratch.unknown);
    const WholeMotion before = whole_motion(body);
    add_motion(body, before, -1, scratch.unknown);
    find_drag(body, work);
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            for (int k = 0; k < 3; ++k) scratch.residual[i].value[k] = -scratch.product[i].value[k];
            scratch.diagonal[i] = static_cast<Real>(static_cast<double>(body.mass[i]) / input.dt);
            scratch.preconditioner[i] = scratch.diagonal[i] > 0 ? 1 / scratch.diagonal[i] : Real(0);
        }
    });
    const bool parallel = worth_threads(body);
    const double bound =
        viscosity_tolerance * viscosity_tolerance * residual_norm(scratch.preconditioner.data(), scratch, parallel);
    const SolveReport report = solve(*work.kernels,
                                     {{&scratch.graph, scratch.drag.data(), scratch.diagonal.data()},
                                      scratch.preconditioner.data(),
                                      bound,
                                      viscosity_iterations},
                                     scratch.unknown, scratch, parallel);
    add_motion(body, before, 1, scratch.unknown);
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (int k = 0; k < 3; ++k) body.particles[i].velocity[k] = scratch.unknown[i].value[k];
    });
    restore_motion(before, nullptr, body);
    return report;
}

/// Moves one particle; slows it if it is too fast. True when it was.
bool drift(Particle& particle, Real dt, Real limit) {
    Real* v = particle.velocity;
    const Real squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    const bool fast = !(squared <= limit * limit);
    if (fast) {
        const Real scale = std::isfinite(squared) ? limit / std::sqrt(squared) : Real(0);
        for (int k = 0; k < 3; ++k) v[k] = scale > 0 ? v[k] * scale : Real(0);
    }
    for (int k = 0; k < 3; ++k) particle.position[k] += dt * v[k];
    return fast;
}

/// Moves the particles. Returns how many were too fast.
std::uint64_t drift_all(PointBody& body, const PointInput& input, PointScratch& scratch) {
    const Real dt = static_cast<Real>(input.dt), limit = static_cast<Real>(input.speed_limit);
    const auto counts = sum_chunks(body.size(), scratch.sums, worth_threads(body),
                                   [&](std::size_t begin, std::size_t end, double* sums) {
                                       for (std::size_t i = begin; i < end; ++i)
                                           sums[0] += drift(body.particles[i], dt, limit) ? 1 : 0;
                                   });
    return static_cast<std::uint64_t>(counts[0]);
}

bool is_viscous(const PointBody& body) {
    const Real* eta = body.material.column(static_cast<std::size_t>(PointProperty::viscosity));
    return std::any_of(eta, eta + body.size(), [](Real x) { return x > 0; });
}

void find_basis(PointBody& body, PointWork& work) {
    if (work.scratch.basis_valid) return;
    for_particles(body,
                  [&](std::size_t begin, std::size_t end) { work.kernels->basis(body, work.scratch, begin, end); });
    work.scratch.basis_valid = true;
}

/// The rest vectors follow what flowed in this step. Before anything moves: what F does not explain is that of its
/// time.
void flow_plastically(PointBody& body, PointWork& work) {
    PointScratch& scratch = work.scratch;
    if (std::find(scratch.flowing.begin(), scratch.flowing.end(), 1) == scratch.flowing.end()) return;
    for_particles(body, [&](std::size_t begin, std::size_t end) { work.kernels->flow(body, scratch, begin, end); });
    scratch.basis_valid = scratch.drag_valid = scratch.step_valid = false;
    body.set_embedding_due(true);
}

/// Where the body breaks, all that follows from the rows is found anew before it is used again.
void break_body(PointBody& body, const PointInput& input, PointWork& work, PointReport& report) {
    const Stopwatch timer(report.milliseconds, PointStage::cracks);
    const CrackReport cracks = open_cracks(body, work.scratch, *input.breaking, input.cracks, work.search.cuts);
    report.cracks += cracks.opened;
    report.breaking_force = std::max(report.breaking_force, cracks.force);
    if (cracks.parted == 0) return;
    work.invalidate();
    refresh(body, work, report);
}

}  // namespace

void PointReport::add(const PointReport& other) {
    steps += other.steps;
    embedding_iterations += other.embedding_iterations;
    viscosity_iterations += other.viscosity_iterations;
    longest_embedding = std::max(longest_embedding, other.longest_embedding);
    embedding_residual = std::max(embedding_residual, other.embedding_residual);
    unconverged += other.unconverged;
    queries += other.queries;
    splits += other.splits;
    merges += other.merges;
    cancelled_splits += other.cancelled_splits;
    if (rejoined == 0) first_rejoined = other.first_rejoined;
    rejoined += other.rejoined;
    cracks += other.cracks;
    breaking_force = std::max(breaking_force, other.breaking_force);
    speed_limited += other.speed_limited;
    for (std::size_t k = 0; k < point_stage_count; ++k) milliseconds[k] += other.milliseconds[k];
}

void refresh(PointBody& body, PointWork& work, PointReport& report) {
    const Stopwatch timer(report.milliseconds, PointStage::basis);
    PointScratch& scratch = work.scratch;
    const bool parallel = worth_threads(body);
    if (!scratch.graph_valid) {
        scratch.resize(body);
        build_graph(body, scratch.graph, parallel);
        scratch.graph_valid = true;
    }
    find_basis(body, work);
    if (scratch.drag_valid) return;
    weigh_drag(body, scratch, parallel);
    scratch.drag_valid = true;
}

void move(PointBody& body, const PointBased& settings, const PointInput& input, PointWork& work, PointReport& report) {
    PointScratch& scratch = work.scratch;
    PLIANT_ASSERT(input.dt > 0 && scratch.graph_valid && scratch.basis_valid && scratch.drag_valid);
    {
        const Stopwatch timer(report.milliseconds, PointStage::deform);
        for_particles(body, [&](std::size_t begin, std::size_t end) {
            work.kernels->deform(body, scratch, static_cast<Real>(input.dt), begin, end);
        });
    }
    {
        const Stopwatch timer(report.milliseconds, PointStage::forces);
        for_particles(body,
                      [&](std::size_t begin, std::size_t end) { work.kernels->force(body, scratch, begin, end); });
    }
    {
        const Stopwatch timer(report.milliseconds, PointStage::flow);
        flow_plastically(body, work);
    }
    const bool viscous = is_viscous(body), implicit = settings.integrator == Integrator::newmark;
    {
        const Stopwatch timer(report.milliseconds,
                              viscous && !implicit ? PointStage::viscosity : PointStage::integrate);
        if (viscous && !implicit) find_internal_drag(body, work);
        kick(body, input, scratch, viscous && !implicit);
    }
    if (viscous && implicit) {
        const Stopwatch timer(report.milliseconds, PointStage::viscosity);
        const SolveReport solved = solve_viscosity(body, input, work);
        report.viscosity_iterations += solved.iterations;
        report.unconverged += !solved.converged;
    }
    const Stopwatch timer(report.milliseconds, PointStage::integrate);
    report.speed_limited += drift_all(body, input, scratch);
}

bool settle(PointBody& body, const PointBased& settings, const PointInput& input, PointWork& work,
            PointReport& report) {
    PointScratch& scratch = work.scratch;
    ++report.steps;
    std::uint32_t first = 0;
    const std::size_t rejoined = rejoin(body, scratch, input.held, first);
    if (report.rejoined == 0) report.first_rejoined = first;
    report.rejoined += rejoined;
    if (input.breaking) break_body(body, input, work, report);
    {
        const Stopwatch timer(report.milliseconds, PointStage::flow);
        find_basis(body, work);
    }
    const bool parallel = worth_threads(body), embeds = settings.neighborhoods == Neighborhoods::embedded;
    if (embeds && body.embedding_is_due()) {
        const Stopwatch timer(report.milliseconds, PointStage::embedding);
        const SolveReport solved = embed(body, scratch, *work.kernels, settings.embedding, parallel);
        body.set_embedding_due(!solved.converged);
        report.embedding_iterations += solved.iterations;
        report.longest_embedding = std::max<std::uint64_t>(report.longest_embedding, solved.iterations);
        report.embedding_residual =
            std::max(report.embedding_residual, embedding_tolerance / 3 * std::sqrt(solved.residual));
        report.unconverged += !solved.converged;
    }
    if (!neighborhoods_are_stale(body, settings.neighborhoods, parallel, work.search)) return false;
    ResampleCount count;
    if (settings.resampling && embeds) {
        const Stopwatch timer(report.milliseconds, PointStage::resampling);
        if (!body.cuts.empty()) work.search.cuts.refresh(body);
        count =
            resample(body, scratch, settings, input.held, input.inside, work.search.cuts, work.resampling, parallel);
        report.splits += count.splits;
        report.merges += count.merges;
        report.cancelled_splits += count.cancelled;
        if (count.any()) scratch.resize(body);
        if (count.any()) work.search.cuts.valid = false;
        if (count.any() && settings.embedding == EmbeddingMode::nonlinear)
            for_particles(body,
                          [&](std::size_t begin, std::size_t end) { work.kernels->turn(body, scratch, begin, end); });
    }
    const Stopwatch timer(report.milliseconds, PointStage::neighbors);
    ++report.queries;
    const std::span<const RowFit> fits =
        count.any() ? std::span<const RowFit>(work.resampling.fits) : std::span<const RowFit>();
    if (update_neighborhoods(body, scratch, work.search, settings.neighborhoods, settings.embedding, fits, parallel) ||
        count.any()) {
        work.invalidate();
        // Neighborhoods may lose each other without any crack.
        if (!body.cuts.empty()) find_point_fragments(body);
    }
    return count.any();
}

void point_step(PointBody& body, const PointBased& settings, const PointInput& input, PointWork& work,
                PointReport& report) {
    refresh(body, work, report);
    move(body, settings, input, work, report);
    settle(body, settings, input, work, report);
}

}  // namespace pliant
