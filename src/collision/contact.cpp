#include "collision/contact.hpp"

#include "collision/recovery.hpp"
#include "core/assert.hpp"

#include <algorithm>
#include <optional>

namespace pliant {
namespace {

Vec3 to_local(const RigidPose& pose, const Vec3& world) {
    return pose.rotation.transpose() * (world - pose.translation);
}

/// The ball's centre on its way from a to b in the obstacle's coordinates.
struct Way {
    const ObstacleBody& obstacle;
    Vec3 a, b;
    double radius;

    double length() const { return (b - a).norm(); }
    Vec3 point(double s) const { return a + s * (b - a); }
    double gap(double s) const { return obstacle.distance(point(s)) - radius; }
};

/// The first s in [low, 1] where the gap is at most `close`, if any. The obstacle is convex, hence so is the gap along
/// a segment: its minimum is found by thirds, the crossing before it by halves.
std::optional<double> first_graze(const Way& way, double low, double close) {
    double left = low, right = 1;
    for (int i = 0; i < 80; ++i) {
        const double third = (right - left) / 3;
        if (way.gap(left + third) < way.gap(right - third))
            right -= third;
        else
            left += third;
    }
    if (way.gap(right) > close) return std::nullopt;
    double outside = low;
    for (int i = 0; i < 50; ++i) {
        const double middle = 0.5 * (outside + right);
        (way.gap(middle) > close ? outside : right) = middle;
    }
    return right;
}

/// Sphere tracing: the first s where the ball touches, if any.
std::optional<double> first_touch(const Way& way) {
    const double length = way.length();
    const double close = 1e-3 * way.radius + 1e-6 * length;
    double travelled = 0;
    // The distance is a lower bound of the free way, so each move is safe. A path that grazes makes tiny moves; along a
    // mesh it cannot be searched, and goes on by a twentieth of the radius at least: no deeper than that does it get
    // in.
    const bool convex = way.obstacle.is_convex();
    const double least = convex ? 0 : std::max(0.05 * way.radius, 1e-3 * length);
    for (int i = 0; i < (convex ? 32 : 1000); ++i) {
        const double gap = way.gap(length > 0 ? travelled / length : 0);
        if (gap <= close) return length > 0 ? travelled / length : 0;
        travelled += std::max(gap, least);
        if (travelled > length) return std::nullopt;
    }
    return convex ? first_graze(way, travelled / length, close) : std::nullopt;
}

/// Where the ball ends when the obstacle is in its way, in own coordinates; none when it is not.
struct Landing {
    Vec3 position, normal;
};
std::optional<Landing> find_touch(const Way& way, double gap_after, double recovered) {
    const ObstacleBody& obstacle = way.obstacle;
    const double gap_before = way.gap(0);
    if (gap_before + gap_after > way.length()) return std::nullopt;
    Vec3 contact = way.a;
    if (gap_before > 0) {
        const std::optional<double> hit = first_touch(way);
        if (!hit) return std::nullopt;
        contact = way.point(*hit);
    }
    // Slide: the rest of the way continues in the tangent plane of the touch. One that starts in touch, or inside,
    // leaves by the side nearest to its start, whatever lies at the end of its way; from inside it eases out.
    Landing touch{way.b, obstacle.normal(contact)};
    const double allowed = (1 - recovered) * std::min(0.0, gap_before);
    contact += (allowed - std::min(0.0, gap_before)) * touch.normal;
    touch.position += touch.normal * std::max(0.0, touch.normal.dot(contact - way.b));
    const double gap = obstacle.distance(touch.position) - way.radius;
    if (gap < allowed) {
        touch.normal = obstacle.normal(touch.position);
        touch.position -= (gap - allowed) * touch.normal;
    }
    return touch;
}

}  // namespace

bool resolve_contact(const ObstacleStep& step, const ContactSettings& settings, MovingPoint& point,
                     double& penetration) {
    PLIANT_ASSERT(step.obstacle && settings.dt > 0 && settings.friction >= 0 && settings.restitution >= 0);
    const ObstacleBody& obstacle = *step.obstacle;
    const Vec3 before = to_local(step.before, point.before), after = to_local(step.after, point.position);
    const double gap = obstacle.distance(after) - point.radius;
    const double recovered = std::min(1.0, recovery_rate * settings.dt);
    const std::optional<Landing> touch = find_touch({obstacle, before, after, point.radius}, gap, recovered);
    if (!touch) return false;
    penetration = std::max(0.0, -gap);

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
    const Vec3 tangent_impulse =
        slip > 0 ? Vec3(tangential * (-std::min(settings.friction * impulse, slip) / slip)) : Vec3::Zero();
    point.velocity += impulse * normal + tangent_impulse;
    point.position += settings.dt * tangent_impulse;
    return true;
}

}  // namespace pliant
