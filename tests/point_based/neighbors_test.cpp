#include "bodies.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

namespace pliant {
namespace {

std::vector<Vec3> embedded_of(const PointBody& body) {
    std::vector<Vec3> points;
    for (const Vector4& e : body.embedded) points.emplace_back(e.value[0], e.value[1], e.value[2]);
    return points;
}

/// The definition, by looking at every pair.
std::vector<std::uint32_t> brute_force(const std::vector<Vec3>& points, std::size_t i, double radius) {
    std::vector<std::pair<double, std::uint32_t>> all;
    for (std::uint32_t j = 0; j < points.size(); ++j)
        if (j != i && (points[j] - points[i]).squaredNorm() <= radius * radius)
            all.emplace_back((points[j] - points[i]).squaredNorm(), j);
    std::sort(all.begin(), all.end());
    all.resize(std::min(all.size(), most_neighbors));
    std::vector<std::uint32_t> indices;
    for (const auto& [squared, j] : all) indices.push_back(j);
    std::sort(indices.begin(), indices.end());
    return indices;
}

void expect_brute_force(const PointBody& body) {
    const std::vector<Vec3> points = embedded_of(body);
    for (std::size_t i = 0; i < body.size(); ++i) {
        const auto row = body.neighbor.begin() + static_cast<std::ptrdiff_t>(i * most_neighbors);
        const std::vector<std::uint32_t> found(row, row + body.count[i]);
        EXPECT_EQ(found, brute_force(points, i, double(body.radius[i]))) << "particle " << i;
    }
}

TEST(PointNeighbors, are_the_thirty_two_nearest_at_start) {
    const PointRun run(bar_input({}));
    expect_brute_force(run.body);
    const std::vector<Vec3> points = embedded_of(run.body);
    for (std::size_t i = 0; i < run.body.size(); ++i) {
        EXPECT_EQ(run.body.count[i], most_neighbors);
        double mean = 0;
        for (std::size_t s = 0; s < most_neighbors; ++s)
            mean += (points[run.body.neighbor[i * most_neighbors + s]] - points[i]).norm() / double(most_neighbors);
        EXPECT_NEAR(double(run.body.radius[i]), 2 * mean, 1e-6 * mean);
    }
}

TEST(PointNeighbors, follow_the_embedded_shape_and_keep_the_rest_vectors_of_those_that_stay) {
    PointRun run(bar_input({}));
    const PointBody before = run.body;
    for (Vector4& e : run.body.embedded) {
        e.value[0] *= Real(1.3);
        e.value[1] *= Real(0.8);
    }
    ASSERT_TRUE(neighborhoods_are_stale(run.body, Neighborhoods::embedded, false, run.work.search));
    ASSERT_TRUE(update_neighborhoods(run.body, run.work.scratch, run.work.search, Neighborhoods::embedded,
                                     EmbeddingMode::linear, {}, false));
    expect_brute_force(run.body);
    std::size_t kept = 0, fresh = 0;
    for (std::size_t i = 0; i < run.body.size(); ++i) {
        const auto old = before.neighbor.begin() + static_cast<std::ptrdiff_t>(i * most_neighbors);
        for (std::size_t s = 0; s < run.body.count[i]; ++s) {
            const std::size_t slot = i * most_neighbors + s;
            const std::uint32_t j = run.body.neighbor[slot];
            const Member& u = run.body.rest[slot];
            const auto was = std::find(old, old + before.count[i], j);
            if (was != old + before.count[i]) {
                const Member& had = before.rest[static_cast<std::size_t>(was - before.neighbor.begin())];
                for (int k = 0; k < 3; ++k) EXPECT_EQ(u.vector[k], had.vector[k]);
                ++kept;
            } else {
                // In the world nothing has moved: F is one, and says so.
                const Vec3 x = position_of(run.body, j) - position_of(run.body, i);
                for (int k = 0; k < 3; ++k) EXPECT_NEAR(double(u.vector[k]), x[k], 100 * real_epsilon * x.norm());
                ++fresh;
            }
        }
    }
    EXPECT_GT(kept, fresh);
    EXPECT_GT(fresh, 0u);
    EXPECT_FALSE(neighborhoods_are_stale(run.body, Neighborhoods::embedded, false, run.work.search));
}

/// In the world a stretched body has other neighbors; what they add to F is nothing new, as their rest vectors are
/// where F says they came from.
TEST(PointNeighbors, in_the_world_are_those_that_are_near_now_and_f_does_not_notice) {
    PointRun run(bar_input({}));
    run.settings.neighborhoods = Neighborhoods::world;
    const std::vector<std::uint32_t> before = run.body.neighbor;
    const Mat3 map = (Mat3() << 1.4, 0.2, 0, 0, 0.75, 0.1, 0, 0, 1).finished();
    deform(run.body, [&](const Vec3& x) { return Vec3(map * x); });
    run.work.kernels->deform(run.body, run.work.scratch, Real(1e-4), 0, run.body.size());
    ASSERT_TRUE(neighborhoods_are_stale(run.body, Neighborhoods::world, false, run.work.search));
    ASSERT_TRUE(update_neighborhoods(run.body, run.work.scratch, run.work.search, Neighborhoods::world,
                                     EmbeddingMode::linear, {}, false));
    EXPECT_NE(run.body.neighbor, before);
    std::vector<Vec3> places;
    for (std::size_t i = 0; i < run.body.size(); ++i) places.push_back(position_of(run.body, i));
    for (std::size_t i = 0; i < run.body.size(); ++i) {
        const auto row = run.body.neighbor.begin() + static_cast<std::ptrdiff_t>(i * most_neighbors);
        const std::vector<std::uint32_t> found(row, row + run.body.count[i]);
        EXPECT_EQ(found, brute_force(places, i, double(run.body.radius[i]))) << "particle " << i;
    }
    run.work.invalidate();
    refresh(run.body, run.work, run.report);
    run.work.kernels->deform(run.body, run.work.scratch, Real(1e-4), 0, run.body.size());
    for (std::size_t i = 0; i < run.body.size(); ++i) {
        if (run.work.scratch.raw_volume[i] == 0) continue;
        Mat3 f;
        for (int k = 0; k < 9; ++k) f(k % 3, k / 3) = double(run.work.scratch.deformation.at(i, std::size_t(k)));
        EXPECT_LT((f - map).norm(), 2e3 * real_epsilon);
    }
}

TEST(PointNeighbors, of_a_body_sampled_eight_times_as_densely_on_one_side_see_an_affine_map_exactly) {
    TestBar coarse, fine;
    coarse.size = fine.size = Vec3(0.5, 0.5, 0.5);
    fine.spacing = coarse.spacing / 2;
    PointBodyInput input = bar_input(coarse);
    const PointBodyInput more = bar_input(fine);
    for (Vec3& p : input.rest) p.x() -= 0.25;
    for (const Vec3& p : more.rest) input.rest.push_back(p + Vec3(0.25, 0, 0));
    input.position = input.rest;
    input.velocity.assign(input.rest.size(), Vec3::Zero());
    for (std::size_t k = 0; k < point_property_count; ++k)
        input.material[k].insert(input.material[k].end(), more.material[k].begin(), more.material[k].end());
    input.volume = 0.25;
    PointRun run(input);
    double left = 0, right = 0;
    for (std::size_t i = 0; i < run.body.size(); ++i)
        (position_of(run.body, i).x() < 0 ? left : right) += double(run.body.mass[i]);
    EXPECT_NEAR(left / right, 1, 0.15) << "equal halves, eight times as many particles in one";
    const Mat3 map = (Mat3() << 1.1, 0.2, 0, 0, 0.8, 0.1, 0.3, 0, 1).finished();
    deform(run.body, [&](const Vec3& x) { return Vec3(map * x); });
    run.work.kernels->deform(run.body, run.work.scratch, Real(1e-4), 0, run.body.size());
    for (std::size_t i = 0; i < run.body.size(); ++i) {
        Mat3 f;
        for (int k = 0; k < 9; ++k) f(k % 3, k / 3) = double(run.work.scratch.deformation.at(i, std::size_t(k)));
        EXPECT_LT((f - map).norm(), 1e3 * real_epsilon);
    }
}

TEST(PointNeighbors, of_lonely_points_are_few_and_nothing_breaks) {
    for (const std::size_t count : {1u, 2u, 3u, 5u}) {
        TestBar bar;
        bar.size = Vec3(0.0625 * double(count), 0.0625, 0.0625);
        PointRun run(bar_input(bar));
        for (int k = 0; k < 20; ++k) run.step(1e-3, Vec3(0, -9.81, 0));
        for (std::size_t i = 0; i < run.body.size(); ++i) {
            EXPECT_EQ(run.body.count[i], count - 1);
            EXPECT_NEAR(velocity_of(run.body, i).y(), -9.81 * 0.02, 1e-4);
        }
    }
}

}  // namespace
}  // namespace pliant
