// Small meshes that tests are made of.
#pragma once

#include <cmath>
#include <numbers>

#include "geometry/triangle_mesh.hpp"

namespace pliant::test {

/// The twelve triangles of a box, outward.
inline TriangleMesh box_mesh(const Vec3& size, const Vec3& center = Vec3::Zero()) {
    TriangleMesh mesh;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 side(corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5, corner & 4 ? 0.5 : -0.5);
        mesh.vertices.push_back(center + side.cwiseProduct(size));
    }
    mesh.triangles = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
    return mesh;
}

/// A sphere of latitude bands, outward, with `bands` bands and twice as many sectors.
inline TriangleMesh sphere_mesh(double radius, std::uint32_t bands) {
    TriangleMesh mesh;
    const std::uint32_t sectors = 2 * bands;
    for (std::uint32_t i = 0; i <= bands; ++i) {
        const double polar = std::numbers::pi * i / bands;
        const double width = i == 0 || i == bands ? 0 : std::sin(polar);  // the poles must close exactly
        for (std::uint32_t j = 0; j < sectors; ++j) {
            const double turn = 2 * std::numbers::pi * j / sectors;
            mesh.vertices.push_back(radius * Vec3(width * std::cos(turn), std::cos(polar), -width * std::sin(turn)));
        }
    }
    for (std::uint32_t i = 0; i < bands; ++i) {
        for (std::uint32_t j = 0; j < sectors; ++j) {
            const std::uint32_t a = i * sectors + j;
            const std::uint32_t b = i * sectors + (j + 1) % sectors;
            if (i > 0) mesh.triangles.push_back({a, a + sectors, b});
            if (i + 1 < bands) mesh.triangles.push_back({b, a + sectors, b + sectors});
        }
    }
    return mesh;
}

inline void append(TriangleMesh& mesh, const TriangleMesh& other) {
    const auto shift = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const auto& [a, b, c] : other.triangles) mesh.triangles.push_back({a + shift, b + shift, c + shift});
}

inline void turn_inside_out(TriangleMesh& mesh) {
    for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
}

}  // namespace pliant::test
