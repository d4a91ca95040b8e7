// Levels of clusters and their weights (MR20 section 4).
#include "clustering/levels.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace pliant {
namespace {

std::vector<Vec3> cloud(std::size_t count) {
    Random random(5);
    std::vector<Vec3> points;
    while (points.size() < count) points.emplace_back(random.uniform(0, 2), random.uniform(0, 1), random.uniform(0, 1));
    return points;
}

std::vector<Clustering> levels_of(const Clusters& settings, std::size_t count = 2000) {
    const std::vector<Vec3> points = cloud(count);
    const std::vector<double> masses(points.size(), 1);
    return cluster_levels(points, masses, 0.1, settings, 1);
}

TEST(Levels, auto_divides_by_eight_until_one_cluster_is_left) {
    Clusters settings;
    settings.count = 101;
    settings.levels = 0;
    const std::vector<Clustering> levels = levels_of(settings);
    ASSERT_EQ(levels.size(), 3u);
    EXPECT_EQ(levels[0].centers.size(), 101u);
    EXPECT_EQ(levels[1].centers.size(), 12u);
    EXPECT_EQ(levels[2].centers.size(), 1u);
    EXPECT_GE(levels[1].radius, 2 * levels[0].radius * (1 - 1e-12));
    EXPECT_EQ(levels[2].particles.size(), 2000u);
}

TEST(Levels, every_level_holds_every_particle_with_weights_that_sum_to_one) {
    Clusters settings;
    settings.count = 64;
    settings.levels = 0;
    for (const Clustering& level : levels_of(settings)) {
        std::vector<double> sum(2000, 0);
        for (std::size_t k = 0; k < level.particles.size(); ++k) sum[level.particles[k]] += level.weights[k];
        for (const double s : sum) EXPECT_NEAR(s, 1, 1e-12);
    }
}

TEST(Levels, end_when_a_radius_that_does_not_grow_would_give_no_fewer_clusters) {
    Clusters settings;
    settings.algorithm = ClusterAlgorithm::random;
    settings.count = 64;
    settings.levels = 0;
    settings.radius_factor = 1;
    const std::vector<Clustering> levels = levels_of(settings);
    ASSERT_GT(levels.back().centers.size(), 1u);
    for (std::size_t l = 1; l < levels.size(); ++l) EXPECT_LT(levels[l].centers.size(), levels[l - 1].centers.size());
    EXPECT_NE(levels.back().notes.back().find("is the coarsest"), std::string::npos) << levels.back().notes.back();
}

TEST(Levels, overrides_change_one_level_and_the_coarser_ones_follow) {
    Clusters settings;
    settings.count = 100;
    settings.levels = 3;
    settings.level_overrides = {{.level = 1, .count = 20, .radius = 1.1, .stiffness = {}, .damping = {}}};
    const std::vector<Clustering> levels = levels_of(settings);
    ASSERT_EQ(levels.size(), 3u);
    EXPECT_EQ(levels[1].centers.size(), 20u);
    EXPECT_GE(levels[1].radius, 1.1);
    EXPECT_EQ(levels[2].centers.size(), 2u);
}

TEST(LevelWeights, follow_the_equations_and_sum_to_one) {
    const auto check = [](const LevelWeights& w, const std::vector<double>& profile) {
        const double sum = std::accumulate(profile.begin(), profile.end(), 0.0);
        const std::vector<double> weights = level_weights(w, profile.size());
        for (std::size_t l = 0; l < profile.size(); ++l) EXPECT_NEAR(weights[l], profile[l] / sum, 1e-15);
    };
    LevelWeights w;
    check(w, {1, 1, 1});
    w.scheme = WeightScheme::linear;
    w.epsilon = 0.5;
    check(w, {0.5, 1.5, 2.5});
    w.favor = Favor::fine;
    check(w, {2.5, 1.5, 0.5});
    w.scheme = WeightScheme::gaussian;
    check(w, {1, std::exp(-0.5), std::exp(-2.0)});
    w.favor = Favor::coarse;
    check(w, {std::exp(-2.0), std::exp(-0.5), 1});
    w.scheme = WeightScheme::polynomial;
    w.b = 10;
    w.c = 2;
    check(w, {1, std::pow(1 + 10.0 / 3, 2), std::pow(1 + 20.0 / 3, 2)});
    w.favor = Favor::fine;
    check(w, {std::pow(1 + 20.0 / 3, 2), std::pow(1 + 10.0 / 3, 2), 1});
    w.scheme = WeightScheme::list;
    w.values = {3, 1};
    check(w, {3, 1, 0});
}

TEST(LevelSchedule, mixes_keys_linearly_and_holds_at_the_ends) {
    Clusters settings;
    LevelWeights fine, coarse;
    fine.scheme = coarse.scheme = WeightScheme::list;
    fine.values = {1, 0};
    coarse.values = {0, 1};
    settings.weight_keys = {{1, fine}, {3, coarse}};
    const LevelSchedule schedule(settings, 2);
    EXPECT_DOUBLE_EQ(schedule.weight(0, 0), 1);
    EXPECT_DOUBLE_EQ(schedule.weight(0, 1.5), 0.75);
    EXPECT_DOUBLE_EQ(schedule.weight(1, 1.5), 0.25);
    EXPECT_DOUBLE_EQ(schedule.weight(1, 9), 1);
    EXPECT_FALSE(schedule.is_constant());
    EXPECT_TRUE(LevelSchedule(Clusters{}, 2).is_constant());
}

}  // namespace
}  // namespace pliant
