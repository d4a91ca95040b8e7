// The inside of a set of triangles.
//
// A point is inside where the winding number is above one half. That is the usual inside for a closed surface, closes
// the holes of an open one by a smooth membrane, and counts regions that a self-intersecting surface wraps twice. A
// surface that is inside out as a whole (most of what it winds around has a negative number) is turned over.
//
// The distance of a closed mesh is exact. An open one has no triangles in its holes, so the distance to the triangles
// would jump from + to − across the membrane; there it is scaled by min(1, 2 |w − ½|), which is continuous, zero on the
// membrane, and for a single round hole still a step one may take without crossing it.
#include <fmt/format.h>
#include <pliant/error.hpp>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/mesh_tree.hpp"
#include "geometry/shape.hpp"

namespace pliant {
namespace {

class MeshSolid final : public Solid {
  public:
    MeshSolid(MeshTree tree, const Box& bounds, bool closed, bool inside_out)
        : tree_(std::move(tree)), bounds_(bounds), closed_(closed), orientation_(inside_out ? -1 : 1) {}

    double distance(const Vec3& p) const override {
        const double to_surface = (tree_.closest_point(p) - p).norm();
        const double excess = winding(p) - 0.5;
        const double unsigned_distance = closed_ ? to_surface : to_surface * std::min(1.0, 2 * std::abs(excess));
        return excess > 0 ? -unsigned_distance : unsigned_distance;
    }
    bool contains(const Vec3& p) const override { return winding(p) > 0.5; }
    Box bounds() const override { return bounds_; }

  private:
    double winding(const Vec3& p) const { return orientation_ * tree_.winding_number(p); }

    MeshTree tree_;
    Box bounds_;
    bool closed_;
    double orientation_;
};

[[noreturn]] void refuse(const char* what, std::string value, const char* allowed, const char* hint) {
    InputProblem problem;
    problem.what = what;
    problem.value = std::move(value);
    problem.allowed = allowed;
    problem.hint = hint;
    throw InputError(problem);
}

void check(const TriangleMesh& mesh) {
    if (mesh.triangles.empty()) {
        refuse("the mesh has no triangles", fmt::format("{} vertices, 0 triangles", mesh.vertices.size()),
               "a surface with an inside", "for a point cloud use a shape of type 'points'");
    }
    for (const auto& triangle : mesh.triangles) {
        for (const std::uint32_t v : triangle) {
            if (v >= mesh.vertices.size()) {
                refuse("a triangle uses a vertex that does not exist", fmt::format("vertex {}", v),
                       "indices below the number of vertices", "export the mesh again");
            }
            if (!mesh.vertices[v].allFinite()) {
                refuse("a vertex of the mesh is not a finite number", fmt::format("vertex {}", v), "finite numbers",
                       "export the mesh again");
            }
        }
    }
    if (!(mesh_area(mesh) > 0)) {
        refuse("all triangles of the mesh have zero area", fmt::format("{} triangles", mesh.triangles.size()),
               "a surface with an inside", "check that the mesh was not scaled to zero along an axis");
    }
}

/// How many probes the surface winds around forwards and backwards.
struct Sides {
    int forwards = 0;
    int backwards = 0;
    void add(double winding) {
        constexpr double border = 0.5 + 1e-6;  // a flat sheet comes up to one half on both of its sides
        forwards += winding > border;
        backwards += winding < -border;
    }
    bool none() const { return forwards == 0 && backwards == 0; }
};

/// Fraction number `index` of the van der Corput sequence in `base`.
double radical_inverse(int index, int base) {
    double value = 0;
    double digit = 1.0 / base;
    for (; index > 0; index /= base, digit /= base) value += digit * (index % base);
    return value;
}

/// Probes spread over the box; for bodies too thin to be hit by them, probes just off the triangles.
Sides probe(const TriangleMesh& mesh, const MeshTree& tree, const Box& box) {
    Sides sides;
    for (int i = 1; i <= 2048; ++i) {
        const Vec3 fraction(radical_inverse(i, 2), radical_inverse(i, 3), radical_inverse(i, 5));
        sides.add(tree.winding_number(box.lower + fraction.cwiseProduct(box.size())));
    }
    if (!sides.none()) return sides;
    const std::size_t stride = 1 + mesh.triangles.size() / 1024;
    for (std::size_t t = 0; t < mesh.triangles.size(); t += stride) {
        const auto& [a, b, c] = mesh.triangles[t];
        const Vec3& origin = mesh.vertices[a];
        const Vec3 normal = (mesh.vertices[b] - origin).cross(mesh.vertices[c] - origin);
        if (!(normal.norm() > 0)) continue;
        const Vec3 center = (origin + mesh.vertices[b] + mesh.vertices[c]) / 3;
        const Vec3 offset = 1e-5 * box.size().norm() * normal.normalized();
        sides.add(tree.winding_number(center + offset));
        sides.add(tree.winding_number(center - offset));
    }
    return sides;
}

}  // namespace

SolidPtr solid::mesh(const TriangleMesh& mesh) {
    check(mesh);
    const Box box = mesh_bounds(mesh);
    MeshTree tree(mesh);
    const Sides sides = probe(mesh, tree, box);
    if (sides.none()) {
        refuse("the mesh has no inside", fmt::format("{} triangles that enclose nothing", mesh.triangles.size()),
               "a surface that encloses a volume; small holes are fine",
               "close the surface, orient its triangles alike, or use a shape of type 'sheet' for thin things");
    }
    return std::make_shared<MeshSolid>(std::move(tree), box, is_closed(mesh), sides.backwards > sides.forwards);
}

}  // namespace pliant
