#include "cutting/cut_surface.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <tbb/task_arena.h>

#include <set>

#include "cutting/broken_clouds.hpp"

namespace pliant {
namespace {

using namespace cutting_test;

Vec3 rounded(const Vec3& p) { return 0.9 * p / std::max(p.norm(), 1e-9) * p.cwiseAbs().maxCoeff(); }

/// Everything that must hold of any cut of a closed surface.
void check(const TriangleMesh& mesh, const CutSurface& cut, const BrokenCloud& cloud) {
    EXPECT_TRUE(cut.closed);
    const double whole = volume(mesh.vertices, mesh.triangles);
    double sum = 0;
    std::set<std::uint32_t> fragments(cloud.fragments.begin(), cloud.fragments.end());
    for (const std::uint32_t f : fragments) {
        TriangleMesh piece{cut.points, triangles_of(cut, f), {}};
        if (piece.triangles.empty()) continue;  // smaller than a cell
        const double of_piece = volume(cut.points, piece.triangles);
        EXPECT_GT(of_piece, 0) << f;
        sum += of_piece;
    }
    EXPECT_NEAR(sum, whole, 1e-9 * whole);
    double area = 0, outside = 0;
    const auto area_of = [](const std::vector<Vec3>& points, const std::array<std::uint32_t, 3>& t) {
        return 0.5 * (points[t[1]] - points[t[0]]).cross(points[t[2]] - points[t[0]]).norm();
    };
    for (const auto& t : mesh.triangles) area += area_of(mesh.vertices, t);
    for (const CutTriangle& t : cut.outside) {
        outside += area_of(cut.points, t.corners);
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_EQ(cut.point_fragments[t.corners[k]], t.fragment);
            Vec3 place = Vec3::Zero();
            for (int j = 0; j < 3; ++j)
                place += t.shares[k][j] * mesh.vertices[mesh.triangles[t.source][static_cast<std::size_t>(j)]];
            EXPECT_LT((place - cut.points[t.corners[k]]).norm(), 1e-9);
        }
    }
    EXPECT_NEAR(outside, area, 1e-6 * area);
}

TEST(CutSurface, of_a_ball_in_two_is_two_closed_halves) {
    Random random(3);
    BrokenCloud cloud = cloud_in(0.12, random, [](const Vec3& p) { return p.norm() < 0.85; });
    cloud.parents = {0, 0};
    for (std::size_t i = 0; i < cloud.particles.size(); ++i) cloud.fragments[i] = cloud.particles[i].x() > 0 ? 1 : 0;
    const TriangleMesh mesh = cube_surface(12, rounded);
    const CutSurface halves = cut(mesh, cloud);
    check(mesh, halves, cloud);
    const double whole = volume(mesh.vertices, mesh.triangles);
    for (const std::uint32_t f : {0U, 1U}) {
        EXPECT_NEAR(volume(halves.points, triangles_of(halves, f)), 0.5 * whole, 0.02 * whole);
        EXPECT_TRUE(is_closed(TriangleMesh{halves.points, triangles_of(halves, f), {}}));
    }
    for (const CutTriangle& triangle : halves.inside)
        for (const std::uint32_t p : triangle.corners) EXPECT_LT(std::abs(halves.points[p].x()), 0.12);
}

TEST(CutSurface, of_a_coarse_box_along_its_own_planes_is_closed) {
    Random random(4);
    for (const int n : {1, 2, 8}) {
        BrokenCloud cloud = cloud_in(0.2, random, [](const Vec3& p) { return p.cwiseAbs().maxCoeff() < 0.95; });
        cloud.parents = {0, 0, 0};
        for (std::size_t i = 0; i < cloud.particles.size(); ++i)
            cloud.fragments[i] = cloud.particles[i].x() > 0.3 ? 2 : cloud.particles[i].y() > 0 ? 1 : 0;
        const TriangleMesh mesh = cube_surface(n, [](const Vec3& p) { return p; });
        check(mesh, cut(mesh, cloud), cloud);
    }
}

RC_GTEST_PROP(CutSurface, into_any_pieces_closes_and_keeps_volume_and_outside, ()) {
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    const bool ball = random.below(2) == 0;
    BrokenCloud cloud = cloud_in(random.uniform(0.15, 0.3), random, [&](const Vec3& p) {
        return ball ? p.norm() < 0.85 : (p.cwiseAbs() - Vec3(0.95, 0.95, 0.95)).maxCoeff() < 0;
    });
    const int breaks = 1 + static_cast<int>(random.below(12));
    for (int k = 0; k < breaks; ++k) break_once(cloud, random);
    const int n = 1 + static_cast<int>(random.below(10));
    const TriangleMesh mesh = cube_surface(n, [&](const Vec3& p) { return ball ? rounded(p) : p; });
    check(mesh, cut(mesh, cloud), cloud);
    RC_ASSERT(!::testing::Test::HasFailure());
}

RC_GTEST_PROP(CutSurface, of_a_surface_that_meets_itself_closes_and_keeps_its_volume, ()) {
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    BrokenCloud cloud = cloud_in(random.uniform(0.15, 0.3), random, [](const Vec3& p) { return p.norm() < 0.9; });
    const int breaks = 1 + static_cast<int>(random.below(6));
    for (int k = 0; k < breaks; ++k) break_once(cloud, random);
    // Points moved by up to a cell of the surface turn some triangles through others.
    const int n = 4 + static_cast<int>(random.below(6));
    const TriangleMesh mesh = cube_surface(
        n, [&](const Vec3& p) { return Vec3(rounded(p) + random.uniform(0.2, 1.0) / n * random_direction(random)); });
    const CutSurface pieces = cut(mesh, cloud);
    RC_ASSERT(pieces.closed);
    std::vector<std::array<std::uint32_t, 3>> all;
    for (const auto* list : {&pieces.outside, &pieces.inside})
        for (const CutTriangle& triangle : *list) all.push_back(triangle.corners);
    const double whole = volume(mesh.vertices, mesh.triangles);
    // Where two triangles meet in a face of the crack, the point is put on the first of them: the other is moved by
    // what the lattice of whole numbers rounds.
    RC_ASSERT(std::abs(volume(pieces.points, all) - whole) < 1e-6 * whole);
}

TEST(CutSurface, keeps_old_cracks_where_something_else_breaks) {
    Random random(7);
    BrokenCloud cloud = cloud_in(0.15, random, [](const Vec3& p) { return p.cwiseAbs().maxCoeff() < 0.95; });
    cloud.parents = {0, 0};
    for (std::size_t i = 0; i < cloud.particles.size(); ++i) cloud.fragments[i] = cloud.particles[i].x() > 0.1 ? 1 : 0;
    const TriangleMesh mesh = cube_surface(6, [](const Vec3& p) { return p; });
    const CutSurface before = cut(mesh, cloud);
    cloud.parents = {0, 0, 1};
    for (std::size_t i = 0; i < cloud.particles.size(); ++i)
        if (cloud.fragments[i] == 1 && cloud.particles[i].y() > 0.2) cloud.fragments[i] = 2;
    const CutSurface after = cut(mesh, cloud);
    const auto of_zero = [](const CutSurface& surface) {
        std::set<std::array<double, 3>> points;
        for (std::size_t p = 0; p < surface.points.size(); ++p)
            if (surface.point_fragments[p] == 0)
                points.insert({surface.points[p].x(), surface.points[p].y(), surface.points[p].z()});
        return points;
    };
    const auto a = of_zero(before), b = of_zero(after);
    for (const auto& p : a) {
        double nearest = 1;
        for (const auto& q : b) nearest = std::min(nearest, (Vec3(p[0], p[1], p[2]) - Vec3(q[0], q[1], q[2])).norm());
        // Only where the new crack meets the old one does the old one get other points.
        if (nearest > 0.01 * cloud.spacing) {
            EXPECT_LT(std::abs(p[1] - 0.2), 2 * cloud.spacing) << p[0] << " " << p[2];
        }
    }
}

TEST(CutSurface, is_the_same_at_any_number_of_threads) {
    Random random(11);
    BrokenCloud cloud = cloud_in(0.15, random, [](const Vec3& p) { return p.norm() < 0.85; });
    for (int k = 0; k < 8; ++k) break_once(cloud, random);
    const TriangleMesh mesh = cube_surface(8, rounded);
    const auto run = [&](int threads) {
        CutSurface result;
        tbb::task_arena(threads).execute([&] { result = cut(mesh, cloud); });
        return result;
    };
    const CutSurface one = run(1), three = run(3);
    ASSERT_EQ(one.points.size(), three.points.size());
    for (std::size_t p = 0; p < one.points.size(); ++p) ASSERT_EQ(one.points[p], three.points[p]);
}

}  // namespace
}  // namespace pliant
