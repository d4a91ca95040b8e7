#include "render/solids.hpp"

#include <cmath>
#include <numbers>

namespace pliant::render {
namespace {

constexpr int around = 96;  // facets of a full turn: no corner is seen on the outline at usual sizes
constexpr int quarter = 24;

/// A point of the outline in the half plane (distance from the axis, y), with the outward normal there.
struct Rim {
    double r, y;
    double normal_r, normal_y;
};

void add_ring(Mesh& mesh, const Rim& rim) {
    for (int i = 0; i < around; ++i) {
        const double angle = 2 * std::numbers::pi * i / around;
        const double c = std::cos(angle);
        const double s = std::sin(angle);
        mesh.positions.emplace_back(rim.r * c, rim.y, rim.r * s);
        mesh.normals.push_back(Vec3(rim.normal_r * c, rim.normal_y, rim.normal_r * s).normalized());
    }
}

/// Appends the surface that the outline, read from the bottom to the top, sweeps around y. Rings are not shared between
/// calls, so that an edge between two calls stays sharp.
void revolve(Mesh& mesh, const std::vector<Rim>& outline) {
    for (std::size_t k = 0; k < outline.size(); ++k) {
        const int below = static_cast<int>(mesh.positions.size()) - around;
        add_ring(mesh, outline[k]);
        if (k == 0) continue;
        for (int i = 0; i < around; ++i) {
            const int next = (i + 1) % around;
            mesh.triangles.push_back({below + i, below + around + i, below + next});
            mesh.triangles.push_back({below + next, below + around + i, below + around + next});
        }
    }
}

/// A quarter circle from `from` to `to` degrees above the equator, about (0, y).
void add_arc(std::vector<Rim>& outline, double radius, double y, double from, double to) {
    for (int i = 0; i <= quarter; ++i) {
        const double angle = (from + (to - from) * i / quarter) * std::numbers::pi / 180;
        const double c = std::cos(angle);
        const double s = std::sin(angle);
        outline.push_back({radius * c, y + radius * s, c, s});
    }
}

}  // namespace

Mesh sphere_solid(double radius) { return capsule_solid(radius, 0); }

Mesh capsule_solid(double radius, double height) {
    std::vector<Rim> outline;
    add_arc(outline, radius, -0.5 * height, -90, 0);
    add_arc(outline, radius, 0.5 * height, 0, 90);
    Mesh mesh;
    revolve(mesh, outline);
    return mesh;
}

Mesh cylinder_solid(double radius, double height) { return cone_solid(radius, radius, height); }

Mesh cone_solid(double radius, double top_radius, double height) {
    const double y = 0.5 * height;
    const double lean = radius - top_radius;
    Mesh mesh;
    revolve(mesh, {{0, -y, 0, -1}, {radius, -y, 0, -1}});
    revolve(mesh, {{radius, -y, height, lean}, {top_radius, y, height, lean}});
    revolve(mesh, {{top_radius, y, 0, 1}, {0, y, 0, 1}});
    return mesh;
}

Mesh box_solid(const Vec3& size) {
    Mesh mesh;
    for (int axis = 0; axis < 3; ++axis) {
        for (double side : {-1.0, 1.0}) {
            const Vec3 normal = side * Vec3::Unit(axis);
            const Vec3 u = Vec3::Unit((axis + 1) % 3);
            const Vec3 v = normal.cross(u);  // u, v, normal are right-handed: counter-clockwise seen from outside
            const int first = static_cast<int>(mesh.positions.size());
            for (const Vec3& corner : {Vec3(-u - v), Vec3(u - v), Vec3(u + v), Vec3(v - u)}) {
                mesh.positions.push_back(0.5 * size.cwiseProduct(normal + corner));
                mesh.normals.push_back(normal);
            }
            mesh.triangles.push_back({first, first + 1, first + 2});
            mesh.triangles.push_back({first, first + 2, first + 3});
        }
    }
    return mesh;
}

Mesh placed(Mesh mesh, const Eigen::Affine3d& transform, Color color) {
    const Mat3 normal_transform = transform.linear().inverse().transpose();
    for (Vec3& p : mesh.positions) p = transform * p;
    for (Vec3& n : mesh.normals) n = (normal_transform * n).normalized();
    mesh.colors = {color};
    return mesh;
}

}  // namespace pliant::render
