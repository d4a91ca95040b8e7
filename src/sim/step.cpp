#include "sim/step.hpp"

#include "core/parallel.hpp"
#include "plasticity/flow.hpp"
#include "plasticity/recluster.hpp"
#include "plasticity/refit_levels.hpp"
#include "contacts/body_contacts.hpp"
#include "sim/force_fields.hpp"
#include "sim/glue_step.hpp"
#include "contacts/obstacle_contacts.hpp"
#include "sim/pins.hpp"
#include "sim/point_bodies.hpp"
#include "contacts/point_contacts.hpp"
#include "contacts/rigid_contacts.hpp"
#include "sim/rigid_forces.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

namespace pliant {
namespace {

/// Adds the time of its scope to a stage.
class StageTimer {
  public:
    StageTimer(StepReport& report, Stage stage)
        : total_(report.milliseconds[static_cast<std::size_t>(stage)]), start_(Clock::now()) {}
    ~StageTimer() { total_ += std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;

  private:
    using Clock = std::chrono::steady_clock;
    double& total_;
    Clock::time_point start_;
};

StepInput step_input(const Model& model, const Scratch& scratch) {
    StepInput input;
    input.dt = static_cast<Real>(model.dt);
    for (int k = 0; k < 3; ++k) input.gravity.value[k] = static_cast<Real>(model.gravity[k]);
    input.acceleration = scratch.acceleration.empty() ? nullptr : scratch.acceleration.data();
    input.speed_limit = static_cast<Real>(model.speed_limit);
    input.damping = model.damping;
    input.any_deformation_rotation = model.any_deformation_rotation;
    input.flows = model.any_plastic;
    input.limits_strain = model.max_strain_sweeps > 0;
    return input;
}

/// At the start of a frame.
void forget_impulses(Scratch& scratch) {
    std::fill(scratch.impulse.begin(), scratch.impulse.end(), Vector4{});
    std::fill(scratch.rigid.impulse.begin(), scratch.rigid.impulse.end(), Vec3::Zero());
    std::fill(scratch.glue.force.begin(), scratch.glue.force.end(), 0.0);
    scratch.glue.steps = 0;
}

/// Level weights that change over time: W α / h and W k_d of the clusters of those bodies.
void key_level_weights(const Model& model, State& state) {
    SoftBodies& soft = state.soft;
    for (const KeyedLevels& keyed : model.keyed_levels) {
        for (std::size_t c = 0; c < soft.cluster_count(); ++c) {
            if (soft.cluster_body[c] != keyed.body) continue;
            const Real weight = static_cast<Real>(keyed.schedule.weight(soft.mode[c].level, time_of(model, state)));
            for (std::size_t k = 0; k < 2; ++k) soft.response.at(c, k) = weight * soft.full_response.at(c, k);
        }
    }
}

void match_clusters(const Model& model, const StepInput& input, State& state, Scratch& scratch) {
    for_ranges(scratch.cluster_chunks, worth_threads(state), [&](std::size_t begin, std::size_t end) {
        model.kernels->match(state.soft, scratch.match, input, begin, end);
    });
}

/// Rest shapes flow after the springs of this step were set: the new ones pull from the next step on.
void flow_plastically(const Model& model, State& state, const Scratch& scratch) {
    if (!model.any_plastic) return;
    for_ranges(scratch.cluster_chunks, worth_threads(state), [&](std::size_t begin, std::size_t end) {
        flow_clusters(state.soft, scratch.match, model.dt, !model.layered.empty(), begin, end);
    });
}

void keep_velocities(const SoftBodies& soft, std::size_t begin, std::size_t end, std::vector<Vector4>& kept) {
    for (std::size_t i = begin; i < end; ++i)
        for (int k = 0; k < 3; ++k) kept[i].value[k] = soft.particles[i].velocity[k];
}

void integrate(const Model& model, const StepInput& input, State& state, Scratch& scratch) {
    for_chunks(state.soft.particle_count(), particle_chunk, worth_threads(state),
               [&](std::size_t begin, std::size_t end) {
                   scratch.chunks[begin / particle_chunk] = {};
                   if (!scratch.arriving.empty()) keep_velocities(state.soft, begin, end, scratch.arriving);
                   scratch.chunks[begin / particle_chunk].speed_limited =
                       model.kernels->advance(state.soft, scratch.match, input, begin, end);
               });
    hold_pins(model, state);
}

void limit_strain(const Model& model, const StepInput& input, State& state, Scratch& scratch) {
    for (int sweep = 0; sweep < model.max_strain_sweeps; ++sweep) {
        std::atomic<bool> any_limiting = false;
        for_ranges(scratch.cluster_chunks, worth_threads(state), [&](std::size_t begin, std::size_t end) {
            if (model.kernels->limit_clusters(state.soft, scratch.match, input, sweep, begin, end))
                any_limiting.store(true, std::memory_order_relaxed);
        });
        if (!any_limiting) return;
        for_chunks(state.soft.particle_count(), particle_chunk, worth_threads(state),
                   [&](std::size_t begin, std::size_t end) {
                       model.kernels->limit_particles(state.soft, scratch.match, input, begin, end);
                   });
        hold_pins(model, state);
    }
}

/// Clusters that flowed too far are replaced, from the next step on.
void replace_clusters(const Model& model, State& state, Scratch& scratch, StepReport& report) {
    if (!model.reclustering.any) return;
    const ReclusterReport done = recluster(state.soft, model.reclustering, *model.kernels, model.dt, scratch.recluster);
    report.clusters_added = done.added;
    report.clusters_removed = done.removed;
    report.embedding_sweeps = std::max(report.embedding_sweeps, done.sweeps);
    report.embedding_residual = std::max(report.embedding_residual, done.residual);
    report.embedding_milliseconds = done.embedding_milliseconds;
    if (scratch.recluster.edited) fit_scratch(model, state, scratch);
}

void finish(State& state, const Scratch& scratch, StepReport& report) {
    ++state.step;
    report.steps = 1;
    for (const ChunkReport& chunk : scratch.chunks) {
        report.contacts += chunk.contacts;
        report.max_penetration = std::max(report.max_penetration, chunk.max_penetration);
        report.warnings[static_cast<std::size_t>(Warning::speed_limited)] += chunk.speed_limited;
    }
}

}  // namespace

double time_of(const Model& model, const State& state) { return static_cast<double>(state.step) * model.dt; }

StepReport step(const Model& model, State& state, Scratch& scratch) {
    StepReport report;
    const StepInput input = step_input(model, scratch);
    const auto timed = [&](Stage stage, auto&& work) {
        const StageTimer timer(report, stage);
        work();
    };
    timed(Stage::forces, [&] {
        if (state.step % static_cast<std::uint64_t>(model.substeps) == 0) forget_impulses(scratch);
        key_level_weights(model, state);
        apply_forces(model, state, scratch);
        push_rigid_bodies(model, state, scratch, report);
        key_glue(model, state, scratch, report);
    });
    timed(Stage::match, [&] { match_clusters(model, input, state, scratch); });
    timed(Stage::flow, [&] { flow_plastically(model, state, scratch); });
    timed(Stage::integrate, [&] { integrate(model, input, state, scratch); });
    timed(Stage::strain, [&] { limit_strain(model, input, state, scratch); });
    timed(Stage::points, [&] { step_point_bodies(model, state, scratch, report); });
    timed(Stage::glue, [&] {
        mark_held(model, state, scratch);
        hold_glue(model, state, scratch, report);
    });
    timed(Stage::collide, [&] {
        // Obstacles first: a body that rests on one must not look to the next as if it were falling. What the bodies
        // do to each other is then kept out of the obstacles.
        collide_with_obstacles(model, state, scratch);
        bool moved = collide_points(model, state, scratch, report);
        moved |= collide_bodies(model, state, scratch, report);
        moved |= move_rigid_bodies(model, state, scratch, report);
        if (!moved) return;
        collide_with_obstacles(model, state, scratch);
        keep_points_out_of_obstacles(model, state, scratch);
    });
    timed(Stage::glue, [&] { place_glued(model, state, scratch, report); });
    timed(Stage::recluster, [&] {
        replace_clusters(model, state, scratch, report);
        refit_levels(state.soft, model.layered, *model.kernels);
    });
    timed(Stage::finish, [&] { finish(state, scratch, report); });
    return report;
}

}  // namespace pliant
