#include "clustering/clustering.hpp"

#include "clouds.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <limits>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

constexpr ClusterAlgorithm algorithms[] = {ClusterAlgorithm::random, ClusterAlgorithm::kmeans, ClusterAlgorithm::fuzzy};

Clustering run(const Cloud& cloud, const Clusters& settings, std::uint64_t seed = 1) {
    return cluster_particles(cloud.points, cloud.masses, cloud.spacing, settings, seed);
}

bool has_note(const Clustering& clustering, const std::string& words) {
    return std::any_of(clustering.notes.begin(), clustering.notes.end(),
                       [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

void expect_same_bits(const Clustering& a, const Clustering& b) {
    EXPECT_EQ(a.centers, b.centers);
    EXPECT_EQ(a.radius, b.radius);
    EXPECT_EQ(a.offsets, b.offsets);
    EXPECT_EQ(a.particles, b.particles);
    EXPECT_EQ(a.weights, b.weights);
    EXPECT_EQ(a.converged, b.converged);
    EXPECT_EQ(a.iterations, b.iterations);
    EXPECT_EQ(a.notes, b.notes);
}

RC_GTEST_PROP(ClusterParticles, keeps_its_promises_for_any_cloud_and_settings, ()) {
    const auto kind = static_cast<CloudKind>(*rc::gen::inRange(0, cloud_kinds));
    const auto count = *rc::gen::inRange(1, 100);
    const double scale = std::pow(10.0, *rc::gen::inRange(-10, 5));
    const Vec3 origin = scale * 1e4 * Vec3(*rc::gen::inRange(0, 3), *rc::gen::inRange(-2, 2), 0);
    const Cloud cloud = odd_cloud(kind, count, scale, origin, *rc::gen::arbitrary<std::uint64_t>());
    Clusters settings;
    settings.algorithm =
        *rc::gen::elementOf(std::vector<ClusterAlgorithm>(std::begin(algorithms), std::end(algorithms)));
    settings.kernel = static_cast<Kernel>(*rc::gen::inRange(0, 5));
    settings.count = *rc::gen::inRange(0, 30);
    settings.per_cluster = *rc::gen::inRange(1, 40);
    settings.radius = scale * *rc::gen::inRange(0, 4);
    settings.overlap = 1 + 0.25 * *rc::gen::inRange(0, 4);
    settings.max_iterations = *rc::gen::inRange(1, 60);
    const Clustering clustering = run(cloud, settings, *rc::gen::arbitrary<std::uint64_t>());
    RC_ASSERT(broken_promise(cloud, clustering) == "");
    const auto particles = cloud.points.size();
    if (settings.algorithm != ClusterAlgorithm::random && settings.count > 0) {
        RC_ASSERT(clustering.centers.size() == std::min(static_cast<std::size_t>(settings.count), particles));
    }
    if (settings.radius > 0) RC_ASSERT(clustering.radius >= settings.radius);
    if (clustering.converged) RC_ASSERT(!has_note(clustering, "did not converge"));
    if (!clustering.converged) RC_ASSERT(has_note(clustering, "did not converge"));
    const bool grown = settings.radius > 0 && clustering.radius > settings.radius;
    if (settings.radius > 0) RC_ASSERT(has_note(clustering, "radius was grown") == grown);
}

TEST(ClusterParticles, handles_one_and_two_particles) {
    for (const ClusterAlgorithm algorithm : algorithms) {
        for (const int particles : {1, 2}) {
            for (const int count : {0, 1, 2}) {
                const Cloud cloud = block(particles, 1, 1, 0.01, 0, 1);
                Clusters settings;
                settings.algorithm = algorithm;
                settings.count = count;
                const Clustering clustering = run(cloud, settings);
                EXPECT_EQ(broken_promise(cloud, clustering), "");
                EXPECT_TRUE(clustering.converged);
            }
        }
    }
}

TEST(ClusterParticles, makes_nothing_of_nothing) {
    const Clustering clustering = cluster_particles({}, {}, 1, Clusters(), 1);
    EXPECT_TRUE(clustering.centers.empty());
    EXPECT_EQ(clustering.offsets, std::vector<std::uint32_t>{0});
}

TEST(ClusterParticles, one_cluster_holds_everything) {
    const Cloud cloud = block(7, 6, 5, 1, 0.3, 1);
    for (const ClusterAlgorithm algorithm : algorithms) {
        Clusters settings;
        settings.algorithm = algorithm;
        settings.count = 1;
        const Clustering clustering = run(cloud, settings);
        EXPECT_EQ(clustering.centers.size(), 1U);
        EXPECT_EQ(clustering.particles.size(), cloud.points.size());
        EXPECT_EQ(broken_promise(cloud, clustering), "");
    }
}

TEST(ClusterParticles, takes_the_count_from_particles_per_cluster) {
    const Cloud cloud = block(10, 10, 10, 1, 0.2, 1);
    Clusters settings;
    settings.per_cluster = 20;
    EXPECT_EQ(run(cloud, settings).centers.size(), 50U);
}

TEST(ClusterParticles, clamps_the_count_to_the_particles_and_says_so) {
    const Cloud cloud = block(3, 3, 1, 1, 0, 1);
    Clusters settings;
    settings.count = 50;
    const Clustering clustering = run(cloud, settings);
    EXPECT_EQ(clustering.centers.size(), 9U);
    EXPECT_TRUE(has_note(clustering, "50 clusters were asked for, but there are only 9 particles"));
    settings.count = 9;
    EXPECT_FALSE(has_note(run(cloud, settings), "asked for"));
}

TEST(ClusterParticles, automatic_radius_is_the_smallest_times_the_overlap) {
    for (const Cloud& cloud : {block(8, 7, 6, 1, 0.3, 1), block(14, 12, 1, 1, 0.3, 2), block(90, 1, 1, 1, 0.2, 3)}) {
        for (const ClusterAlgorithm algorithm : {ClusterAlgorithm::random, ClusterAlgorithm::kmeans}) {
            Clusters settings;
            settings.algorithm = algorithm;
            settings.count = 12;
            settings.overlap = 1;
            const Clustering tight = run(cloud, settings);
            EXPECT_TRUE(covers_and_connects(cloud, tight.centers, tight.radius * (1 + 1e-12)));
            EXPECT_FALSE(covers_and_connects(cloud, tight.centers, tight.radius * (1 - 1e-9)));
            settings.overlap = 1.5;
            EXPECT_DOUBLE_EQ(run(cloud, settings).radius, 1.5 * tight.radius);
        }
    }
}

TEST(ClusterParticles, grows_a_radius_that_cannot_hold_the_body_together_and_says_so) {
    const Cloud cloud = block(10, 9, 8, 1, 0.2, 1);
    for (const ClusterAlgorithm algorithm : algorithms) {
        Clusters settings;
        settings.algorithm = algorithm;
        settings.count = 10;
        settings.radius = 0.4;
        const Clustering grown = run(cloud, settings);
        EXPECT_GT(grown.radius, 0.4);
        EXPECT_TRUE(has_note(grown, "radius was grown from 0.4 m"));
        EXPECT_EQ(broken_promise(cloud, grown), "");
        settings.radius = 12;
        const Clustering kept = run(cloud, settings);
        EXPECT_EQ(kept.radius, 12);
        EXPECT_FALSE(has_note(kept, "grown"));
    }
}

TEST(ClusterParticles, fuzzy_converges_on_ordinary_bodies) {
    for (const Cloud& cloud :
         {block(12, 11, 10, 1, 0.3, 1), block(30, 28, 1, 1, 0.3, 2), block(300, 1, 1, 1, 0.2, 3)}) {
        const Clustering clustering = run(cloud, Clusters());
        EXPECT_TRUE(clustering.converged);
        EXPECT_TRUE(clustering.notes.empty()) << clustering.notes.front();
    }
}

/// Distance of the two nearest centers, in radii.
double smallest_gap(const Clustering& clustering) {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < clustering.centers.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            smallest = std::min(smallest, (clustering.centers[a] - clustering.centers[b]).norm() / clustering.radius);
    return smallest;
}

TEST(ClusterParticles, fuzzy_keeps_clusters_apart) {
    for (const Cloud& cloud : {block(11, 11, 11, 1, 0, 1), block(40, 8, 8, 1, 0.3, 2), block(30, 28, 1, 1, 0.3, 3)}) {
        for (const int count : {2, 3, 5, 8, 20, 50}) {
            Clusters settings;
            settings.count = count;
            for (const Kernel kernel : {Kernel::invsq, Kernel::fcm}) {
                settings.kernel = kernel;
                const Clustering clustering = run(cloud, settings);
                EXPECT_GT(smallest_gap(clustering), 0.2) << count << " clusters";
                EXPECT_FALSE(has_note(clustering, "together"));
            }
            for (const Kernel kernel : {Kernel::box, Kernel::poly6, Kernel::blend}) {
                settings.kernel = kernel;
                EXPECT_GT(smallest_gap(run(cloud, settings)), 0.1) << count << " clusters";
            }
        }
    }
}

TEST(ClusterParticles, centers_that_would_merge_stay_where_k_means_put_them_and_it_says_so) {
    Clusters settings;
    settings.count = 3;
    settings.kernel = Kernel::box;
    const Cloud cloud = block(11, 11, 11, 1, 0, 1);
    const Clustering clustering = run(cloud, settings);
    EXPECT_FALSE(clustering.converged);
    EXPECT_TRUE(has_note(clustering, "together"));
    EXPECT_EQ(broken_promise(cloud, clustering), "");
}

TEST(ClusterParticles, stops_and_says_so_when_it_may_not_iterate) {
    const Cloud cloud = block(12, 11, 10, 1, 0.3, 1);
    Clusters settings;
    settings.max_iterations = 1;
    const Clustering clustering = run(cloud, settings);
    EXPECT_FALSE(clustering.converged);
    EXPECT_LE(clustering.iterations, 16);
    EXPECT_TRUE(has_note(clustering, "did not converge"));
    EXPECT_EQ(broken_promise(cloud, clustering), "");
}

TEST(ClusterParticles, keeps_its_promises_when_stopped_early) {
    Clusters settings;
    settings.overlap = 1;
    settings.max_iterations = 1;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        const auto kind = static_cast<CloudKind>(seed % cloud_kinds);
        const Cloud cloud = odd_cloud(kind, 10 + static_cast<int>(seed % 60), 1, Vec3::Zero(), seed);
        settings.kernel = static_cast<Kernel>(seed % 5);
        settings.count = 2 + static_cast<int>(seed % 7);
        ASSERT_EQ(broken_promise(cloud, run(cloud, settings, seed)), "") << "seed " << seed;
    }
}

TEST(ClusterParticles, gives_the_same_bits_for_any_number_of_threads) {
    const Cloud cloud = block(30, 30, 30, 0.01, 0.3, 1);  // above the parallel threshold
    const tbb::global_control workers(tbb::global_control::max_allowed_parallelism, 5);
    for (const ClusterAlgorithm algorithm : algorithms) {
        Clusters settings;
        settings.algorithm = algorithm;
        settings.max_iterations = 12;
        auto with_threads = [&](int threads) {
            tbb::task_arena arena(threads);
            return arena.execute([&] { return run(cloud, settings); });
        };
        const Clustering one = with_threads(1);
        expect_same_bits(one, with_threads(2));
        expect_same_bits(one, with_threads(5));
    }
}

TEST(ClusterParticles, depends_on_both_seeds) {
    const Cloud cloud = block(10, 9, 8, 1, 0.3, 1);
    for (const ClusterAlgorithm algorithm : algorithms) {
        Clusters settings;
        settings.algorithm = algorithm;
        const Clustering first = run(cloud, settings, 1);
        expect_same_bits(first, run(cloud, settings, 1));
        EXPECT_NE(first.centers, run(cloud, settings, 2).centers);
        settings.seed = 2;
        EXPECT_NE(first.centers, run(cloud, settings, 1).centers);
    }
}

TEST(ClusterParticles, is_the_same_a_kilometer_away) {
    Cloud near = block(10, 9, 8, 0.01, 0.3, 1);
    for (Vec3& p : near.points) p = (p * 0x1p30).array().round() * 0x1p-30;  // so that moving them rounds nothing
    Cloud far = near;
    const Vec3 away(1024, -512, 256);
    for (Vec3& p : far.points) p += away;
    for (const ClusterAlgorithm algorithm : algorithms) {
        Clusters settings;
        settings.algorithm = algorithm;
        const Clustering a = run(near, settings);
        const Clustering b = run(far, settings);
        EXPECT_EQ(a.radius, b.radius);
        EXPECT_EQ(a.particles, b.particles);
        EXPECT_EQ(a.offsets, b.offsets);
        EXPECT_EQ(a.weights, b.weights);
        for (std::size_t c = 0; c < a.centers.size(); ++c) {
            EXPECT_LT((a.centers[c] + away - b.centers[c]).norm(), 1e-12 * away.norm());
        }
    }
}

TEST(ClusterParticles, is_the_same_at_every_scale) {
    const Cloud meter = block(10, 9, 8, 1, 0.3, 1);
    for (const double scale : {0x1p-30, 0x1p20}) {  // powers of two round nothing
        Cloud scaled = meter;
        scaled.spacing *= scale;
        for (Vec3& p : scaled.points) p *= scale;
        for (const ClusterAlgorithm algorithm : algorithms) {
            Clusters settings;
            settings.algorithm = algorithm;
            const Clustering a = run(meter, settings);
            const Clustering b = run(scaled, settings);
            EXPECT_EQ(a.particles, b.particles);
            EXPECT_EQ(a.weights, b.weights);
            EXPECT_EQ(a.iterations, b.iterations);
        }
    }
}

}  // namespace
}  // namespace pliant
