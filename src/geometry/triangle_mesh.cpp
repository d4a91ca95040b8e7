#include "geometry/triangle_mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <numeric>
#include <tuple>

namespace pliant {
namespace {

/// For each vertex the lowest index among the vertices at its position.
std::vector<std::uint32_t> weld(const std::vector<Vec3>& vertices) {
    std::vector<std::uint32_t> order(vertices.size());
    std::iota(order.begin(), order.end(), 0u);
    auto position = [&](std::uint32_t i) { return std::tuple(vertices[i].x(), vertices[i].y(), vertices[i].z()); };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple_cat(position(a), std::tuple(a)) < std::tuple_cat(position(b), std::tuple(b));
    });
    std::vector<std::uint32_t> first(vertices.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        const bool same = k > 0 && vertices[order[k]] == vertices[order[k - 1]];
        first[order[k]] = same ? first[order[k - 1]] : order[k];
    }
    return first;
}

/// Calls use(faces, balance) for each edge: how many faces have it, and how many more of them go through it upwards (to
/// the vertex of higher number) than downwards. Vertices at equal positions count as one.
template <class Use>
void for_each_edge(const TriangleMesh& mesh, const Use& use) {
    const std::vector<std::uint32_t> welded = weld(mesh.vertices);
    struct Edge {
        std::uint32_t low, high;
        int direction;
    };
    std::vector<Edge> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (const auto& triangle : mesh.triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = welded[triangle[k]];
            const std::uint32_t to = welded[triangle[(k + 1) % 3]];
            if (from != to) edges.push_back({std::min(from, to), std::max(from, to), from < to ? 1 : -1});
        }
    }
    auto key = [](const Edge& e) { return std::pair(e.low, e.high); };
    std::sort(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) {
        return std::tuple(a.low, a.high, a.direction) < std::tuple(b.low, b.high, b.direction);
    });
    for (std::size_t k = 0; k < edges.size();) {
        int balance = 0;
        const std::size_t start = k;
        for (; k < edges.size() && key(edges[k]) == key(edges[start]); ++k) balance += edges[k].direction;
        use(static_cast<int>(k - start), balance);
    }
}

}  // namespace

Box mesh_bounds(const TriangleMesh& mesh) {
    Box box;
    for (const auto& triangle : mesh.triangles) {
        for (const std::uint32_t v : triangle) box.add(mesh.vertices[v]);
    }
    return box;
}

double mesh_area(const TriangleMesh& mesh) {
    double twice = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3& origin = mesh.vertices[a];
        twice += (mesh.vertices[b] - origin).cross(mesh.vertices[c] - origin).norm();
    }
    return 0.5 * twice;
}

bool is_closed(const TriangleMesh& mesh) {
    bool closed = true;
    for_each_edge(mesh, [&](int, int balance) { closed = closed && balance == 0; });
    return closed;
}

FaceAgreement face_agreement(const TriangleMesh& mesh) {
    FaceAgreement agreement;
    for_each_edge(mesh, [&](int faces, int balance) {
        if (faces != 2) return;
        ++agreement.shared;
        agreement.opposed += balance != 0;
    });
    return agreement;
}

}  // namespace pliant
