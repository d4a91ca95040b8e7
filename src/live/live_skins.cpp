#include "live/live_skins.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

struct Corners {
    Vec3 a, b, c;
    Vec3 normal() const { return (b - a).cross(c - a); }
};

Corners corners_of(const SkinFrame& skin, std::size_t triangle) {
    return {skin.points[skin.mesh->point(triangle, 0)], skin.points[skin.mesh->point(triangle, 1)],
            skin.points[skin.mesh->point(triangle, 2)]};
}

/// Along a ray, or below 0: it misses. Both sides count.
double ray_on_triangle(const Corners& t, const Vec3& from, const Vec3& direction) {
    const Vec3 u = t.b - t.a, v = t.c - t.a, p = direction.cross(v);
    const double determinant = u.dot(p);
    if (determinant == 0) return -1;
    const Vec3 offset = from - t.a, q = offset.cross(u);
    const double along_u = offset.dot(p) / determinant, along_v = direction.dot(q) / determinant;
    if (along_u < 0 || along_v < 0 || along_u + along_v > 1) return -1;
    return v.dot(q) / determinant;
}

Vec3 nearest_on_edge(const Vec3& a, const Vec3& b, const Vec3& p) {
    const Vec3 along = b - a;
    const double squared = along.squaredNorm();
    return squared > 0 ? Vec3(a + std::clamp((p - a).dot(along) / squared, 0.0, 1.0) * along) : a;
}

Vec3 nearest_on_triangle(const Corners& t, const Vec3& p) {
    const Vec3 normal = t.normal();
    const double squared = normal.squaredNorm();
    if (squared > 0) {
        const Vec3 flat = p - normal.dot(p - t.a) / squared * normal;
        const auto inside = [&](const Vec3& a, const Vec3& b) { return normal.dot((b - a).cross(flat - a)) >= 0; };
        if (inside(t.a, t.b) && inside(t.b, t.c) && inside(t.c, t.a)) return flat;
    }
    Vec3 best = nearest_on_edge(t.a, t.b, p);
    for (const Vec3& other : {nearest_on_edge(t.b, t.c, p), nearest_on_edge(t.c, t.a, p)})
        if ((other - p).squaredNorm() < (best - p).squaredNorm()) best = other;
    return best;
}

/// How often a ray from the point crosses the surface says whether it is inside. One direction that no mesh is made
/// along.
bool is_inside(const SkinFrame& skin, const Vec3& point) {
    const Vec3 direction = Vec3(0.3117, 0.8513, 0.4221).normalized();
    std::size_t crossings = 0;
    for (std::size_t t = 0; t < skin.mesh->triangles.size(); ++t)
        crossings += ray_on_triangle(corners_of(skin, t), point, direction) > 0 ? 1 : 0;
    return crossings % 2 == 1;
}

}  // namespace

const std::vector<SkinFrame>& LiveSkins::now(const Scene& scene, const Simulation& simulation) {
    if (!skins_) skins_ = std::make_unique<Skins>(scene);
    if (!frames_.empty()) return frames_;
    const Frame frame = simulation.snapshot_unfitted();
    const auto rows = rows_by_body(frame, scene.bodies.size());
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) frames_.push_back(skins_->evaluate(b, frame, rows[b]));
    return frames_;
}

void LiveSkins::forget() {
    skins_ = nullptr;
    frames_.clear();
}

LiveSkin live_skin(const SkinFrame& skin) {
    LiveSkin live;
    if (!skin.mesh) return live;
    for (std::size_t v = 0; v < skin.mesh->vertex_count(); ++v) {
        live.positions.push_back(skin.points[skin.mesh->vertex_point[v]]);
        live.normals.push_back(skin.normals[skin.mesh->vertex_normal[v]]);
    }
    live.triangles = skin.mesh->triangles;
    return live;
}

std::optional<Hit> ray_on_skin(const SkinFrame& skin, std::uint32_t body, const Vec3& from, const Vec3& direction,
                               double longest) {
    std::optional<Hit> best;
    for (std::size_t t = 0; t < skin.mesh->triangles.size(); ++t) {
        const Corners corners = corners_of(skin, t);
        const double along = ray_on_triangle(corners, from, direction);
        if (along < 0 || along > longest || (best && along >= best->distance)) continue;
        best = Hit{Hit::Kind::body, body, 0, along, from + along * direction, corners.normal().normalized()};
    }
    return best;
}

std::optional<Hit> nearest_on_skin(const SkinFrame& skin, std::uint32_t body, const Vec3& point, double farthest) {
    std::optional<Hit> best;
    double least = farthest;
    for (std::size_t t = 0; t < skin.mesh->triangles.size(); ++t) {
        const Corners corners = corners_of(skin, t);
        const Vec3 nearest = nearest_on_triangle(corners, point);
        const double distance = (point - nearest).norm();
        if (distance > least || (best && distance >= best->distance)) continue;
        best = Hit{Hit::Kind::body, body, 0, distance, nearest, corners.normal().normalized()};
    }
    const bool closed = best && is_closed(*skin.mesh);
    if (closed && is_inside(skin, point)) best->distance = -best->distance;
    return best;
}

}  // namespace pliant
