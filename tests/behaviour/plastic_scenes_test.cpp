// Clay that keeps a print, dough that is kneaded, and presets that flow but do not melt.
#include "behaviour/helpers.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

/// The highest particle over a rectangle around the middle.
double height_over(const Frame& frame, double x, double z) {
    double highest = 0;
    for (const Vec3& p : frame.positions)
        if (std::abs(p.x()) < x && std::abs(p.z()) < z) highest = std::max(highest, p.y());
    return highest;
}

/// The highest particle along the slab's rim.
double rim_height(const Frame& frame) {
    double highest = 0;
    for (const Vec3& p : frame.positions)
        if (std::abs(p.x()) > 0.6 || std::abs(p.z()) > 0.6) highest = std::max(highest, p.y());
    return highest;
}

TEST(StampedClay, keeps_the_print) {
    Simulation clay = serial(load_scene("stamped-clay"));
    const Frame first = clay.snapshot();
    const RunResult result = run_frames(clay, clay.frame_count());
    const Frame last = clay.snapshot();
    const double depth = height_over(first, 0.25, 0.1) - height_over(last, 0.25, 0.1);
    const double rim = std::abs(rim_height(last) - rim_height(first));
    measured("depth of the print, m", depth);
    measured("change of the rim, m", rim);
    measured("clusters added", static_cast<double>(result.report.clusters_added));
    EXPECT_TRUE(result.finite);
    EXPECT_GT(depth, 0.15) << "the stamp went 0.33 m into 0.4 m";
    EXPECT_LT(rim, 0.05);
    EXPECT_GT(result.report.clusters_added, 0U);
    EXPECT_LT(clay.stats().weight_error, 1e-6);
    EXPECT_EQ(clay.stats().fragments, 1U);
}

TEST(KneadedDough, stays_one_piece_of_dough_for_half_a_minute) {
    Simulation dough = serial(load_scene("kneaded-dough"));
    const Stats before = dough.stats();
    double error = 0;
    const RunResult result = run_frames(dough, dough.frame_count(), [&](const Simulation& s) {
        error = std::max({error, s.stats().weight_error, s.stats().det_fp_error});
    });
    const Stats after = dough.stats();
    const Vec3 size = after.bbox.size();
    measured("clusters added", static_cast<double>(result.report.clusters_added));
    measured("clusters removed", static_cast<double>(result.report.clusters_removed));
    measured("length, m", size.x());
    measured("height, m", size.y());
    measured("width, m", size.z());
    EXPECT_TRUE(result.finite);
    EXPECT_EQ(result.report.warning(Warning::non_finite_particle), 0U);
    EXPECT_GT(result.report.clusters_removed, 40U) << "it flowed far";
    EXPECT_LT(error, 1e-5);
    EXPECT_EQ(after.mass, before.mass);
    EXPECT_EQ(after.fragments, 1U);
    EXPECT_LT(size.maxCoeff(), 3) << "no part was thrown away";
    EXPECT_GT(result.lowest, -0.02);
}

/// A block of 0.3 m stands for three seconds; `share` of its height must be left.
class FlowingPreset : public ::testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(FlowingPreset, stands_under_its_own_weight) {
    Simulation block = serial(scene_of(R"({
        "time": {"fps": 60, "frames": 180, "substeps": "auto"},
        "bodies": [{"shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "sampling": {"particles": 1500}, "translate": [0, 0.16, 0]}],
        "obstacles": [{"type": "plane"}]
    })",
                                       {{"bodies.0.material", std::string("\"") + GetParam().first + "\""}}));
    const double before = block.stats().bbox.size().y();
    run_frames(block, block.frame_count());
    const double left = block.stats().bbox.size().y() / before;
    measured(std::string(GetParam().first) + ", share of its height after 3 s", left);
    EXPECT_GT(left, GetParam().second);
}

INSTANTIATE_TEST_SUITE_P(Presets, FlowingPreset,
                         ::testing::Values(std::pair("clay", 0.93), std::pair("dough", 0.8), std::pair("putty", 0.8),
                                           std::pair("chocolate", 0.95), std::pair("lead", 0.95)),
                         [](const auto& info) { return std::string(info.param.first); });

}  // namespace
}  // namespace pliant::testing
