#include "sim/point_solver.hpp"

#include "measure/point_measure.hpp"
#include "point_based/loops.hpp"
#include "sim/blades.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// One body during one of its shorter steps, which lasts `dt` and starts at `time`.
struct OwnStep {
    PointSolver& solver;
    std::size_t k;  ///< which body
    double dt, time;

    const Model& model() const { return solver.model; }
    const PointModel& rule() const { return model().points[k]; }
    PointBody& body() const { return solver.bodies[k]; }
    PointBodyScratch& scratch() const { return solver.scratch[k]; }
    std::uint32_t number() const { return static_cast<std::uint32_t>(k) + 1; }

    void mark_held() const {
        pliant::mark_held(model().pins, solver.slots, number(), body().size(), time, dt, scratch().held);
    }
    void hold_pins() const {
        pliant::hold_pins(model().pins, solver.pins, solver.slots, number(), solver.set(k), time, dt);
    }
    void apply_fields() const {
        if (model().fields.empty()) return;
        scratch().acceleration.resize(body().size());
        const ParticleSet set = solver.set(k);
        for_particles(body(), [&](std::size_t begin, std::size_t end) {
            sum_fields(model().fields, set, time, dt, begin, end, scratch().acceleration);
        });
    }
    void remember_velocities() const {
        if (model().obstacles.empty()) return;
        scratch().arriving.resize(body().size());
        for_particles(body(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                for (int a = 0; a < 3; ++a) scratch().arriving[i].value[a] = body().particles[i].velocity[a];
        });
    }
    void collide(StepReport& report) const {
        if (model().obstacles.empty()) return;
        place_obstacles(model().obstacles, time, dt, solver.obstacles);
        const ContactInput step{time,
                                dt,
                                2 * model().gravity.norm() * dt,
                                model().speed_limit,
                                model().bodies,
                                model().obstacles,
                                model().soft.colliders.settings,
                                solver.apart};
        const ParticleSet set = solver.set(k);
        scratch().touched.assign((body().size() + point_chunk - 1) / point_chunk, {});
        scratch().push.assign(body().size(), {});
        for_particles(body(), [&](std::size_t begin, std::size_t end) {
            collide_with_obstacles({step, solver.obstacles, set, scratch().arriving, scratch().push}, begin, end,
                                   scratch().touched[begin / point_chunk]);
        });
        for (const Vector4& push : scratch().push) scratch().impulse += vec(push.value);
        for (const ChunkReport& chunk : scratch().touched) {
            report.contacts += chunk.contacts;
            report.max_penetration = std::max(report.max_penetration, chunk.max_penetration);
        }
    }
    void run(StepReport& report, PointReport& done) const {
        mark_held();
        apply_fields();
        remember_velocities();
        PointInput input;
        input.dt = dt;
        input.gravity = model().gravity;
        input.speed_limit = model().speed_limit;
        input.acceleration = model().fields.empty() ? nullptr : scratch().acceleration.data();
        input.held = scratch().held.empty() ? nullptr : scratch().held.data();
        const Vec3& origin = model().bodies[rule().body].origin;
        if (!model().obstacles.empty())
            input.inside = [this, &origin](const Vec3& local) {
                return inside_obstacle(solver.obstacles, origin + local);
            };
        if (rule().may_break) {
            place_blades(model().obstacles, time + dt, scratch().blades);
            input.breaking = &rule().breaking;
            input.cracks = {time, dt, origin, scratch().blades};
        }
        refresh(body(), scratch().work, done);
        pliant::move(body(), rule().settings, input, scratch().work, done);
        hold_pins();
        collide(report);
        hold_pins();
        if (!settle(body(), rule().settings, input, scratch().work, done)) return;
        PLIANT_ASSERT(is_consistent(body()));
        scratch().work.invalidate();
        find_slots(solver.pins, number(), body().id, solver.slots);
        mark_held();
    }
};

/// The first particle that is as fast as is allowed.
Culprit fastest_of(const PointBody& body, std::uint32_t number, double limit) {
    for (std::size_t i = 0; i < body.size(); ++i)
        if (!(vec(body.particles[i].velocity).norm() < 0.999 * limit)) return Culprit::particle(number, body.id[i]);
    return Culprit::of_body(number);
}

}  // namespace

std::uint64_t point_steps_needed(const PointBased& settings, const PointBody& body, double dt, PointWork& work) {
    double step = stable_step(body, settings, work.scratch);
    if (settings.max_step > 0) step = std::min(step, settings.max_step);
    const double pieces = std::ceil(dt / step * (1 - 1e-9));
    return pieces < static_cast<double>(most_point_steps)
               ? std::max(std::uint64_t{1}, static_cast<std::uint64_t>(pieces))
               : most_point_steps;
}

std::uint32_t first_point_id(const Model& model, std::uint32_t built) {
    for (const RigidBody& rigid : model.rigid) built += static_cast<std::uint32_t>(rigid.particles.size());
    return built;
}

void PointSolver::prepare() {
    PLIANT_ASSERT(bodies.size() == model.points.size());
    scratch.resize(bodies.size());
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        scratch[k].work.kernels = model.point_kernels;
        scratch[k].work.invalidate();
    }
    follow_edits();
}

void PointSolver::begin(StepReport&) {
    for (PointBodyScratch& body : scratch) {
        body.work.resampling.events.clear();
        if (frame_begins) body.impulse = Vec3::Zero();
    }
}

double PointSolver::next_own_step(std::size_t k, double left) {
    const std::uint64_t pieces = point_steps_needed(model.points[k].settings, bodies[k], left, scratch[k].work);
    return std::max(left / static_cast<double>(pieces), model.dt / static_cast<double>(most_point_steps));
}

void PointSolver::move(const StageClock& clock, StepReport& report, const Meeting& meet) {
    clock(Stage::points, [&] {
        for (PointBodyScratch& body : scratch) body.done = {};
        if (meet) {
            move_together(report, meet);
        } else {
            for (std::size_t k = 0; k < bodies.size(); ++k) move_alone(k, report);
        }
        for (std::size_t k = 0; k < bodies.size(); ++k) add_report(k, report);
    });
}

void PointSolver::move_alone(std::size_t k, StepReport& report) {
    PointReport& done = scratch[k].done;
    double left = model.dt;
    while (left > 0) {
        refresh(bodies[k], scratch[k].work, done);
        const double dt = next_own_step(k, left);
        OwnStep{*this, k, dt, time + (model.dt - left)}.run(report, done);
        left = dt < left ? left - dt : 0;
    }
}

void PointSolver::move_together(StepReport& report, const Meeting& meet) {
    double left = model.dt;
    while (left > 0) {
        double dt = left;
        for (std::size_t k = 0; k < bodies.size(); ++k) {
            refresh(bodies[k], scratch[k].work, scratch[k].done);
            dt = std::min(dt, next_own_step(k, left));
        }
        for (std::size_t k = 0; k < bodies.size(); ++k)
            OwnStep{*this, k, dt, time + (model.dt - left)}.run(report, scratch[k].done);
        left = dt < left ? left - dt : 0;
        meet(dt, left);
    }
}

void PointSolver::add_report(std::size_t k, StepReport& report) const {
    const PointReport& done = scratch[k].done;
    report.point_steps = std::max(report.point_steps, done.steps);
    report.splits += done.splits;
    report.merges += done.merges;
    report.cluster_splits += done.cracks;
    report.breaking_force = std::max(report.breaking_force, done.breaking_force);
    report.embedding_sweeps = std::max(report.embedding_sweeps, done.longest_embedding);
    report.embedding_residual = std::max(report.embedding_residual, done.embedding_residual);
    const std::uint32_t number = model.points[k].body;
    if (done.speed_limited > 0)
        report.warn(Warning::speed_limited, done.speed_limited, fastest_of(bodies[k], number, model.speed_limit));
    report.warn(Warning::fly_away, done.rejoined, Culprit::particle(number, done.first_rejoined));
    report.warn(Warning::unconverged, done.unconverged, Culprit::of_body(number));
}

ParticleSet PointSolver::set(std::size_t k) {
    PointBody& body = bodies[k];
    ParticleSet set;
    set.bodies = model.bodies;
    set.particles = body.particles;
    set.mass = body.mass;
    set.only_body = model.points[k].body;
    set.friction = body.material.column(static_cast<std::size_t>(PointProperty::friction));
    set.restitution = body.material.column(static_cast<std::size_t>(PointProperty::restitution));
    set.held = scratch[k].held;
    set.support = body.radius.data();
    set.embedded = body.embedded;
    if (!body.fragment_parents.empty()) set.fragment = body.fragment;
    // `arriving` stays empty: over the many steps that a step is cut into, what forces added is part of the motion.
    set.total_impulse = &scratch[k].impulse;
    return set;
}

void PointSolver::add_particles(ParticleSets& sets) {
    for (std::size_t k = 0; k < bodies.size(); ++k) sets.push_back(set(k));
}

void PointSolver::follow_edits() {
    for (std::size_t k = 0; k < bodies.size(); ++k)
        find_slots(pins, static_cast<std::uint32_t>(k) + 1, bodies[k].id, slots);
}

void PointSolver::measure(Stats& stats) const {
    for (std::size_t k = 0; k < bodies.size(); ++k)
        measure_points(model.bodies[model.points[k].body], bodies[k], stats);
}

void PointSolver::add_to(Frame& frame, std::uint32_t built) const {
    std::vector<std::uint32_t> numbers;
    for (const PointModel& points : model.points) numbers.push_back(points.body);
    // After the clusters, before the rigid bodies.
    const auto first_cluster = static_cast<std::uint32_t>(frame.built_clusters - model.rigid.size() - bodies.size());
    add_points(model.bodies, bodies, numbers, first_point_id(model, built), first_cluster, model.soft.fracture.any,
               frame);
}

void PointSolver::keep_out_of_obstacles(double start, double dt) {
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        const OwnStep step{*this, k, dt, start};
        StepReport counted_before;
        step.remember_velocities();
        step.collide(counted_before);
        step.hold_pins();
    }
}

}  // namespace pliant
