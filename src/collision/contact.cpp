#include "collision/contact.hpp"

#include <algorithm>
#include <optional>

namespace pliant {
namespace {

Vec3 to_local(const RigidPose& pose, const Vec3& world) {
    return pose.rotation.transpose() * (world - pose.translation);
}

/// Sphere tracing from a to b: the first point where the ball of this radius touches, if any.
std::optional<Vec3> first_touch(const ObstacleBody& obstacle, const Vec3& a, const Vec3& b, double radius) {
    const double length = (b - a).norm();
    const double close = 1e-3 * radius + 1e-6 * length;
    double travelled = 0;
    // The distance function is a lower bound of the free way, so each move is safe; a grazing path is cut off at the
    // last one, where the end point's own distance decides.
    for (int i = 0; i < 64 && travelled <= length; ++i) {
        const Vec3 p = length > 0 ? Vec3(a + (b - a) * (travelled / length)) : a;
        const double gap = obstacle.distance(p) - radius;
        if (gap <= close) return p;
        travelled += gap;
    }
    return std::nullopt;
}

/// Where the ball ends when the obstacle is in its way, in own coordinates; none when it is not.
struct Touch {
    Vec3 position, normal;
};
std::optional<Touch> find_touch(const ObstacleBody& obstacle, const Vec3& before, const Vec3& after, double radius,
                                double gap_after) {
    const double gap_before = obstacle.distance(before) - radius;
    if (gap_before + gap_after > (after - before).norm()) return std::nullopt;
    Touch touch{after, obstacle.normal(after)};
    if (gap_before > 0) {
        const std::optional<Vec3> hit = first_touch(obstacle, before, after, radius);
        if (!hit && gap_after >= 0) return std::nullopt;
        if (hit) {
            // Slide: the rest of the way continues in the tangent plane of the touch.
            touch.normal = obstacle.normal(*hit);
            touch.position = after + touch.normal * std::max(0.0, touch.normal.dot(*hit - after));
        }
    }
    const double gap = obstacle.distance(touch.position) - radius;
    if (gap < 0) {
        touch.normal = obstacle.normal(touch.position);
        touch.position -= gap * touch.normal;
    }
    return touch;
}

}  // namespace

bool resolve_contact(const ObstacleStep& step, const ContactSettings& settings, MovingPoint& point, double& depth) {
    const ObstacleBody& obstacle = *step.obstacle;
    const Vec3 before = to_local(step.before, point.before), after = to_local(step.after, point.position);
    const double gap = obstacle.distance(after) - point.radius;
    const std::optional<Touch> touch = find_touch(obstacle, before, after, point.radius, gap);
    if (!touch) return false;
    depth = std::max(0.0, -gap);

    const Vec3 normal = step.after.rotation * touch->normal;
    const Vec3 surface = (step.after(touch->position) - step.before(touch->position)) / settings.dt;
    const Vec3 relative = point.velocity - surface;
    const double approach = -relative.dot(normal);
    point.position = step.after(touch->position);
    if (approach <= 0) return true;
    const double impact = std::min(approach, -(point.arriving - surface).dot(normal));
    const double impulse = approach + (impact > settings.resting_speed ? settings.restitution * impact : 0);
    const Vec3 tangential = relative + approach * normal;
    const double slip = tangential.norm();
    const Vec3 grip =
        slip > 0 ? Vec3(tangential * (-std::min(settings.friction * impulse, slip) / slip)) : Vec3::Zero();
    point.velocity += impulse * normal + grip;
    point.position += settings.dt * grip;
    return true;
}

}  // namespace pliant
