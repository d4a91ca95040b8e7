#include "live/queries.hpp"

#include "live/body_particles.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace pliant {
namespace {

/// A solid in the world: an obstacle, or a rigid body.
struct PlacedSolid {
    RigidPose pose;
    std::function<double(const Vec3&)> distance;  ///< own coordinates
    double size = 1;                              ///< m: its scale
    double reach = 0;                             ///< m about pose.translation; infinite of a plane

    Vec3 local(const Vec3& x) const { return pose.rotation.transpose() * (x - pose.translation); }
    Vec3 normal(const Vec3& own) const {
        const double h = 1e-5 * size;
        Vec3 gradient;
        for (int k = 0; k < 3; ++k) {
            const Vec3 e = h * Vec3::Unit(k);
            gradient[k] = distance(own + e) - distance(own - e);
        }
        const double length = gradient.norm();
        return length > 0 ? Vec3(pose.rotation * (gradient / length)) : Vec3(pose.rotation.col(1));
    }
};

PlacedSolid placed(const ObstacleBody& obstacle, double time) {
    PlacedSolid solid{obstacle.pose(time), [&](const Vec3& p) { return obstacle.distance(p); }, 1,
                      obstacle.bounding_radius()};
    if (!obstacle.is_plane()) solid.size = obstacle.bounding_radius();
    return solid;
}
PlacedSolid placed(const RigidBody& body, const RigidMotion& motion) {
    return {pose_of(motion), [&](const Vec3& p) { return body.solid->distance(p); }, body.reach, body.reach};
}

/// Marches by the distance, which is never more than the way to the surface.
std::optional<double> march(const PlacedSolid& solid, const Vec3& from, const Vec3& direction, double longest) {
    constexpr int most_steps = 400;
    const Vec3 start = solid.local(from), along = solid.pose.rotation.transpose() * direction;
    double t = 0, end = longest;
    if (std::isfinite(solid.reach)) {
        // Only inside of its ball can the ray meet it.
        const double b = start.dot(along), c = start.squaredNorm() - solid.reach * solid.reach * 1.01;
        const double discriminant = b * b - c;
        if (discriminant < 0) return std::nullopt;
        t = std::max(0.0, -b - std::sqrt(discriminant));
        end = std::min(end, -b + std::sqrt(discriminant));
    } else {
        end = std::min(end, 1e7);
    }
    const double close = 1e-6 * solid.size;
    for (int k = 0; k < most_steps && t <= end; ++k) {
        const double gap = solid.distance(start + t * along);
        if (gap <= close) return t;
        t += gap;
    }
    return std::nullopt;
}

bool has_skin(std::span<const SkinFrame> skins, std::uint32_t body) {
    return body < skins.size() && skins[body].mesh && !skins[body].points.empty();
}

void take_nearer(std::optional<Hit>& best, const Hit& hit) {
    if (!best || hit.distance < best->distance) best = hit;
}

template <class F>
void for_solids(const Model& model, const State& state, const F& f) {
    for (std::size_t r = 0; r < model.rigid.size(); ++r)
        f(Hit::Kind::body, model.rigid[r].body, placed(model.rigid[r], state.rigid.motions[r]));
    const double time = time_of(model, state);
    for (std::uint32_t k = 0; k < model.obstacles.size(); ++k)
        f(Hit::Kind::obstacle, k, placed(model.obstacles[k], time));
}

/// The nearest of a body's particles to a world point.
std::uint32_t nearest_particle(const Model& model, const State& state, std::uint32_t body, const Vec3& point) {
    const auto r = rigid_number(model, body);
    if (!r) {
        const auto particles = particles_of_body(model, state, body);
        std::uint32_t best = 0;
        for (std::uint32_t k = 1; k < particles.size(); ++k)
            if ((particles.position(k) - point).squaredNorm() < (particles.position(best) - point).squaredNorm())
                best = k;
        return best;
    }
    const RigidPose pose = pose_of(state.rigid.motions[*r]);
    const Vec3 own = pose.rotation.transpose() * (point - pose.translation);
    std::uint32_t best = 0;
    const std::vector<Vec3>& particles = model.rigid[*r].particles;
    for (std::uint32_t k = 1; k < particles.size(); ++k)
        if ((particles[k] - own).squaredNorm() < (particles[best] - own).squaredNorm()) best = k;
    return best;
}

}  // namespace

double ball_radius(const Model& model, const State& state, std::uint32_t body, std::size_t particle) {
    const double coarse = static_cast<double>(model.bodies[body].radius);
    for (std::size_t k = 0; k < model.points.size(); ++k)
        if (model.points[k].body == body)
            return std::min(coarse, static_cast<double>(state.points[k].radius[particle]) / 6);
    const SlotRange range = particles_of(state.soft, body);
    return std::max(coarse, static_cast<double>(state.soft.reach[range.first + particle]));
}

std::optional<Hit> first_hit(const Model& model, const State& state, std::span<const SkinFrame> skins, const Vec3& from,
                             const Vec3& ray, double longest) {
    const Vec3 direction = ray.normalized();
    std::optional<Hit> best;
    for (std::uint32_t body = 0; body < model.bodies.size(); ++body) {
        if (rigid_number(model, body)) continue;
        if (has_skin(skins, body)) {
            auto hit = ray_on_skin(skins[body], body, from, direction, best ? best->distance : longest);
            if (hit) hit->particle = nearest_particle(model, state, body, hit->point);
            if (hit) take_nearer(best, *hit);
            continue;
        }
        const auto particles = particles_of_body(model, state, body);
        for (std::uint32_t k = 0; k < particles.size(); ++k) {
            const Vec3 center = particles.position(k), to = center - from;
            const double along = to.dot(direction), radius = ball_radius(model, state, body, k);
            const double squared = radius * radius - (to - along * direction).squaredNorm();
            if (squared < 0 || along < 0) continue;
            const double t = std::max(0.0, along - std::sqrt(squared));
            if (t > longest || (best && t >= best->distance)) continue;
            const Vec3 point = from + t * direction;
            best = Hit{Hit::Kind::body, body, k, t, point, (point - center).normalized()};
        }
    }
    for_solids(model, state, [&](Hit::Kind kind, std::uint32_t index, const PlacedSolid& solid) {
        const auto t = march(solid, from, direction, best ? best->distance : longest);
        if (!t) return;
        const Vec3 point = from + *t * direction;
        const std::uint32_t particle = kind == Hit::Kind::body ? nearest_particle(model, state, index, point) : 0;
        take_nearer(best, {kind, index, particle, *t, point, solid.normal(solid.local(point))});
    });
    return best;
}

std::optional<Hit> nearest_hit(const Model& model, const State& state, std::span<const SkinFrame> skins,
                               const Vec3& point, double farthest) {
    std::optional<Hit> best;
    for (std::uint32_t body = 0; body < model.bodies.size(); ++body) {
        if (rigid_number(model, body)) continue;
        if (has_skin(skins, body)) {
            auto hit = nearest_on_skin(skins[body], body, point, farthest);
            if (hit) hit->particle = nearest_particle(model, state, body, hit->point);
            if (hit) take_nearer(best, *hit);
            continue;
        }
        const auto particles = particles_of_body(model, state, body);
        for (std::uint32_t k = 0; k < particles.size(); ++k) {
            const Vec3 away = point - particles.position(k);
            const double length = away.norm(), radius = ball_radius(model, state, body, k), gap = length - radius;
            if (gap > farthest || (best && gap >= best->distance)) continue;
            const Vec3 normal = length > 0 ? Vec3(away / length) : Vec3(Vec3::UnitY());
            best = Hit{Hit::Kind::body, body, k, gap, point - gap * normal, normal};
        }
    }
    for_solids(model, state, [&](Hit::Kind kind, std::uint32_t index, const PlacedSolid& solid) {
        const Vec3 own = solid.local(point);
        const double gap = solid.distance(own);
        if (gap > farthest || (best && gap >= best->distance)) return;
        const Vec3 normal = solid.normal(own);
        const std::uint32_t particle = kind == Hit::Kind::body ? nearest_particle(model, state, index, point) : 0;
        best = Hit{kind, index, particle, gap, point - gap * normal, normal};
    });
    return best;
}

}  // namespace pliant
