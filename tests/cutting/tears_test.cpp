#include "cutting/tears.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "cutting/broken_clouds.hpp"

namespace pliant {
namespace {

using namespace cutting_test;

/// A block that is torn along x = 0 where y > end, with every pair of neighbors across named.
BrokenCloud torn_block(Random& random, double spacing, double end) {
    BrokenCloud cloud = cloud_in(spacing, random, [](const Vec3& p) { return p.cwiseAbs().maxCoeff() < 0.95; });
    for (std::uint32_t i = 0; i < cloud.particles.size(); ++i)
        for (std::uint32_t j = i + 1; j < cloud.particles.size(); ++j) {
            const Vec3 &a = cloud.particles[i], &b = cloud.particles[j];
            if ((a - b).norm() > 1.6 * spacing || (a.x() > 0) == (b.x() > 0)) continue;
            if (0.5 * (a.y() + b.y()) > end) cloud.torn.push_back({i, j});
        }
    return cloud;
}

double area(const CutSurface& surface, const std::vector<CutTriangle>& triangles) {
    double sum = 0;
    for (const CutTriangle& t : triangles) {
        const Vec3& a = surface.points[t.corners[0]];
        sum += 0.5 * (surface.points[t.corners[1]] - a).cross(surface.points[t.corners[2]] - a).norm();
    }
    return sum;
}

TEST(Tears, without_any_the_flaps_are_the_fragments) {
    Random random(1);
    BrokenCloud cloud = cloud_in(0.2, random, [](const Vec3& p) { return p.norm() < 0.9; });
    for (int k = 0; k < 4; ++k) break_once(cloud, random);
    const Tears tears = cloud.tears();
    EXPECT_EQ(tears.flaps(), cloud.fragments);
    EXPECT_EQ(tears.parents(), cloud.parents);
    EXPECT_FALSE(tears.is_open(0, 0, Vec3::Zero()));
    EXPECT_TRUE(tears.is_open(0, 1, Vec3::Zero()));
}

TEST(Tears, a_tear_parts_its_two_sides_and_ends_where_it_ends) {
    Random random(2);
    const BrokenCloud cloud = torn_block(random, 0.15, 0.2);
    const Tears tears = cloud.tears();
    std::set<std::uint32_t> left, right;
    for (std::size_t i = 0; i < cloud.particles.size(); ++i)
        if (cloud.particles[i].y() > 0.4) (cloud.particles[i].x() > 0 ? right : left).insert(tears.flaps()[i]);
    for (const std::uint32_t flap : left) EXPECT_FALSE(right.contains(flap)) << flap;
    ASSERT_EQ(left.size(), 1U);
    ASSERT_EQ(right.size(), 1U);
    EXPECT_TRUE(tears.is_open(*left.begin(), *right.begin(), Vec3(0, 0.6, 0)));
    EXPECT_FALSE(tears.is_open(*left.begin(), *right.begin(), Vec3(0, -0.2, 0)));
}

RC_GTEST_PROP(Tears, leave_one_closed_surface_with_a_slit, ()) {
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    const double end = random.uniform(-0.7, 0.6);
    const BrokenCloud cloud = torn_block(random, random.uniform(0.12, 0.2), end);
    const TriangleMesh mesh =
        cube_surface(1 + static_cast<int>(random.below(8)), [](const Vec3& p) { return Vec3(0.95 * p); });
    const CutSurface slit = cut(mesh, cloud);
    RC_ASSERT(slit.closed);
    for (const std::uint32_t f : slit.point_fragments) RC_ASSERT(f == 0U);
    std::vector<std::array<std::uint32_t, 3>> all;
    for (const auto* list : {&slit.outside, &slit.inside})
        for (const CutTriangle& triangle : *list) all.push_back(triangle.corners);
    const double whole = volume(mesh.vertices, mesh.triangles);
    RC_ASSERT(std::abs(volume(slit.points, all) - whole) < 1e-9 * whole);
    // Both sides of the open part, which the roughness of the crack makes larger.
    const double plane = 2 * 1.9 * (0.95 - end);
    RC_ASSERT(area(slit, slit.inside) > 0.8 * plane);
    RC_ASSERT(area(slit, slit.inside) < 1.8 * plane + 4 * 1.9 * cloud.spacing);
    for (const CutTriangle& triangle : slit.inside)
        for (const std::uint32_t p : triangle.corners) RC_ASSERT(slit.points[p].y() > end - 2 * cloud.spacing);
}

TEST(Tears, points_are_two_along_the_slit_and_one_at_its_end) {
    Random random(5);
    const BrokenCloud cloud = torn_block(random, 0.15, 0.1);
    const CutSurface slit = cut(cube_surface(6, [](const Vec3& p) { return Vec3(0.95 * p); }), cloud);
    std::map<std::array<double, 3>, int> copies;
    std::set<std::uint32_t> of_inside;
    for (const CutTriangle& t : slit.inside) of_inside.insert(t.corners.begin(), t.corners.end());
    for (const std::uint32_t p : of_inside) ++copies[{slit.points[p].x(), slit.points[p].y(), slit.points[p].z()}];
    std::size_t twice = 0, once = 0;
    for (const auto& [place, count] : copies) {
        EXPECT_LE(count, 2);
        ++(count == 2 ? twice : once);
        if (place[1] > 0.1 + 2 * cloud.spacing) {
            EXPECT_EQ(count, 2) << place[1];
        }
    }
    EXPECT_GT(twice, 4 * once);
    EXPECT_GT(once, 5U);
    for (const std::uint32_t p : of_inside)
        if (slit.point_flaps[p] == no_flap) {
            EXPECT_LT(slit.points[p].y(), 0.1 + 2 * cloud.spacing);
        }
}

}  // namespace
}  // namespace pliant
