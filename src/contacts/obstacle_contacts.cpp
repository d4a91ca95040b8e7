#include "contacts/obstacle_contacts.hpp"

#include "core/parallel.hpp"
#include "sim/pins.hpp"
#include "sim/step.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

ObstacleStep step_of(const ObstacleBody& obstacle, double time, double dt) {
    ObstacleStep step{&obstacle, obstacle.pose(time), obstacle.pose(time + dt)};
    step.reach = obstacle.bounding_radius() + (step.after.translation - step.before.translation).norm();
    return step;
}

/// A cheap test that keeps all but the nearby particles away from the exact one.
bool may_touch(const ObstacleStep& step, const MovingPoint& point) {
    const Vec3 offset = point.position - step.after.translation;
    if (step.obstacle->is_plane()) return step.after.rotation.col(1).dot(offset) < point.radius;
    const double r = step.reach + point.radius + (point.position - point.before).norm();
    return offset.squaredNorm() < r * r;
}

Vec3 to_vec(const Real* v) { return Vec3(v[0], v[1], v[2]); }

}  // namespace

bool collide_point(const Model& model, const GlueScratch& glue, std::uint32_t body,
                   std::span<const ObstacleStep> obstacles, ContactSettings settings, double friction,
                   double restitution, MovingPoint& point, ChunkReport& report) {
    bool touched = false;
    for (std::size_t k = 0; k < obstacles.size(); ++k) {
        const ObstacleStep& step = obstacles[k];
        if (!may_touch(step, point) || glue.keeps_apart(body, obstacle_number(model, k))) continue;
        const Obstacle& obstacle = step.obstacle->description();
        settings.friction = std::sqrt(friction * obstacle.friction);
        settings.restitution = std::max(restitution, obstacle.restitution);
        double depth = 0;
        if (!resolve_contact(step, settings, point, depth)) continue;
        touched = true;
        ++report.contacts;
        report.max_penetration = std::max(report.max_penetration, depth);
    }
    return touched;
}

void place_obstacles(const Model& model, double time, double dt, std::vector<ObstacleStep>& steps) {
    steps.clear();
    for (const ObstacleBody& obstacle : model.obstacles) steps.push_back(step_of(obstacle, time, dt));
}

namespace {

void collide_particle(const Model& model, Scratch& scratch, std::size_t i, SoftBodies& soft, ChunkReport& report) {
    const BodyRange& range = model.ranges[soft.body[i]];
    Particle& particle = soft.particles[i];
    const Vec3 world = range.origin + to_vec(particle.position), velocity = to_vec(particle.velocity);
    const Vec3 arriving = scratch.arriving.empty() ? Vec3(Vec3::Zero()) : to_vec(scratch.arriving[i].value);
    MovingPoint point{world - model.dt * velocity, world, velocity, static_cast<double>(range.radius), arriving};
    ContactSettings settings;
    settings.dt = model.dt;
    // What gravity adds in two steps is resting, not falling: such contacts do not bounce.
    settings.resting_speed = 2 * model.gravity.norm() * model.dt;
    if (!collide_point(model, scratch.glue, soft.body[i], scratch.obstacles, settings,
                       static_cast<double>(model.friction[i]), static_cast<double>(model.restitution[i]), point,
                       report))
        return;
    const Vec3 local = point.position - range.origin;
    const Vec3 impulse = static_cast<double>(soft.mass[i]) * (point.velocity - velocity);
    for (int k = 0; k < 3; ++k) {
        scratch.impulse[i].value[k] += static_cast<Real>(impulse[k]);
        particle.position[k] = static_cast<Real>(local[k]);
        particle.velocity[k] = static_cast<Real>(point.velocity[k]);
    }
}

}  // namespace

void collide_with_obstacles(const Model& model, State& state, Scratch& scratch) {
    if (model.obstacles.empty()) return;
    place_obstacles(model, time_of(model, state), model.dt, scratch.obstacles);
    for_chunks(state.soft.particle_count(), particle_chunk, state.soft.particle_count() >= parallel_threshold,
               [&](std::size_t begin, std::size_t end) {
                   ChunkReport& report = scratch.chunks[begin / particle_chunk];
                   report.contacts = 0;  // a second pass counts the same ones again
                   for (std::size_t i = begin; i < end; ++i) collide_particle(model, scratch, i, state.soft, report);
               });
    hold_pins(model, state);
}

}  // namespace pliant
