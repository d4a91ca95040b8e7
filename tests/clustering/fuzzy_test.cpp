#include "clustering/fuzzy.hpp"

#include "clouds.hpp"
#include "clustering/coverage.hpp"
#include "clustering/kmeans.hpp"
#include "clustering/memberships.hpp"
#include "reference/clustering.hpp"

#include <gtest/gtest.h>

namespace pliant {
namespace {

struct Case {
    std::string name;
    Cloud cloud;
    std::size_t clusters;
    double radius;  ///< relative to the smallest that covers and connects the start
};

std::vector<Case> cases() {
    return {{"solid", block(9, 8, 7, 1, 0.3, 3), 20, 1.25},      {"tight", block(9, 8, 7, 1, 0.3, 4), 20, 1.0},
            {"too small", block(9, 8, 7, 1, 0.3, 5), 20, 0.6},   {"wide", block(9, 8, 7, 1, 0.3, 6), 20, 2.0},
            {"sheet", block(20, 15, 1, 1, 0.3, 7), 15, 1.25},    {"strand", block(150, 1, 1, 1, 0.2, 8), 9, 1.25},
            {"one cluster", block(5, 5, 5, 1, 0.3, 9), 1, 1.25}, {"all centers", block(3, 3, 3, 1, 0.3, 10), 27, 1.1}};
}

constexpr Kernel kernels[] = {Kernel::box, Kernel::poly6, Kernel::blend, Kernel::invsq, Kernel::fcm};

reference::Weighting as_reference(const Clusters& s) {
    return {static_cast<reference::WeightKernel>(s.kernel), s.blend_beta, s.fcm_m};
}

void expect_same_memberships(const Cloud& cloud, const std::vector<Vec3>& centers, double radius,
                             const Clusters& settings) {
    const ClusterLists fast = memberships_within(cloud.points, centers, radius, WeightKernel(settings));
    bool covered = false;
    const auto plain = reference::clusters_of_particles(cloud.points, centers, radius, as_reference(settings), covered);
    std::vector<std::vector<reference::WeightedCluster>> found(cloud.points.size());
    for (std::size_t c = 0; c < centers.size(); ++c) {
        for (std::uint32_t k = fast.offsets[c]; k < fast.offsets[c + 1]; ++k) {
            found[fast.particles[k]].push_back({c, fast.weights[k]});
        }
    }
    for (std::size_t i = 0; i < cloud.points.size(); ++i) {
        if (found[i].empty()) {
            EXPECT_FALSE(covered);
            continue;
        }
        ASSERT_EQ(found[i].size(), plain[i].size()) << "particle " << i;
        for (std::size_t k = 0; k < found[i].size(); ++k) {
            EXPECT_EQ(found[i][k].cluster, plain[i][k].cluster);
            EXPECT_NEAR(found[i][k].weight, plain[i][k].weight, 1e-10);
        }
    }
}

TEST(Fuzzy, agrees_with_the_reference_from_the_same_centers) {
    for (const Case& test : cases()) {
        const Cloud& cloud = test.cloud;
        const std::vector<Vec3> start =
            kmeans(cloud.points, cloud.masses, spread_centers(cloud.points, test.clusters, 1), 1, 5).centers;
        const double radius = test.radius * smallest_radius(cloud.points, connected_bodies(cloud.points, 1), start, 1);
        for (const Kernel kernel : kernels) {
            for (const int limit : {1, 3, 60}) {
                SCOPED_TRACE(test.name + ", kernel " + std::to_string(static_cast<int>(kernel)) + ", limit " +
                             std::to_string(limit));
                Clusters settings;
                settings.kernel = kernel;
                settings.fcm_m = 1.7;
                const FuzzyCenters fast =
                    fuzzy_centers(cloud.points, cloud.masses, start, radius, WeightKernel(settings), limit);
                const auto plain =
                    reference::fuzzy_clusters(cloud.points, cloud.masses, start, radius, as_reference(settings), limit);
                ASSERT_EQ(fast.sweeps, plain.sweeps);
                ASSERT_EQ(fast.settled, plain.settled);
                ASSERT_EQ(fast.covered, plain.covered);
                for (std::size_t c = 0; c < start.size(); ++c) {
                    ASSERT_LT((fast.centers[c] - plain.centers[c]).norm(), 1e-9 * radius) << "center " << c;
                }
                expect_same_memberships(cloud, fast.centers, radius, settings);
            }
        }
    }
}

TEST(Fuzzy, rests_with_every_center_at_its_center_of_mass) {
    const Cloud cloud = block(9, 9, 9, 1, 0.3, 2);
    const std::vector<Vec3> start = spread_centers(cloud.points, 25, 1);
    const double radius = 4;
    for (const Kernel kernel : kernels) {
        Clusters settings;
        settings.kernel = kernel;
        const FuzzyCenters fuzzy =
            fuzzy_centers(cloud.points, cloud.masses, start, radius, WeightKernel(settings), 1000);
        ASSERT_TRUE(fuzzy.settled && fuzzy.covered);
        const ClusterLists m = memberships_within(cloud.points, fuzzy.centers, radius, WeightKernel(settings));
        for (std::size_t c = 0; c < start.size(); ++c) {
            Vec3 sum = Vec3::Zero();
            double mass = 0;
            for (std::uint32_t k = m.offsets[c]; k < m.offsets[c + 1]; ++k) {
                const double share = m.weights[k] * m.weights[k] * cloud.masses[m.particles[k]];
                sum += share * cloud.points[m.particles[k]];
                mass += share;
            }
            EXPECT_LT((sum / mass - fuzzy.centers[c]).norm(), 1.0001e-3 * radius);
        }
    }
}

TEST(Fuzzy, brings_back_a_center_that_overshot_every_particle) {
    // The first center goes to 0.9, then heads for the heavy particle at 1.7 with so much momentum that it would end at
    // 2.73, out of reach of both, which the second center keeps from being strays.
    const std::vector<Vec3> points{Vec3(0.9, 0, 0), Vec3(1.7, 0, 0)};
    const std::vector<double> masses{1e-6, 1};
    const std::vector<Vec3> start{Vec3(0, 0, 0), Vec3(1.3, 0, 0)};
    Clusters settings;
    settings.kernel = Kernel::box;
    const FuzzyCenters fuzzy = fuzzy_centers(points, masses, start, 1, WeightKernel(settings), 100);
    EXPECT_TRUE(fuzzy.settled && fuzzy.covered);
    EXPECT_NEAR(fuzzy.centers[0].x(), 1.7, 1e-3);
    const auto plain = reference::fuzzy_clusters(points, masses, start, 1, as_reference(settings), 100);
    EXPECT_LT((plain.centers[0] - fuzzy.centers[0]).norm(), 1e-12);
}

TEST(Fuzzy, stops_soon_when_a_radius_cannot_cover) {
    const Cloud cloud = block(12, 12, 12, 1, 0.3, 2);
    const FuzzyCenters fuzzy =
        fuzzy_centers(cloud.points, cloud.masses, spread_centers(cloud.points, 5, 1), 1.5, WeightKernel(), 50);
    EXPECT_FALSE(fuzzy.covered);
    EXPECT_LE(fuzzy.sweeps, 200);
}

TEST(SeatEmpty, puts_a_center_in_the_void_onto_its_nearest_particle) {
    const std::vector<Vec3> points{Vec3(0, 0, 0), Vec3(1, 0, 0)};
    std::vector<Vec3> centers{Vec3(0.5, 0, 0), Vec3(5, 0, 0)};
    seat_empty(points, centers, 0.6);
    EXPECT_EQ(centers, (std::vector<Vec3>{Vec3(0.5, 0, 0), Vec3(1, 0, 0)}));
}

}  // namespace
}  // namespace pliant
