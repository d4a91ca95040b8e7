// Frequencies and convergence on the papers' scenes: the stretched cube of CC15, the hanging bar, the bar of RC17.
#include "behaviour/helpers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace pliant::testing {
namespace {

TEST(StretchedCube, has_eleven_particles_along_each_side) {
    const Simulation cube = serial(load_scene("stretched-cube"));
    EXPECT_EQ(cube.bodies().front().particles, 1331U);
    const Vec3 size = bounds_of(cube.snapshot()).size();
    EXPECT_NEAR(size.x() / size.y(), 2, 1e-6);
}

/// Of the swing of the cube's length about its rest in the first second. Few clusters swing in a slow mode that all of
/// them share and in the fast one of each: both count, by their size.
double cube_frequency(int clusters, int seed) {
    Simulation cube = serial(load_scene("stretched-cube", {{"bodies.0.clusters.count", std::to_string(clusters)},
                                                           {"bodies.0.clusters.seed", std::to_string(seed)}}));
    EXPECT_EQ(cube.bodies().front().clusters[0], static_cast<std::size_t>(clusters));
    const double rest = bounds_of(cube.snapshot()).size().y();
    std::vector<double> extent{rest};
    const RunResult result =
        run_frames(cube, 60, [&](const Simulation& now) { extent.push_back(now.stats().bbox.size().x() - rest); });
    EXPECT_TRUE(result.finite);
    return mean_frequency(extent, 1.0 / 60);
}

TEST(StretchedCube, more_clusters_oscillate_more_slowly) {
    double last = 1e9;
    for (const int count : {1, 3, 10, 50}) {
        double frequency = 0;
        for (int seed = 0; seed < 4; ++seed) frequency += cube_frequency(count, seed) / 4;
        measured(fmt::format("{} clusters, Hz", count), frequency);
        EXPECT_LT(frequency, 0.9 * last) << count << " clusters";
        EXPECT_GT(frequency, 0);
        last = frequency;
    }
}

/// The tip of a bar along x, followed by the mean of the particles of its last twentieth.
struct Tip {
    Group group;
    explicit Tip(const Frame& first) {
        const Box box = bounds_of(first);
        const double from = box.upper.x() - 0.05 * box.size().x();
        group = select(first, [&](const Vec3& p) { return p.x() > from; });
    }
    Vec3 operator()(const Simulation& simulation) const { return mean_position(simulation.snapshot(), group); }
};

struct Swing {
    double period, sag;
    Vec3 settled;
};

Swing swing_of(const std::vector<Override>& overrides) {
    Simulation bar = serial(load_scene("hanging-bar", overrides));
    const Tip tip(bar.snapshot());
    std::vector<double> height{tip(bar).y()};
    run_frames(bar, bar.frame_count(), [&](const Simulation& now) { height.push_back(tip(now).y()); });
    // The still air of the scene has settled it by now; the period is that of the first two seconds.
    const Vec3 settled = tip(bar);
    height.resize(121);
    return {1 / crossing_frequency(height, settled.y(), 1.0 / 60), height.front() - settled.y(), settled};
}

TEST(HangingBar, halving_the_step_changes_neither_shape_nor_period) {
    const Swing coarse = swing_of({{"time.substeps", "8"}});
    const Swing fine = swing_of({{"time.substeps", "16"}});
    measured("sag at 8 substeps, m", coarse.sag);
    measured("sag at 16 substeps, m", fine.sag);
    measured("distance of the settled tips, m", (coarse.settled - fine.settled).norm());
    measured("period at 8 substeps, s", coarse.period);
    measured("period at 16 substeps, s", fine.period);
    EXPECT_GT(fine.sag, 0.05);
    EXPECT_LT((coarse.settled - fine.settled).norm(), 0.05 * fine.sag);
    EXPECT_NEAR(coarse.period, fine.period, 0.05 * fine.period);
}

/// Where the tip is at the end of its first swing down, and how far that is below its start.
struct FirstSwing {
    Vec3 end;
    double depth;
};

FirstSwing first_swing(int clusters) {
    Simulation bar = serial(load_scene("cluster-convergence", {{"bodies.0.clusters.count", std::to_string(clusters)}}));
    EXPECT_EQ(bar.bodies().front().clusters[0], static_cast<std::size_t>(clusters));
    EXPECT_NEAR(static_cast<double>(bar.bodies().front().particles), 1000, 20);
    const Tip tip(bar.snapshot());
    const Vec3 start = tip(bar);
    Vec3 lowest = start;
    for (int f = 0; f < bar.frame_count(); ++f) {
        bar.advance_frame();
        const Vec3 now = tip(bar);
        if (now.y() > lowest.y()) break;
        lowest = now;
    }
    fmt::print("[ measured ] {} clusters, radius {:.4g} m: tip at {:.4f} {:.4f} {:.4f}, {:.4f} below its start\n",
               clusters, bar.bodies().front().radius, lowest.x(), lowest.y(), lowest.z(), start.y() - lowest.y());
    return {lowest, start.y() - lowest.y()};
}

TEST(ClusterConvergence, the_tips_first_swing_converges_as_clusters_increase) {
    std::map<int, FirstSwing> swings;
    for (const int count : {4, 8, 16, 31, 62, 125, 250}) swings[count] = first_swing(count);
    const double depth = swings[250].depth;
    double far = 0;
    for (const int a : {31, 62, 125, 250}) {
        for (const int b : {31, 62, 125, 250}) far = std::max(far, (swings[a].end - swings[b].end).norm());
    }
    measured("spread of 31 to 250 clusters / depth", far / depth);
    measured("4 clusters away from 250 / depth", (swings[4].end - swings[250].end).norm() / depth);
    EXPECT_LT(far, 0.05 * depth);
    EXPECT_GT((swings[4].end - swings[250].end).norm(), 0.15 * depth);
}

}  // namespace
}  // namespace pliant::testing
