#include "sim/obstacle_contacts.hpp"

#include "core/parallel.hpp"
#include "sim/pins.hpp"
#include "sim/step.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// A cheap test in body-local coordinates that keeps all but the nearby particles away from the exact one.
struct NearTest {
    Vec3 normal = Vec3::Zero();  // planes: signed height above it
    Vec3 center = Vec3::Zero();  // others: distance to the bounding sphere
    double reach = 0;            // bounding radius plus the obstacle's own travel
    bool plane = false;

    NearTest(const ObstacleStep& step, const Vec3& origin) : plane(step.obstacle->is_plane()) {
        center = step.after.translation - origin;
        normal = step.after.rotation.col(1);
        const double travel = (step.after.translation - step.before.translation).norm();
        reach = plane ? 0 : step.obstacle->bounding_radius() + travel;
    }
    bool may_touch(const Vec3& x, double margin) const {
        if (plane) return normal.dot(x - center) < margin;
        const double r = reach + margin;
        return (x - center).squaredNorm() < r * r;
    }
};

struct Pair {
    const Model& model;
    State& state;
    const ObstacleStep& step;
    std::uint32_t body;
    NearTest near;
    double resting_speed;
    const Vector4* arriving;  // velocities at the start of the step; none when nothing bounces
};

Vec3 to_vec(const Real* v) { return Vec3(v[0], v[1], v[2]); }

void collide_particle(const Pair& pair, std::size_t i, ChunkReport& report) {
    const Model& model = pair.model;
    const BodyRange& range = model.ranges[pair.body];
    Particle& particle = pair.state.soft.particles[i];
    const Vec3 x = to_vec(particle.position), v = to_vec(particle.velocity);
    const Vec3 way = model.dt * v;
    const double radius = static_cast<double>(range.radius);
    const double margin = pair.near.plane ? radius : radius + way.norm();
    if (!pair.near.may_touch(x, margin)) return;

    const Obstacle& obstacle = pair.step.obstacle->description();
    ContactSettings settings;
    settings.dt = model.dt;
    settings.friction = std::sqrt(static_cast<double>(model.friction[i]) * obstacle.friction);
    settings.restitution = std::max(static_cast<double>(model.restitution[i]), obstacle.restitution);
    settings.resting_speed = pair.resting_speed;
    const Vec3 world = range.origin + x;
    const Vec3 arriving = pair.arriving ? to_vec(pair.arriving[i].value) : Vec3(Vec3::Zero());
    MovingPoint point{world - way, world, v, radius, arriving};
    double depth = 0;
    if (!resolve_contact(pair.step, settings, point, depth)) return;
    ++report.contacts;
    report.max_penetration = std::max(report.max_penetration, depth);
    const Vec3 local = point.position - range.origin;
    for (int k = 0; k < 3; ++k) {
        particle.position[k] = static_cast<Real>(local[k]);
        particle.velocity[k] = static_cast<Real>(point.velocity[k]);
    }
}

}  // namespace

void collide_with_obstacles(const Model& model, State& state, Scratch& scratch) {
    const double before = time_of(model, state);
    scratch.obstacles.clear();
    for (const ObstacleBody& obstacle : model.obstacles)
        scratch.obstacles.push_back({&obstacle, obstacle.pose(before), obstacle.pose(before + model.dt)});
    // What gravity adds in two steps is resting, not falling: such contacts do not bounce.
    const double resting_speed = 2 * model.gravity.norm() * model.dt;
    const Vector4* arriving = scratch.arriving.empty() ? nullptr : scratch.arriving.data();
    for_chunks(state.soft.particle_count(), particle_chunk, state.soft.particle_count() >= parallel_threshold,
               [&](std::size_t begin, std::size_t end) {
                   ChunkReport& report = scratch.chunks[begin / particle_chunk];
                   for (std::size_t i = begin; i < end;) {
                       const std::uint32_t body = state.soft.body[i];
                       const BodyRange& range = model.ranges[body];
                       const std::size_t stop = std::min<std::size_t>(end, range.first_particle + range.particle_count);
                       for (const ObstacleStep& step : scratch.obstacles) {
                           const Pair pair{model,         state,   step, body, NearTest(step, range.origin),
                                           resting_speed, arriving};
                           for (std::size_t k = i; k < stop; ++k) collide_particle(pair, k, report);
                       }
                       i = stop;
                   }
               });
    hold_pins(model, state);
}

}  // namespace pliant
