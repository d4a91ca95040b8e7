#include "sim/point_bodies.hpp"

#include "point_based/loops.hpp"
#include "shape_matching/columns_as_eigen.hpp"
#include "sim/force_fields.hpp"
#include "contacts/obstacle_contacts.hpp"
#include "sim/step.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// One body during one step of the scene.
struct Runner {
    const Model& model;
    const PointModel& points;
    PointBody& body;
    PointBodyScratch& scratch;
    std::vector<ObstacleStep>& obstacles;
    const GlueScratch& glue;
    double dt;    ///< of the steps it is cut into
    double time;  ///< at the start of the current one

    const BodyRange& range() const { return model.ranges[points.body]; }
    bool holds(const PinnedSet& pin) const { return !pin.release || time + 0.5 * dt < *pin.release; }

    void mark_held() {
        if (points.pins.empty()) return;
        scratch.held.assign(body.size(), 0);
        for (const PinnedSet& pin : points.pins)
            for (const std::uint32_t id : pin.particles)
                if (holds(pin)) scratch.held[scratch.place[id]] = 1;
    }

    void hold_pins() {
        for (const PinnedSet& pin : points.pins) {
            if (!holds(pin)) continue;
            const RigidPose before = pin.motion.pose(time), after = pin.motion.pose(time + dt);
            for (std::size_t k = 0; k < pin.particles.size(); ++k) {
                Particle& particle = body.particles[scratch.place[pin.particles[k]]];
                const Vec3 target = after(pin.start[k]);
                set_vector(particle.position, target - range().origin);
                set_vector(particle.velocity, (target - before(pin.start[k])) / dt);
            }
        }
    }

    void apply_fields() {
        if (model.fields.empty()) return;
        scratch.acceleration.resize(body.size());
        for_particles(body, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const Vec3 x = range().origin + vec(body.particles[i].position), v = vec(body.particles[i].velocity);
                Vec3 sum = Vec3::Zero();
                for (const ForceField& field : model.fields)
                    if (field.on_body[points.body] && is_active(field.force, time))
                        sum += acceleration_of(field.force, x, v, dt);
                set_vector(scratch.acceleration[i].value, sum);
            }
        });
    }

    void remember_velocities() {
        if (model.obstacles.empty()) return;
        scratch.arriving.resize(body.size());
        for_particles(body, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) scratch.arriving[i] = vec(body.particles[i].velocity);
        });
    }

    /// Resolves contacts of one particle; returns the impulse it got.
    Vec3 collide(std::size_t i, const ContactSettings& settings, ChunkReport& report) {
        Particle& particle = body.particles[i];
        const Vec3 world = range().origin + vec(particle.position), velocity = vec(particle.velocity);
        MovingPoint point{world - dt * velocity, world, velocity, point_radius(range(), body, i), scratch.arriving[i]};
        if (!collide_point(model, glue, points.body, obstacles, settings,
                           static_cast<double>(body.property(i, PointProperty::friction)),
                           static_cast<double>(body.property(i, PointProperty::restitution)), point, report))
            return Vec3::Zero();
        set_vector(particle.position, point.position - range().origin);
        set_vector(particle.velocity, point.velocity);
        return static_cast<double>(body.mass[i]) * (point.velocity - velocity);
    }

    void collide_all(StepReport& report) {
        if (model.obstacles.empty()) return;
        place_obstacles(model, time, dt, obstacles);
        ContactSettings settings{};
        settings.dt = dt;
        settings.resting_speed = 2 * model.gravity.norm() * dt;
        const std::size_t chunks = (body.size() + point_chunk - 1) / point_chunk;
        scratch.chunks.assign(chunks, {});
        scratch.chunk_impulse.assign(chunks, Vec3::Zero());
        for_particles(body, [&](std::size_t begin, std::size_t end) {
            const std::size_t chunk = begin / point_chunk;
            for (std::size_t i = begin; i < end; ++i)
                scratch.chunk_impulse[chunk] += collide(i, settings, scratch.chunks[chunk]);
        });
        for (std::size_t c = 0; c < chunks; ++c) {
            scratch.impulse += scratch.chunk_impulse[c];
            report.contacts += scratch.chunks[c].contacts;
            report.max_penetration = std::max(report.max_penetration, scratch.chunks[c].max_penetration);
        }
    }

    bool inside_obstacle(const Vec3& local) const {
        return std::any_of(obstacles.begin(), obstacles.end(), [&](const ObstacleStep& step) {
            const Vec3 own = step.after.rotation.transpose() * (range().origin + local - step.after.translation);
            return step.obstacle->distance(own) < 0;
        });
    }

    void step(StepReport& report, PointReport& done) {
        mark_held();
        apply_fields();
        remember_velocities();
        PointInput input;
        input.dt = dt;
        input.gravity = model.gravity;
        input.speed_limit = model.speed_limit;
        input.acceleration = model.fields.empty() ? nullptr : scratch.acceleration.data();
        input.held = scratch.held.empty() ? nullptr : scratch.held.data();
        if (!model.obstacles.empty()) input.inside = [this](const Vec3& local) { return inside_obstacle(local); };
        refresh(body, scratch.work, done);
        move(body, points.settings, input, scratch.work, done);
        hold_pins();
        collide_all(report);
        hold_pins();
        if (!settle(body, points.settings, input, scratch.work, done)) return;
        prepare_point_body(model, points, body, scratch);
        mark_held();
    }
};

}  // namespace

double point_radius(const BodyRange& range, const PointBody& body, std::size_t i) {
    // Among even neighbours the radius of the kernels is three spacings.
    return std::min(static_cast<double>(range.radius), static_cast<double>(body.radius[i]) / 6);
}

void prepare_point_body(const Model& model, const PointModel& points, const PointBody& body,
                        PointBodyScratch& scratch) {
    scratch.work.kernels = model.point_kernels;
    scratch.work.invalidate();
    if (points.pins.empty()) return;
    scratch.place.assign(body.next_id[0], 0);
    for (std::size_t i = 0; i < body.size(); ++i) scratch.place[body.id[i]] = static_cast<std::uint32_t>(i);
}

std::uint64_t point_steps_needed(const Model& model, const PointModel& points, const PointBody& body,
                                 PointBodyScratch& scratch) {
    double step = stable_step(body, points.settings, scratch.work);
    if (points.settings.max_step > 0) step = std::min(step, points.settings.max_step);
    const double pieces = std::ceil(model.dt / step * (1 - 1e-9));
    return pieces < static_cast<double>(most_point_steps)
               ? std::max(std::uint64_t{1}, static_cast<std::uint64_t>(pieces))
               : most_point_steps;
}

void step_point_bodies(const Model& model, State& state, Scratch& scratch, StepReport& report) {
    const bool frame_begins = state.step % static_cast<std::uint64_t>(model.substeps) == 0;
    for (std::size_t k = 0; k < state.points.size(); ++k) {
        PointBodyScratch& own = scratch.points[k];
        PointBody& body = state.points[k];
        PointReport done;
        own.work.resampling.events.clear();
        if (frame_begins) own.impulse = Vec3::Zero();
        refresh(body, own.work, done);
        const std::uint64_t pieces = point_steps_needed(model, model.points[k], body, own);
        report.point_steps = std::max(report.point_steps, pieces);
        Runner runner{
            model, model.points[k], body, own, scratch.obstacles, scratch.glue, model.dt / static_cast<double>(pieces),
            0};
        for (std::uint64_t p = 0; p < pieces; ++p) {
            runner.time = time_of(model, state) + static_cast<double>(p) * runner.dt;
            runner.step(report, done);
        }
        report.splits += done.splits;
        report.merges += done.merges;
        report.embedding_sweeps = std::max(report.embedding_sweeps, done.longest_embedding);
        report.embedding_residual = std::max(report.embedding_residual, done.embedding_residual);
        const auto warn = [&](Warning w, std::uint64_t n) { report.warnings[static_cast<std::size_t>(w)] += n; };
        warn(Warning::speed_limited, done.speed_limited);
        warn(Warning::fly_away, done.rejoined);
        warn(Warning::unconverged, done.unconverged);
    }
}

void keep_points_out_of_obstacles(const Model& model, State& state, Scratch& scratch) {
    for (std::size_t k = 0; k < state.points.size(); ++k) {
        Runner runner{model,        model.points[k], state.points[k],      scratch.points[k], scratch.obstacles,
                      scratch.glue, model.dt,        time_of(model, state)};
        StepReport counted_before;
        runner.remember_velocities();
        runner.collide_all(counted_before);
        runner.hold_pins();
    }
}

}  // namespace pliant
