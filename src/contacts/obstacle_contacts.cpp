#include "contacts/obstacle_contacts.hpp"

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

void add_load(std::uint32_t piece, double impulse, std::vector<PieceLoad>& loads) {
    if (loads.empty() || loads.back().piece != piece) loads.push_back({piece});
    loads.back().impulse += impulse;
}

/// One particle against all obstacles; true when it touched any.
bool collide_point(const ObstacleInput& input, std::size_t i, MovingPoint& point, ChunkReport& report) {
    ContactSettings settings{input.step.dt, 0, 0, input.step.resting_speed};
    const double friction = static_cast<double>(input.set.friction[i]);
    const double restitution = static_cast<double>(input.set.restitution[i]);
    bool touched = false;
    for (std::size_t k = 0; k < input.obstacles.size(); ++k) {
        const ObstacleStep& step = input.obstacles[k];
        if (!may_touch(step, point) || input.step.apart.holds(input.set.body_of(i), input.step.obstacle_number(k)))
            continue;
        const Obstacle& obstacle = step.obstacle->description();
        if (obstacle.cuts && input.set.info(i).is_cut) continue;
        settings.friction = std::sqrt(friction * obstacle.friction);
        settings.restitution = std::max(restitution, obstacle.restitution);
        double penetration = 0;
        const Vec3 before = point.velocity;
        if (!resolve_contact(step, settings, point, penetration)) continue;
        if (!input.pieces.empty() && step.before.rotation == step.after.rotation)
            add_load(input.pieces[i], static_cast<double>(input.set.mass[i]) * (point.velocity - before).norm(),
                     report.loads);
        touched = true;
        ++report.contacts;
        report.max_penetration = std::max(report.max_penetration, penetration);
    }
    return touched;
}

}  // namespace

void place_obstacles(std::span<const ObstacleBody> obstacles, double time, double dt,
                     std::vector<ObstacleStep>& steps) {
    PLIANT_ASSERT(dt > 0);
    steps.clear();
    for (const ObstacleBody& obstacle : obstacles) steps.push_back(step_of(obstacle, time, dt));
}

bool inside_obstacle(std::span<const ObstacleStep> obstacles, const Vec3& point) {
    return std::any_of(obstacles.begin(), obstacles.end(), [&](const ObstacleStep& step) {
        return step.obstacle->distance(step.after.rotation.transpose() * (point - step.after.translation)) < 0;
    });
}

void collide_with_obstacles(const ObstacleInput& input, std::size_t begin, std::size_t end, ChunkReport& report) {
    PLIANT_ASSERT(end <= input.set.size() && input.push.size() == input.set.size());
    PLIANT_ASSERT(input.obstacles.size() == input.step.obstacles.size());
    for (std::size_t i = begin; i < end; ++i) {
        if (input.set.is_hidden(i)) continue;
        const Vec3 world = input.set.position(i), velocity = input.set.velocity(i);
        const Vec3 arriving = input.arriving.empty() ? Vec3(Vec3::Zero()) : vec(input.arriving[i].value);
        MovingPoint point{world - input.step.dt * velocity, world, velocity, input.set.radius(i), arriving};
        if (!collide_point(input, i, point, report)) continue;
        const Vec3 impulse = static_cast<double>(input.set.mass[i]) * (point.velocity - velocity);
        for (int k = 0; k < 3; ++k) input.push[i].value[k] += static_cast<Real>(impulse[k]);
        set_vector(input.set.particles[i].position, point.position - input.set.origin(i));
        set_vector(input.set.particles[i].velocity, point.velocity);
    }
}

}  // namespace pliant
