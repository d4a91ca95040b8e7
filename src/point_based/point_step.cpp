#include "point_based/point_step.hpp"

#include "core/assert.hpp"
#include "core/stopwatch.hpp"
#include "point_based/embedding.hpp"
#include "point_based/graph.hpp"
#include "point_based/loops.hpp"
#include "point_based/solve.hpp"
#include "point_based/volumes.hpp"

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

/// scratch.product = K v: the drag that eq. 8 makes of these velocities, with the opposite sign.
void find_drag(const PointBody& body, PointWork& work) {
    PointScratch& scratch = work.scratch;
    copy_velocities(body, scratch.unknown);
    const PointOperator drag{&scratch.graph, scratch.drag.data(), nullptr};
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        double unused[3];
        work.kernels->apply(drag, scratch.unknown.data(), scratch.product.data(), unused, begin, end);
    });
}

/// v ← v⁺ with (M/h + K) (v⁺ − v) = −K v.
SolveReport solve_viscosity(PointBody& body, const PointInput& input, PointWork& work) {
    PointScratch& scratch = work.scratch;
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
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            for (int k = 0; k < 3; ++k) body.particles[i].velocity[k] = scratch.unknown[i].value[k];
    });
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

/// The rest vectors follow what flowed in this step.
void flow_plastically(PointBody& body, PointWork& work) {
    PointScratch& scratch = work.scratch;
    if (std::find(scratch.flowing.begin(), scratch.flowing.end(), 1) == scratch.flowing.end()) return;
    for_particles(body, [&](std::size_t begin, std::size_t end) { work.kernels->flow(body, scratch, begin, end); });
    scratch.basis_valid = scratch.volumes_valid = false;
    body.set_embedding_due(true);
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
    if (scratch.volumes_valid) return;
    share_volume(body, scratch);
    weigh_drag(body, scratch, parallel);
    scratch.volumes_valid = true;
}

void move(PointBody& body, const PointBased& settings, const PointInput& input, PointWork& work, PointReport& report) {
    PointScratch& scratch = work.scratch;
    PLIANT_ASSERT(input.dt > 0 && scratch.graph_valid && scratch.basis_valid && scratch.volumes_valid);
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
    const bool viscous = is_viscous(body), implicit = settings.integrator == Integrator::newmark;
    {
        const Stopwatch timer(report.milliseconds,
                              viscous && !implicit ? PointStage::viscosity : PointStage::integrate);
        if (viscous && !implicit) find_drag(body, work);
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
    {
        const Stopwatch timer(report.milliseconds, PointStage::flow);
        flow_plastically(body, work);
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
        count = resample(body, scratch, settings, input.held, input.inside, work.resampling, parallel);
        report.splits += count.splits;
        report.merges += count.merges;
        report.cancelled_splits += count.cancelled;
        if (count.any()) scratch.resize(body);
        if (count.any() && settings.embedding == EmbeddingMode::nonlinear)
            for_particles(body,
                          [&](std::size_t begin, std::size_t end) { work.kernels->turn(body, scratch, begin, end); });
    }
    const Stopwatch timer(report.milliseconds, PointStage::neighbors);
    ++report.queries;
    if (update_neighborhoods(body, scratch, work.search, settings.neighborhoods, settings.embedding, parallel) ||
        count.any())
        work.invalidate();
    return count.any();
}

void point_step(PointBody& body, const PointBased& settings, const PointInput& input, PointWork& work,
                PointReport& report) {
    refresh(body, work, report);
    move(body, settings, input, work, report);
    settle(body, settings, input, work, report);
}

namespace {

/// m: the distance of particles in the direction in which the neighborhood is thinnest. In one that is round and even,
/// Σ w u uᵀ / Σ w is 0.63 of the spacing squared in each direction (integrated over the ball of the 32 nearest); the
/// trace of A⁻¹ stands for its largest eigenvalue. Zero where the neighbors do not span space.
double thinnest_spacing(const PointScratch& scratch, std::size_t i) {
    double trace = 0;
    for (std::size_t k = 0; k < 3; ++k) trace += static_cast<double>(scratch.basis_inverse.at(i, k));
    const double weight = static_cast<double>(scratch.stress[i].moment[3]);
    return trace > 0 && weight > 0 ? std::sqrt(3 / (0.63 * weight * trace)) : 0;
}

double stable_step_of(const PointBody& body, const PointBased& settings, const PointScratch& scratch, std::size_t i) {
    double step = std::numeric_limits<double>::infinity();
    const auto of = [&](PointProperty p) { return static_cast<double>(body.property(i, p)); };
    const double modulus = of(PointProperty::lambda) + 2 * of(PointProperty::mu);
    const double spacing = thinnest_spacing(scratch, i);
    if (modulus > 0 && spacing > 0) step = settings.courant * spacing / std::sqrt(modulus / of(PointProperty::density));
    if (settings.integrator == Integrator::newmark) return step;
    double drag = 0;
    for (std::uint32_t n = scratch.graph.rows[i]; n < scratch.graph.rows[i + 1]; ++n)
        drag += static_cast<double>(scratch.drag[n]);
    // Two particles that drag each other relax at twice the rate of one in a fluid at rest.
    return drag > 0 ? std::min(step, 0.5 * static_cast<double>(body.mass[i]) / drag) : step;
}

}  // namespace

double stable_step(const PointBody& body, const PointBased& settings, PointWork& work) {
    PointScratch& scratch = work.scratch;
    PLIANT_ASSERT(settings.courant > 0 && scratch.basis_inverse.size() == body.size());
    scratch.sums.resize((body.size() + point_chunk - 1) / point_chunk);
    for_particles(body, [&](std::size_t begin, std::size_t end) {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = begin; i < end; ++i) least = std::min(least, stable_step_of(body, settings, scratch, i));
        scratch.sums[begin / point_chunk][0] = least;
    });
    double step = std::numeric_limits<double>::infinity();
    for (const std::array<double, 4>& sums : scratch.sums) step = std::min(step, sums[0]);
    return step;
}

}  // namespace pliant
