// DE14's claims on its own scenes, with numbers.
#include "helpers.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>

namespace pliant::testing {
namespace {

Simulation bar_scene(const std::string& name, const std::vector<Override>& overrides) {
    return serial(load_scene(name, overrides));
}

/// Degrees by which the bar's right end is turned against its left end about x.
double twist_of(const Frame& frame, const Frame& start) {
    const auto turn = [&](bool right) {
        double sine = 0, cosine = 0;
        Vec3 center = Vec3::Zero(), first = Vec3::Zero();
        std::vector<std::size_t> group;
        for (std::size_t i = 0; i < start.positions.size(); ++i)
            if ((right ? 1 : -1) * start.positions[i].x() > 1) group.push_back(i);
        for (const std::size_t i : group) {
            center += frame.positions[i] / double(group.size());
            first += start.positions[i] / double(group.size());
        }
        for (const std::size_t i : group) {
            const Vec3 a = start.positions[i] - first, b = frame.positions[i] - center;
            sine += a.y() * b.z() - a.z() * b.y();
            cosine += a.y() * b.y() + a.z() * b.z();
        }
        return std::atan2(sine, cosine) * 57.29578;
    };
    return turn(true) - turn(false);
}

struct TwistedBar {
    double twist;  ///< degrees at the end
    Frame end;
    double milliseconds;
};

TwistedBar twisted_bar(const std::vector<Override>& overrides) {
    std::vector<Override> all = {{"bodies.0.point_based.resampling", "false"},
                                 {"bodies.0.sampling.spacing", "0.0833333"},
                                 {"bodies.0.pins.1.motion.keys.1.angle", "150"}};
    all.insert(all.end(), overrides.begin(), overrides.end());
    Simulation bar = bar_scene("twisted-bar", all);
    const Frame start = bar.snapshot();
    const RunResult result = run_frames(bar, bar.frame_count());
    EXPECT_TRUE(result.finite);
    const Frame end = bar.snapshot();
    return {twist_of(end, start), end, result.report.milliseconds[static_cast<std::size_t>(Stage::points)]};
}

TEST(TwistedBar, KeepsItsTwistOnlyWithPlasticOffsets) {
    const double plastic = twisted_bar({}).twist, elastic = twisted_bar({{"bodies.0.material.flow", "0"}}).twist;
    measured("twist kept with plastic offsets, degrees of 150", plastic);
    measured("twist kept without, degrees", elastic);
    EXPECT_GT(std::abs(plastic), 30);
    EXPECT_LT(std::abs(elastic), 5);
}

TEST(TwistedBar, MovesTheSameWithLinearAndNonlinearEmbedding) {
    const TwistedBar linear = twisted_bar({}),
                     nonlinear = twisted_bar({{"bodies.0.point_based.embedding", "nonlinear"}});
    double square = 0;
    for (std::size_t i = 0; i < linear.end.positions.size(); ++i)
        square += (linear.end.positions[i] - nonlinear.end.positions[i]).squaredNorm();
    const double distance = std::sqrt(square / double(linear.end.positions.size()));
    measured("root mean square distance / length of the bar", distance / 2.5);
    measured("time of nonlinear over linear", nonlinear.milliseconds / linear.milliseconds);
    EXPECT_LT(distance, 0.05 * 2.5);
}

}  // namespace
}  // namespace pliant::testing
