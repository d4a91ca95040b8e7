#include "sim/cpu_backend.hpp"

#include "contacts/ball_contacts.hpp"
#include "contacts/cluster_contacts.hpp"
#include "contacts/rigid_contacts.hpp"
#include "core/parallel.hpp"
#include "fracture/coarse_splits.hpp"
#include "fracture/find_splits.hpp"
#include "fracture/torn.hpp"
#include "measure/point_measure.hpp"
#include "measure/soft_measure.hpp"
#include "plasticity/recluster.hpp"
#include "plasticity/refit_levels.hpp"
#include "shape_matching/repair.hpp"
#include "sim/blades.hpp"
#include "sim/follow_edits.hpp"
#include "sim/own_contacts.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace pliant {

CpuBackend::CpuBackend(const Model& model, State state) : model_(model), state_(std::move(state)) { prepare(); }

SoftSolver CpuBackend::soft() {
    return {model_,        state_.soft,           state_.pins, scratch_.soft,
            scratch_.pins, scratch_.sleep.asleep, time(),      frame_begins()};
}
PointSolver CpuBackend::points() {
    return {model_,         state_.points, state_.pins,   scratch_.points, scratch_.pins, scratch_.obstacles,
            scratch_.apart, time(),        frame_begins()};
}
RigidSolver CpuBackend::rigid() {
    return {model_, state_.rigid, scratch_.rigid, scratch_.sleep.asleep, time(), frame_begins()};
}

Sleep CpuBackend::sleep() { return {model_, state_, scratch_.sleep, scratch_.pins, time()}; }

GlueStage CpuBackend::glue() {
    return {model_,          state_.glue,   state_.rigid,   state_.points,
            state_.pins,     scratch_.glue, scratch_.apart, scratch_.rigid.arrivals,
            scratch_.points, scratch_.pins, scratch_.sets,  time(),
            frame_begins()};
}

template <class F>
void CpuBackend::for_each_solver(const F& f) {
    f(soft());
    f(points());
    f(rigid());
}

void CpuBackend::gather_sets() {
    scratch_.sets.clear();
    for_each_solver([&](auto solver) { solver.add_particles(scratch_.sets); });
}

void CpuBackend::prepare() {
    PLIANT_ASSERT(is_consistent(state_, model_));
    sleep().prepare();
    scratch_.pins.prepare(model_.pins, state_.pins, model_.sets_of_bodies());
    scratch_.obstacles.reserve(model_.obstacles.size());
    for_each_solver([](auto solver) { solver.prepare(); });
    glue().prepare();
    gather_sets();
}

SoftMoves CpuBackend::edit(const SoftEdit& changes, StepReport& report) {
    SoftMoves moves = apply(changes, report);
    prepare();
    return moves;
}

SoftMoves CpuBackend::apply(const SoftEdit& changes, StepReport& report) {
    SoftMoves moves = pliant::edit(state_.soft, changes);
    follow_edit(model_, changes, moves, state_, report);
    soft().follow_particles(changes, moves);
    return moves;
}

void CpuBackend::wake() {
    if (sleep().wake_touched()) soft().follow_sleep();
}

void CpuBackend::wake(std::uint32_t body) {
    if (sleep().wake(body)) soft().follow_sleep();
}

void CpuBackend::wake_all() {
    if (sleep().wake_all()) soft().follow_sleep();
}

void CpuBackend::forces(StepReport& report) {
    for_each_solver([&](auto solver) { solver.begin(report); });
    glue().key(report);
}

void CpuBackend::move(const StageClock& clock, StepReport& report) {
    soft().move(clock, report);
    if (meets_in_own_steps(model_)) {
        OwnContacts contacts{model_, state_, scratch_, time()};
        clock(Stage::points, [&] { contacts.begin(); });
        const auto meet = [&](double dt, double left) {
            gather_sets();
            if (contacts.meet(dt, left, report)) points().keep_out_of_obstacles(time() + model_.dt - left - dt, dt);
        };
        points().move(clock, report, std::cref(meet));  // a reference: nothing is allocated
    } else {
        points().move(clock, report);
    }
    rigid().move(clock, report);
}

void CpuBackend::hold_glue(StepReport& report) {
    gather_sets();
    glue().hold(report);
}

void CpuBackend::collide_soft_with_obstacles(const ContactInput& input) {
    if (model_.obstacles.empty()) return;
    place_obstacles(model_.obstacles, input.time, input.dt, scratch_.obstacles);
    SoftScratch& work = scratch_.soft;
    const ObstacleInput obstacles{input,         scratch_.obstacles, scratch_.sets.front(),
                                  work.arriving, work.impulse,       state_.soft.fragment};
    for_parts(work.particle_parts, soft().worth_threads(), [&](std::size_t part, std::size_t begin, std::size_t end) {
        ChunkReport& report = work.touched[part];
        report.contacts = 0;  // a second pass counts the same ones again
        collide_with_obstacles(obstacles, begin, end, report);
    });
    soft().hold_pins();
}

void CpuBackend::collide(StepReport& report) {
    const ContactInput input{time(),
                             model_.dt,
                             2 * model_.gravity.norm() * model_.dt,
                             model_.speed_limit,
                             model_.bodies,
                             model_.obstacles,
                             model_.soft.colliders.settings,
                             scratch_.apart,
                             scratch_.sleep.asleep};
    scratch_.soft.rolling.loads.clear();
    for (ChunkReport& chunk : scratch_.soft.touched) chunk.loads.clear();
    // Obstacles first: a body that rests on one must not look to the next as if it were falling. What the bodies do to
    // each other is then kept out of the obstacles.
    collide_soft_with_obstacles(input);
    const bool have_met = meets_in_own_steps(model_);
    bool moved = !have_met && collide_balls({input, scratch_.sets}, scratch_.balls, report);
    const ClusterInput clusters{input,
                                model_.soft.colliders,
                                scratch_.soft.colliders,
                                state_.soft,
                                scratch_.sets.front(),
                                soft().worth_threads(),
                                scratch_.soft.rolling.loads};
    if (collide_clusters(clusters, scratch_.soft.contacts, report)) {
        moved = true;
        soft().hold_pins();
    }
    const RigidInput rigid{input, model_.rigid, scratch_.sets, state_.rigid, scratch_.soft.particle_parts};
    if (!have_met && move_rigid_bodies(rigid, scratch_.rigid, report)) {
        moved = true;
        soft().hold_pins();
    }
    if (moved) {
        collide_soft_with_obstacles(input);
        points().keep_out_of_obstacles(time(), model_.dt);
    }
    soft().resist_rolling();
    for (const ChunkReport& chunk : scratch_.soft.touched) {
        report.contacts += chunk.contacts;
        report.max_penetration = std::max(report.max_penetration, chunk.max_penetration);
    }
}

void CpuBackend::place_glued(StepReport& report) { glue().place(report); }

void CpuBackend::fracture(StepReport& report) {
    const FractureRules& rules = model_.soft.fracture;
    if (!rules.any) return;
    SoftBodies& bodies = state_.soft;
    FractureScratch& work = scratch_.soft.fracture;
    place_blades(model_.obstacles, time(), work.blades_before);
    place_blades(model_.obstacles, time() + model_.dt, work.blades);
    FractureReport found;
    const FractureInput input{time(), model_.dt, model_.bodies, work, scratch_.soft.match, soft().worth_threads()};
    const std::vector<Split> splits = find_splits(bodies, rules, input, found);
    std::vector<Leaving> threads = find_threads(bodies, rules, input, splits);
    if (splits.empty() && threads.empty()) return;
    std::vector<std::uint32_t> touched = members_of(bodies, splits);
    for (const Leaving& thread : threads) touched.push_back(thread.particle);
    const std::vector<CoarsePieces> coarse = coarse_pieces(bodies, touched);
    const std::vector<Bond> bonds = bonds_of(bodies, rules, touched);
    SoftEdit changes = edit_of(
        bodies, splits, [&](std::uint32_t body) { return rules.bodies[body].smallest; },
        next_cluster_id(bodies, rules.built_clusters));
    changes.leaving = std::move(threads);
    if (changes.empty()) return;
    const SoftMoves moves = apply(changes, report);
    settle_parts(bodies, rules, changes, moves);
    note_torn(bodies, bonds);
    const std::vector<IdPair> twins = twins_of(bodies, changes, moves);
    const SoftEdit coarse_changes = coarse_edit(bodies, coarse, twins, next_cluster_id(bodies, rules.built_clusters));
    if (!coarse_changes.empty()) apply(coarse_changes, report);
    scratch_.pins.prepare(model_.pins, state_.pins, model_.sets_of_bodies());
    soft().follow_splits();
    glue().prepare();
    gather_sets();
    report.cluster_splits += changes.removed_clusters.size() + coarse_changes.removed_clusters.size();
    report.duplicated_particles += twins.size();
    report.breaking_force = std::max(report.breaking_force, found.force);
}

void CpuBackend::recluster(StepReport& report) {
    if (model_.soft.reclustering.any) {
        const ReclusterReport done = pliant::recluster(state_.soft, model_.soft.reclustering, *model_.soft.kernels,
                                                       model_.dt, scratch_.soft.recluster);
        report.clusters_added = done.added;
        report.clusters_removed = done.removed;
        report.embedding_sweeps = std::max(report.embedding_sweeps, done.sweeps);
        report.embedding_residual = std::max(report.embedding_residual, done.residual);
        report.embedding_milliseconds = done.embedding_milliseconds;
    }
    refit_levels(state_.soft, model_.soft.layered, *model_.soft.kernels);
    for_each_solver([](auto solver) { solver.follow_edits(); });
}

void CpuBackend::finish(StepReport& report) {
    report.steps = 1;
    name_culprits(report, frame_of(model_, state_) + 1);
    ++state_.step;
    if (model_.sleep.any && frame_begins() && sleep().fall_asleep()) soft().follow_sleep();
}

void CpuBackend::name_culprits(StepReport& report, int frame) const {
    for (Culprit& culprit : report.culprits) {
        if (culprit.kind == Culprit::Kind::none) continue;
        culprit.frame = frame;
        if (culprit.kind != Culprit::Kind::particle) continue;
        std::size_t k = 0;
        while (k < model_.points.size() && model_.points[k].body != culprit.body) ++k;
        culprit.number = k == model_.points.size() ? frame_id(state_.soft, culprit.number)
                                                   : point_frame_id(first_point_id(model_, state_.soft.counts[1]),
                                                                    culprit.number, k, model_.points.size());
    }
}

void CpuBackend::inspect(StepReport& report) {
    SoftBodies& bodies = state_.soft;
    StepReport found;
    const Limited repaired = repair_particles(bodies, scratch_.soft.particle_parts, scratch_.soft.cluster_parts);
    if (repaired.count > 0)
        found.warn(Warning::non_finite_particle, repaired.count,
                   Culprit::particle(bodies.body[repaired.first], bodies.id[repaired.first]));
    // What sleeps was looked at when it fell asleep.
    measure_volumes(bodies, scratch_.soft.cluster_parts, scratch_.soft.volumes);
    inspect_clusters(bodies, scratch_.soft.volumes, scratch_.soft.cluster_parts, found);
    name_culprits(found, frame_of(model_, state_));
    report.add(found);
}

void CpuBackend::measure() {
    MeasuredClusters& measured = scratch_.soft.measured;
    if (!measured.valid) measured = {true, measure_clusters(state_.soft, model_.dt)};
}

Stats CpuBackend::measured() {
    measure();
    Stats stats;
    for_each_solver([&](const auto& solver) { solver.measure(stats); });
    // The solvers sum m x there.
    if (stats.mass > 0) stats.center_of_mass /= stats.mass;
    stats.gravity_energy = -stats.mass * model_.gravity.dot(stats.center_of_mass);
    return stats;
}

Energy CpuBackend::energy() {
    // In the middle of a step: nothing that was measured before is of this state, nor this of the next.
    forget_measures();
    const Stats stats = measured();
    forget_measures();
    return {stats.kinetic_energy, stats.elastic_energy, stats.gravity_energy};
}

Stats CpuBackend::stats() {
    Stats stats = measured();
    stats.frame = frame_of(model_, state_);
    stats.time = time();
    stats.hash = hash_state(state_);
    stats.contact_impulses.assign(model_.bodies.size(), Vec3::Zero());
    for (std::size_t i = 0; i < scratch_.soft.impulse.size(); ++i)
        stats.contact_impulses[state_.soft.body[i]] += vec(scratch_.soft.impulse[i].value);
    for (std::size_t k = 0; k < model_.points.size(); ++k)
        stats.contact_impulses[model_.points[k].body] += scratch_.points[k].impulse;
    for (std::size_t r = 0; r < model_.rigid.size(); ++r)
        stats.contact_impulses[model_.rigid[r].body] = scratch_.rigid.impulse[r];
    stats.glue = measure_glue(model_.glue.size(), state_.glue, scratch_.glue);
    return stats;
}

Frame CpuBackend::snapshot(bool fitted) {
    Frame frame;
    frame.number = frame_of(model_, state_);
    frame.time = time();
    frame.built_clusters = model_.soft.reclustering.built_clusters;
    const std::uint32_t built = state_.soft.counts[1];
    if (fitted) measure();
    if (fitted)
        soft().add_to(frame, built);
    else
        add_soft(model_.bodies, state_.soft, {}, static_cast<std::uint32_t>(model_.rigid.size()), frame);
    rigid().add_to(frame, built);
    points().add_to(frame, built);
    return frame;
}

}  // namespace pliant
