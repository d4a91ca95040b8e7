#include "geometry/mesh_tree.hpp"

#include "core/assert.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace pliant {
namespace {

constexpr std::uint32_t leaf_size = 4;
constexpr std::size_t stack_size = 128;  // halving by count keeps the depth below 33 for any 32-bit count

double squared_distance(const Box& box, const Vec3& p) {
    return (box.lower - p).cwiseMax(p - box.upper).cwiseMax(0.0).squaredNorm();
}

Vec3 closest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 edge = b - a;
    const double length2 = edge.squaredNorm();
    return length2 > 0 ? Vec3(a + std::clamp((p - a).dot(edge) / length2, 0.0, 1.0) * edge) : a;
}

}  // namespace

double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double la = a.norm();
    const double lb = b.norm();
    const double lc = c.norm();
    const double volume = a.dot(b.cross(c));
    const double scale = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    return volume == 0 && scale == 0 ? 0 : 2 * std::atan2(volume, scale);
}

Vec3 closest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 normal = ab.cross(ac);
    const double normal2 = normal.squaredNorm();
    if (normal2 > 0) {
        // Barycentric coordinates of the projection; inside the triangle when none is negative.
        const Vec3 ap = p - a;
        const double v = ap.cross(ac).dot(normal);
        const double w = ab.cross(ap).dot(normal);
        if (v >= 0 && w >= 0 && v + w <= normal2) return a + (v / normal2) * ab + (w / normal2) * ac;
    }
    Vec3 best = closest_on_segment(p, a, b);
    for (const Vec3& candidate : {closest_on_segment(p, b, c), closest_on_segment(p, c, a)}) {
        if ((candidate - p).squaredNorm() < (best - p).squaredNorm()) best = candidate;
    }
    return best;
}

MeshTree::MeshTree(const TriangleMesh& mesh) {
    PLIANT_ASSERT(!mesh.triangles.empty());
    PLIANT_ASSERT(std::all_of(mesh.triangles.begin(), mesh.triangles.end(), [&](const auto& t) {
        return std::all_of(t.begin(), t.end(), [&](std::uint32_t v) { return v < mesh.vertices.size(); });
    }));
    std::vector<Triangle> source;
    source.reserve(mesh.triangles.size());
    for (const auto& [a, b, c] : mesh.triangles) {
        source.push_back({mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]});
    }
    std::vector<std::uint32_t> order(source.size());
    std::iota(order.begin(), order.end(), 0u);
    nodes_.reserve(source.size());
    build(order, source, 0, static_cast<std::uint32_t>(order.size()));
    PLIANT_ASSERT(nodes_.front().count == source.size());
    triangles_.reserve(source.size());
    for (const std::uint32_t i : order) triangles_.push_back(source[i]);
}

std::uint32_t MeshTree::build(std::vector<std::uint32_t>& order, const std::vector<Triangle>& source,
                              std::uint32_t first, std::uint32_t count) {
    Node node;
    node.first = first;
    node.count = count;
    Box centroids;
    double total_area = 0;
    Vec3 weighted = Vec3::Zero();
    for (std::uint32_t k = first; k < first + count; ++k) {
        const auto& [a, b, c] = source[order[k]];
        for (const Vec3& v : source[order[k]]) node.box.add(v);
        const Vec3 moment = 0.5 * (b - a).cross(c - a);
        const double area = moment.norm();
        node.moment += moment;
        weighted += area * (a + b + c) / 3;
        total_area += area;
        centroids.add(a + b + c);
    }
    node.center = total_area > 0 ? Vec3(weighted / total_area) : node.box.center();
    for (std::uint32_t k = first; k < first + count; ++k) {
        for (const Vec3& v : source[order[k]]) node.radius = std::max(node.radius, (v - node.center).norm());
    }
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node);
    if (count > leaf_size) {
        int axis = 0;
        centroids.size().maxCoeff(&axis);
        auto position = [&](std::uint32_t t) { return source[t][0][axis] + source[t][1][axis] + source[t][2][axis]; };
        const std::uint32_t half = count / 2;
        const auto begin = order.begin() + first;
        std::nth_element(begin, begin + half, begin + count, [&](std::uint32_t a, std::uint32_t b) {
            return std::pair(position(a), a) < std::pair(position(b), b);
        });
        build(order, source, first, half);
        nodes_[index].second_child = build(order, source, first + half, count - half);
    }
    return index;
}

Vec3 MeshTree::closest_point(const Vec3& p) const {
    Vec3 best = triangles_.front()[0];
    double best2 = (best - p).squaredNorm();
    struct Visit {
        std::uint32_t node;
        double squared;
    };
    std::array<Visit, stack_size> stack;
    std::size_t top = 0;
    stack[top++] = {0, squared_distance(nodes_[0].box, p)};
    while (top > 0) {
        const Visit visit = stack[--top];
        if (visit.squared >= best2) continue;
        const Node& node = nodes_[visit.node];
        if (node.second_child == 0) {
            for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
                const Vec3 q = closest_on_triangle(p, triangles_[k][0], triangles_[k][1], triangles_[k][2]);
                const double squared = (q - p).squaredNorm();
                if (squared < best2) {
                    best2 = squared;
                    best = q;
                }
            }
            continue;
        }
        Visit near = {visit.node + 1, squared_distance(nodes_[visit.node + 1].box, p)};
        Visit far = {node.second_child, squared_distance(nodes_[node.second_child].box, p)};
        if (far.squared < near.squared) std::swap(near, far);
        stack[top++] = far;
        stack[top++] = near;
    }
    return best;
}

double MeshTree::winding_number(const Vec3& q, double accuracy) const {
    double angle = 0;
    std::array<std::uint32_t, stack_size> stack;
    std::size_t top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const std::uint32_t index = stack[--top];
        const Node& node = nodes_[index];
        const Vec3 to_center = node.center - q;
        const double distance2 = to_center.squaredNorm();
        const double reach = accuracy * node.radius;
        if (distance2 > reach * reach) {
            angle += node.moment.dot(to_center) / (distance2 * std::sqrt(distance2));
        } else if (node.second_child == 0) {
            for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
                angle += solid_angle(triangles_[k][0] - q, triangles_[k][1] - q, triangles_[k][2] - q);
            }
        } else {
            stack[top++] = node.second_child;
            stack[top++] = index + 1;
        }
    }
    return angle / (4 * std::numbers::pi);
}

double MeshTree::exact_winding_number(const Vec3& q) const {
    double angle = 0;
    for (const Triangle& t : triangles_) angle += solid_angle(t[0] - q, t[1] - q, t[2] - q);
    return angle / (4 * std::numbers::pi);
}

}  // namespace pliant
