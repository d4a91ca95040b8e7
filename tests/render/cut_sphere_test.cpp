// Meshes of spheres cut by half-spaces: closed, and where they should be.
#include "render/cut_sphere.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace pliant::render::testing {
namespace {

using Planes = std::vector<std::pair<Vec3, double>>;

/// By the divergence theorem; right only for a closed surface that is oriented one way.
double volume_of(const Mesh& mesh) {
    double sum = 0;
    for (const auto& t : mesh.triangles) {
        const auto at = [&](int k) { return mesh.positions[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])]; };
        const auto normal = mesh.normals[static_cast<std::size_t>(t[0])];
        Vec3 area = 0.5 * (at(1) - at(0)).cross(at(2) - at(0));
        if (area.dot(normal) < 0) area = -area;
        sum += area.dot(at(0)) / 3;
    }
    return sum;
}

TEST(CutSphere, whole_is_a_sphere) {
    const Mesh mesh = cut_sphere_solid(Vec3(1, 2, 3), 0.5, Planes{});
    EXPECT_NEAR(volume_of(mesh), 4 * std::numbers::pi / 3 * 0.125, 0.02 * 0.52);
    for (const Vec3& p : mesh.positions) EXPECT_NEAR((p - Vec3(1, 2, 3)).norm(), 0.5, 1e-12);
}

TEST(CutSphere, half_has_half_the_volume_and_a_flat_face) {
    const Mesh mesh = cut_sphere_solid(Vec3::Zero(), 1, Planes{{Vec3::UnitY(), 0}});
    EXPECT_NEAR(volume_of(mesh), 2 * std::numbers::pi / 3, 0.03);
    for (const Vec3& p : mesh.positions) EXPECT_LE(p.y(), 1e-12);
}

TEST(CutSphere, cut_by_six_planes_is_a_box) {
    Planes planes;
    for (int k = 0; k < 3; ++k) {
        planes.emplace_back(Vec3::Unit(k), 0.3);
        planes.emplace_back(-Vec3::Unit(k), 0.1);
    }
    const Mesh mesh = cut_sphere_solid(Vec3::Zero(), 1, planes);
    EXPECT_NEAR(volume_of(mesh), 0.4 * 0.4 * 0.4, 1e-9);
}

TEST(CutSphere, cut_away_is_nothing) {
    EXPECT_TRUE(cut_sphere_solid(Vec3::Zero(), 1, Planes{{Vec3::UnitX(), -2}}).triangles.empty());
}

}  // namespace
}  // namespace pliant::render::testing
