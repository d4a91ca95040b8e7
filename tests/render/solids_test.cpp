#include "render/solids.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace pliant::render {
namespace {

constexpr double pi = std::numbers::pi;

const Vec3& corner(const Mesh& mesh, std::size_t triangle, std::size_t k) {
    return mesh.positions[static_cast<std::size_t>(mesh.triangles[triangle][k])];
}

/// By the divergence theorem: right only when the surface is closed and every triangle faces outwards.
double volume(const Mesh& mesh) {
    double sum = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        sum += corner(mesh, t, 0).dot(corner(mesh, t, 1).cross(corner(mesh, t, 2))) / 6;
    }
    return sum;
}

/// The smallest cosine between a triangle's own normal and those of its corners.
double worst_normal(const Mesh& mesh) {
    double worst = 1;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const Vec3 a = corner(mesh, t, 1) - corner(mesh, t, 0);
        const Vec3 b = corner(mesh, t, 2) - corner(mesh, t, 0);
        const Vec3 facet = a.cross(b);
        if (facet.norm() <= 1e-9 * a.norm() * b.norm() || a.isZero() || b.isZero()) continue;  // at a tip
        for (int v : mesh.triangles[t]) {
            worst = std::min(worst, facet.normalized().dot(mesh.normals[static_cast<std::size_t>(v)]));
        }
    }
    return worst;
}

struct Case {
    const char* name;
    Mesh mesh;
    double volume;
};

std::vector<Case> cases() {
    return {{"sphere", sphere_solid(0.7), 4.0 / 3 * pi * 0.343},
            {"box", box_solid({1, 2, 3}), 6},
            {"capsule", capsule_solid(0.5, 2), 4.0 / 3 * pi * 0.125 + pi * 0.25 * 2},
            {"cylinder", cylinder_solid(0.5, 2), pi * 0.25 * 2},
            {"cone", cone_solid(0.5, 0, 2), pi * 0.25 * 2 / 3},
            {"truncated cone", cone_solid(0.5, 0.2, 2), pi * 2 / 3 * (0.25 + 0.1 + 0.04)}};
}

TEST(Solids, are_closed_and_have_the_volume_of_what_they_stand_for) {
    for (const Case& c : cases()) EXPECT_NEAR(volume(c.mesh) / c.volume, 1, 0.005) << c.name;
}

TEST(Solids, have_normals_that_follow_the_surface) {
    for (const Case& c : cases()) {
        EXPECT_EQ(c.mesh.normals.size(), c.mesh.positions.size()) << c.name;
        EXPECT_GT(worst_normal(c.mesh), 0.99) << c.name;
    }
}

TEST(Solids, keep_their_normals_right_when_stretched) {
    Eigen::Affine3d transform(Eigen::Translation3d(1, 2, 3));
    transform.rotate(Eigen::AngleAxisd(0.7, Vec3(1, 2, -1).normalized())).scale(Vec3(1, 3, 0.5));
    for (const Case& c : cases()) {
        const Mesh mesh = placed(c.mesh, transform, {1, 0, 0});
        EXPECT_GT(worst_normal(mesh), 0.97) << c.name;
        EXPECT_NEAR(volume(mesh) / (1.5 * c.volume), 1, 0.005) << c.name;
        EXPECT_EQ(mesh.colors, std::vector<Color>{Color({1, 0, 0})}) << c.name;
    }
}

}  // namespace
}  // namespace pliant::render
