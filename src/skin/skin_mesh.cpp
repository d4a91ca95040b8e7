#include "skin/skin_mesh.hpp"

#include "clustering/union_find.hpp"
#include "core/assert.hpp"
#include "geometry/triangle_mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

namespace pliant {
namespace {

constexpr std::uint32_t no_vertex = std::numeric_limits<std::uint32_t>::max();

Vec3 face_vector(const RawSurface& raw, std::size_t t) {
    const auto& [a, b, c] = raw.triangles[t];
    return (raw.points[b] - raw.points[a]).cross(raw.points[c] - raw.points[a]);
}

/// Half an edge: of the triangle that has it, from its corner on.
struct HalfEdge {
    std::uint32_t low, high;  ///< points
    std::uint32_t corner;     ///< 3 · triangle + corner, at `low`
    std::uint32_t other;      ///< the same, at `high`

    auto key() const { return std::tuple(low, high, corner); }
};

std::vector<HalfEdge> half_edges(const RawSurface& raw) {
    std::vector<HalfEdge> edges;
    edges.reserve(3 * raw.triangles.size());
    for (std::uint32_t t = 0; t < raw.triangles.size(); ++t) {
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::uint32_t next = (k + 1) % 3, a = raw.triangles[t][k], b = raw.triangles[t][next];
            if (a == b) continue;
            edges.push_back(a < b ? HalfEdge{a, b, 3 * t + k, 3 * t + next} : HalfEdge{b, a, 3 * t + next, 3 * t + k});
        }
    }
    std::sort(edges.begin(), edges.end(), [](const HalfEdge& a, const HalfEdge& b) { return a.key() < b.key(); });
    return edges;
}

bool same_normal(const RawSurface& raw, std::uint32_t a, std::uint32_t b) {
    constexpr double alike = 1e-4;
    return (raw.normals[a / 3][a % 3] - raw.normals[b / 3][b % 3]).squaredNorm() < alike * alike &&
           (a / 3 < raw.inside_from) == (b / 3 < raw.inside_from);
}

/// Columns: along an edge, across it, and the normal.
Mat3 edge_frame(const Vec3& edge, const Vec3& normal) {
    Mat3 frame;
    Vec3 along = edge - normal * normal.dot(edge);
    if (!(along.squaredNorm() > 1e-24 * edge.squaredNorm())) along = normal.unitOrthogonal();
    frame.col(0) = along.normalized();
    frame.col(1) = normal.cross(frame.col(0));
    frame.col(2) = normal;
    return frame;
}

/// Corners whose faces go on smoothly into each other are in one set.
UnionFind smooth_patches(const RawSurface& raw, double crease_degrees) {
    const double limit = std::cos(crease_degrees * std::numbers::pi / 180);
    UnionFind sets(static_cast<std::uint32_t>(3 * raw.triangles.size()));
    const std::vector<HalfEdge> edges = half_edges(raw);
    for (std::size_t k = 0; k + 1 < edges.size(); ++k) {
        const HalfEdge &a = edges[k], &b = edges[k + 1];
        if (a.low != b.low || a.high != b.high) continue;
        if (!raw.normals.empty()) {
            if (same_normal(raw, a.corner, b.corner)) sets.unite(a.corner, b.corner);
            if (same_normal(raw, a.other, b.other)) sets.unite(a.other, b.other);
            continue;
        }
        const Vec3 na = face_vector(raw, a.corner / 3), nb = face_vector(raw, b.corner / 3);
        if (na.dot(nb) < limit * na.norm() * nb.norm()) continue;
        if ((a.corner / 3 < raw.inside_from) != (b.corner / 3 < raw.inside_from)) continue;
        sets.unite(a.corner, b.corner);
        sets.unite(a.other, b.other);
    }
    return sets;
}

/// Gives vertices their numbers: those of a point are chained, so that one with the same UV and normal is found again.
class VertexMaker {
  public:
    explicit VertexMaker(SkinMesh& mesh) : mesh_(mesh), first_(mesh.points.size(), no_vertex) {}

    std::uint32_t vertex(std::uint32_t point, std::uint32_t normal, const Vec2f* uv, const Eigen::Vector3f* color) {
        for (std::uint32_t v = first_[point]; v != no_vertex; v = next_[v])
            if (mesh_.vertex_normal[v] == normal && (uv == nullptr || mesh_.uvs[v] == *uv) &&
                (color == nullptr || mesh_.colors[v] == *color))
                return v;
        const auto made = static_cast<std::uint32_t>(mesh_.vertex_point.size());
        mesh_.vertex_point.push_back(point);
        mesh_.vertex_normal.push_back(normal);
        if (uv != nullptr) mesh_.uvs.push_back(*uv);
        if (color != nullptr) mesh_.colors.push_back(*color);
        next_.push_back(first_[point]);
        first_[point] = made;
        return made;
    }

  private:
    SkinMesh& mesh_;
    std::vector<std::uint32_t> first_, next_;
};

/// Keeps the file's normals, each in a frame of the surface at rest.
void take_normals(const RawSurface& raw, SkinMesh& mesh) {
    const std::vector<Vec3> computed = smooth_normals(mesh, mesh.points);
    std::vector<GivenNormal> given(mesh.normal_count);
    std::vector<double> sines(mesh.normal_count, -1);  // the edge that is most across the normal serves best
    for (std::size_t t = 0; t < raw.triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k)
            for (const std::size_t other : {(k + 1) % 3, (k + 2) % 3}) {
                const std::uint32_t n = mesh.vertex_normal[mesh.triangles[t][k]];
                const std::uint32_t from = raw.triangles[t][k], to = raw.triangles[t][other];
                const Vec3 edge = mesh.points[to] - mesh.points[from];
                const double sine = edge.stableNormalized().cross(computed[n]).norm();
                if (sine <= sines[n]) continue;
                sines[n] = sine;
                given[n] = {from, to, edge_frame(edge, computed[n]).transpose() * raw.normals[t][k]};
            }
    mesh.given_normals = std::move(given);
}

}  // namespace

SkinMesh make_skin_mesh(RawSurface raw, double crease_degrees) {
    for (const std::size_t count : {raw.uvs.size(), raw.normals.size(), raw.colors.size()})
        PLIANT_ASSERT(count == 0 || count == raw.triangles.size());
    UnionFind patches = smooth_patches(raw, crease_degrees);
    SkinMesh mesh;
    mesh.points = std::move(raw.points);
    mesh.groups = std::move(raw.groups);
    mesh.inside_from = raw.inside_from;
    mesh.crease = crease_degrees;
    mesh.triangles.resize(raw.triangles.size());
    std::vector<std::uint32_t> normal_of(3 * raw.triangles.size(), no_vertex);
    VertexMaker maker(mesh);
    for (std::uint32_t t = 0; t < raw.triangles.size(); ++t) {
        for (std::uint32_t k = 0; k < 3; ++k) {
            std::uint32_t& normal = normal_of[patches.find(3 * t + k)];
            if (normal == no_vertex) normal = mesh.normal_count++;
            mesh.triangles[t][k] = maker.vertex(raw.triangles[t][k], normal, raw.uvs.empty() ? nullptr : &raw.uvs[t][k],
                                                raw.colors.empty() ? nullptr : &raw.colors[t][k]);
        }
    }
    if (!raw.normals.empty()) take_normals(raw, mesh);
    return mesh;
}

std::vector<Vec3> smooth_normals(const SkinMesh& mesh, std::span<const Vec3> points) {
    PLIANT_ASSERT(points.size() == mesh.points.size());
    std::vector<Vec3> normals(mesh.normal_count, Vec3::Zero());
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3& pa = points[mesh.vertex_point[a]];
        const Vec3 face = (points[mesh.vertex_point[b]] - pa).cross(points[mesh.vertex_point[c]] - pa);
        normals[mesh.vertex_normal[a]] += face;
        normals[mesh.vertex_normal[b]] += face;
        normals[mesh.vertex_normal[c]] += face;
    }
    for (Vec3& n : normals) {
        const double length = n.norm();
        n = length > 0 ? Vec3(n / length) : Vec3(Vec3::UnitY());
    }
    for (std::size_t k = 0; k < mesh.given_normals.size(); ++k) {
        const auto& [from, to, parts] = mesh.given_normals[k];
        normals[k] = edge_frame(points[to] - points[from], normals[k]) * parts;
    }
    return normals;
}

SkinMesh joined(const std::vector<const SkinMesh*>& meshes) {
    SkinMesh all;
    const bool uvs = std::all_of(meshes.begin(), meshes.end(), [](const SkinMesh* m) { return !m->uvs.empty(); });
    // What rebuilt surfaces, sheets and strands never have.
    for (const SkinMesh* mesh : meshes) PLIANT_ASSERT(mesh->given_normals.empty() && mesh->colors.empty());
    std::vector<std::array<std::uint32_t, 3>> inside;
    for (const SkinMesh* mesh : meshes) {
        const auto points = static_cast<std::uint32_t>(all.points.size());
        const auto vertices = static_cast<std::uint32_t>(all.vertex_count());
        all.points.insert(all.points.end(), mesh->points.begin(), mesh->points.end());
        for (const std::uint32_t p : mesh->vertex_point) all.vertex_point.push_back(points + p);
        for (const std::uint32_t n : mesh->vertex_normal) all.vertex_normal.push_back(all.normal_count + n);
        all.normal_count += mesh->normal_count;
        if (uvs) all.uvs.insert(all.uvs.end(), mesh->uvs.begin(), mesh->uvs.end());
        for (std::size_t t = 0; t < mesh->triangles.size(); ++t) {
            const auto& [a, b, c] = mesh->triangles[t];
            (t < mesh->inside_from ? all.triangles : inside).push_back({vertices + a, vertices + b, vertices + c});
        }
        all.crease = mesh->crease;
    }
    if (!inside.empty()) all.inside_from = static_cast<std::uint32_t>(all.triangles.size());
    all.triangles.insert(all.triangles.end(), inside.begin(), inside.end());
    return all;
}

double enclosed_volume(const SkinMesh& mesh, std::span<const Vec3> points) {
    if (points.empty()) return 0;
    const Vec3 origin = points.front();
    double six = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        six += (points[mesh.point(t, 0)] - origin)
                   .dot((points[mesh.point(t, 1)] - origin).cross(points[mesh.point(t, 2)] - origin));
    return six / 6;
}

bool is_closed(const SkinMesh& mesh) {
    TriangleMesh plain;
    plain.vertices = mesh.points;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        plain.triangles.push_back({mesh.point(t, 0), mesh.point(t, 1), mesh.point(t, 2)});
    return is_closed(plain);
}

}  // namespace pliant
