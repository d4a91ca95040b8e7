// Bodies that broke, made by code: particles in a shape, fragments by random planes, and closed surfaces around them.
#pragma once

#include "core/random.hpp"
#include "cutting/cut_surface.hpp"
#include "geometry/triangle_mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <map>

namespace pliant::cutting_test {

struct BrokenCloud {
    std::vector<Vec3> particles;
    std::vector<std::uint32_t> fragments;
    std::vector<std::uint32_t> parents;
    double spacing = 0.1;

    std::vector<std::array<std::uint32_t, 2>> torn;

    Tears tears() const { return {particles, fragments, parents, torn, spacing}; }
};

inline Vec3 random_direction(Random& random) {
    Vec3 d;
    do d = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    while (d.norm() < 0.1 || d.norm() > 1);
    return d.normalized();
}

/// A jittered lattice of particles where `inside` holds, within [−1, 1]³.
template <class Inside>
BrokenCloud cloud_in(double spacing, Random& random, const Inside& inside) {
    BrokenCloud cloud;
    cloud.spacing = spacing;
    const int n = static_cast<int>(1 / spacing) + 1;
    for (int z = -n; z <= n; ++z)
        for (int y = -n; y <= n; ++y)
            for (int x = -n; x <= n; ++x) {
                const Vec3 jitter(random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3));
                const Vec3 p = spacing * (Vec3(x, y, z) + jitter);
                if (inside(p)) cloud.particles.push_back(p);
            }
    cloud.fragments.assign(cloud.particles.size(), 0);
    cloud.parents = {0};
    return cloud;
}

/// Breaks a random fragment by a random plane; the smaller part is the new one, as in a simulation.
inline void break_once(BrokenCloud& cloud, Random& random) {
    const std::uint32_t victim = cloud.fragments[random.below(static_cast<std::uint32_t>(cloud.fragments.size()))];
    const Vec3 normal = random_direction(random);
    const double offset = random.uniform(-0.5, 0.5);
    std::vector<std::uint32_t> beyond, before;
    for (std::uint32_t i = 0; i < cloud.particles.size(); ++i)
        if (cloud.fragments[i] == victim) (normal.dot(cloud.particles[i]) > offset ? beyond : before).push_back(i);
    if (beyond.size() > before.size()) beyond.swap(before);
    if (beyond.empty()) return;
    const auto fresh = static_cast<std::uint32_t>(cloud.parents.size());
    cloud.parents.push_back(victim);
    for (const std::uint32_t i : beyond) cloud.fragments[i] = fresh;
}

/// A closed surface: a cube of n cells a side, its points moved by `shape`.
template <class Shape>
TriangleMesh cube_surface(int n, const Shape& shape) {
    TriangleMesh mesh;
    std::map<std::array<int, 3>, std::uint32_t> number;
    const auto point = [&](const std::array<int, 3>& at) {
        const auto [it, made] = number.try_emplace(at, static_cast<std::uint32_t>(mesh.vertices.size()));
        if (made) mesh.vertices.push_back(shape(Vec3(2.0 * at[0] / n - 1, 2.0 * at[1] / n - 1, 2.0 * at[2] / n - 1)));
        return it->second;
    };
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const int side : {0, n})
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i) {
                    const auto corner = [&](int di, int dj) {
                        std::array<int, 3> at{};
                        at[axis] = side;
                        at[(axis + 1) % 3] = i + di;
                        at[(axis + 2) % 3] = j + dj;
                        return point(at);
                    };
                    std::array<std::uint32_t, 4> q = {corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)};
                    if (side == 0) std::swap(q[1], q[3]);
                    mesh.triangles.push_back({q[0], q[1], q[2]});
                    mesh.triangles.push_back({q[0], q[2], q[3]});
                }
    return mesh;
}

inline CutSurface cut(const TriangleMesh& mesh, const BrokenCloud& cloud) {
    return cut_surface(mesh.vertices, mesh.triangles, cloud.particles, cloud.tears(),
                       {0.5 * cloud.spacing, 3 * cloud.spacing});
}

inline double volume(const std::vector<Vec3>& points, const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    double six = 0;
    for (const auto& [a, b, c] : triangles) six += points[a].dot(points[b].cross(points[c]));
    return six / 6;
}

/// The triangles of one fragment, outside and inside.
inline std::vector<std::array<std::uint32_t, 3>> triangles_of(const CutSurface& cut, std::uint32_t fragment) {
    std::vector<std::array<std::uint32_t, 3>> result;
    for (const auto* list : {&cut.outside, &cut.inside})
        for (const CutTriangle& triangle : *list)
            if (triangle.fragment == fragment) result.push_back(triangle.corners);
    return result;
}

}  // namespace pliant::cutting_test
