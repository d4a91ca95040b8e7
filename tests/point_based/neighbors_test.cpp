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

TEST(PointNeighbors, AreTheThirtyTwoNearestAtStart) {
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

TEST(PointNeighbors, FollowTheEmbeddedShapeAndKeepTheRestVectorsOfThoseThatStay) {
    PointRun run(bar_input({}));
    const PointBody before = run.body;
    for (Vector4& e : run.body.embedded) {
        e.value[0] *= Real(1.3);
        e.value[1] *= Real(0.8);
    }
    ASSERT_TRUE(neighborhoods_are_stale(run.body, Neighborhoods::embedded, false, run.work.search));
    ASSERT_TRUE(update_neighborhoods(run.body, run.work.scratch, run.work.search, Neighborhoods::embedded,
                                     EmbeddingMode::linear, false));
    expect_brute_force(run.body);
    std::size_t kept = 0, fresh = 0;
    const std::vector<Vec3> points = embedded_of(run.body);
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
                for (int k = 0; k < 3; ++k) EXPECT_FLOAT_EQ(float(u.vector[k]), float((points[j] - points[i])[k]));
                ++fresh;
            }
        }
    }
    EXPECT_GT(kept, fresh);
    EXPECT_GT(fresh, 0u);
    EXPECT_FALSE(neighborhoods_are_stale(run.body, Neighborhoods::embedded, false, run.work.search));
}

TEST(PointNeighbors, OfLonelyPointsAreFewAndNothingBreaks) {
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
