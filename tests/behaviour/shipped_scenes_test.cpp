// The scenes people see first: a ball that drops, a cloth that hangs, the default one.
#include "behaviour/helpers.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

TEST(FallingBall, has_the_numbers_of_mr20) {
    const Simulation ball = serial(load_scene("falling-ball"));
    const BodySummary& body = ball.bodies().front();
    measured("particles", static_cast<double>(body.particles));
    EXPECT_NEAR(static_cast<double>(body.particles), 5098, 0.02 * 5098);
    EXPECT_EQ(body.clusters, (std::vector<std::size_t>{101, 12, 1}));
    const Simulation baseline = serial(load_scene("falling-ball", {{"bodies.0.clusters.levels", "1"}}));
    EXPECT_EQ(baseline.bodies().front().clusters, (std::vector<std::size_t>{101}));
}

TEST(FallingBall, falls_touches_the_ground_and_comes_to_rest_on_it) {
    Simulation ball = serial(load_scene("falling-ball"));
    const double spacing = ball.bodies().front().spacing;
    const double start = center_of(ball.snapshot()).y();
    // Free fall until the first contact: the centre is where symplectic Euler puts a point.
    const RunResult fall = run_frames(ball, 20);
    EXPECT_EQ(fall.report.contacts, 0U);
    const double steps = static_cast<double>(fall.report.steps), dt = ball.dt();
    EXPECT_NEAR(center_of(ball.snapshot()).y(), start - 0.5 * 9.81 * steps * (steps + 1) * dt * dt, 1e-4);

    const RunResult rest = run_frames(ball, ball.frame_count() - 20);
    EXPECT_GT(rest.report.contacts, 0U);
    EXPECT_EQ(fall.warnings() + rest.warnings(), 0U);
    EXPECT_TRUE(rest.finite);
    measured("lowest / spacing", rest.lowest / spacing);
    measured("max stretch", rest.max_stretch);
    EXPECT_GT(rest.lowest, -0.01 * spacing);
    EXPECT_LT(rest.max_stretch, 1.5);
    // At rest: of the energy it fell with, a thousandth or so is left, rolling and quivering.
    const Stats end = ball.stats();
    const double fallen = end.mass * 9.81 * 1.5;
    measured("last kinetic energy / energy of the fall", end.kinetic_energy / fallen);
    measured("last max speed, m/s", end.max_speed);
    EXPECT_LT(end.kinetic_energy, 0.01 * fallen);
    measured("last height of the centre, m", center_of(ball.snapshot()).y());
    EXPECT_NEAR(center_of(ball.snapshot()).y(), 0.42, 0.05) << "flattened by its weight";
}

TEST(ClothSheet, hangs_from_its_two_corners_without_tearing_or_stretching_away) {
    Simulation cloth = serial(load_scene("cloth-sheet"));
    const Frame first = cloth.snapshot();
    const double spacing = cloth.bodies().front().spacing;
    EXPECT_LT(bounds_of(first).size().y(), 1e-6 * spacing) << "one particle thick";
    const auto corner = [](double x) { return Vec3(x, 2, -0.75); };
    const auto near = [&](double x) {
        return select(first, [&](const Vec3& p) { return (p - corner(x)).norm() <= 0.1; });
    };
    Group pinned = near(-0.75);
    const Group other = near(0.75);
    ASSERT_FALSE(pinned.empty());
    ASSERT_FALSE(other.empty());
    pinned.insert(pinned.end(), other.begin(), other.end());
    EXPECT_EQ(pinned.size(), cloth.bodies().front().pinned);

    const RunResult result = run_frames(cloth, cloth.frame_count());
    const Frame last = cloth.snapshot();
    EXPECT_TRUE(result.finite);
    double moved = 0;
    for (const std::size_t i : pinned) moved = std::max(moved, (last.positions[i] - first.positions[i]).norm());
    EXPECT_LE(moved, 4 * real_epsilon);
    measured("max stretch", result.max_stretch);
    measured("warnings", static_cast<double>(result.warnings()));
    // From a corner to any particle the cloth cannot be longer than it was, but for its stretch.
    double longest = 0;
    for (std::size_t i = 0; i < last.positions.size(); ++i) {
        const double was = (first.positions[i] - corner(-0.75)).norm(), is = (last.positions[i] - corner(-0.75)).norm();
        if (was > 0.5) longest = std::max(longest, is / was);
    }
    measured("longest ratio from a corner", longest);
    measured("lowest", result.lowest);
    const Box box = bounds_of(last);
    measured("hangs by", 2 - box.lower.y());
    EXPECT_LT(result.max_stretch, 1.3);
    EXPECT_LT(longest, 1.1);
    EXPECT_EQ(result.warnings(), 0U);
    EXPECT_GT(2 - box.lower.y(), 0.5);
}

TEST(DefaultScene, squashes_and_springs_back) {
    // It starts at a tilt and ends upright: its rest height is the upright one.
    const double rest = bounds_of(serial(load_scene("default", {{"bodies.0.angle", "0"}})).snapshot()).size().y();
    Simulation jelly = serial(load_scene("default"));
    double least = rest;
    const RunResult result = run_frames(jelly, jelly.frame_count(), [&](const Simulation& now) {
        least = std::min(least, now.stats().bbox.size().y());
    });
    const double last = jelly.stats().bbox.size().y();
    measured("squashed to", least / rest);
    measured("ends at", last / rest);
    measured("max stretch", result.max_stretch);
    measured("last max speed, m/s", jelly.stats().max_speed);
    for (std::size_t w = 0; w < warning_count; ++w)
        EXPECT_EQ(result.report.warnings[w], 0U) << warning_name(static_cast<Warning>(w));
    EXPECT_LT(least, 0.75 * rest);
    EXPECT_NEAR(last, rest, 0.1 * rest);
}

}  // namespace
}  // namespace pliant::testing
