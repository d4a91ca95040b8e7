// Fast bodies do not pass through thin ones: steps are cut into pieces where bodies meet, and that is reported.
#include "behaviour/helpers.hpp"

#include <algorithm>

namespace pliant::testing {
namespace {

class FastBall : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};
INSTANTIATE_TEST_SUITE_P(
    Walls, FastBall,
    ::testing::Values(std::pair("box", R"({"type": "box", "size": [0.1, 1.2, 1.2]})"),
                      std::pair("sheet",
                                R"({"type": "sheet", "size": [1.2, 0, 1.2], "axis": [0, 0, 1], "angle": 90})")));

TEST_P(FastBall, at_twenty_metres_per_second_does_not_pass_a_wall_one_cluster_thick) {
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [
            {"name": "ball", "shape": {"type": "sphere", "radius": 0.15}, "sampling": {"particles": 300},
             "material": {"stiffness": 12, "damping": 20}, "translate": [-1, 0.03, 0.02], "velocity": [20, 0, 0]},
            {"name": "wall", "shape": {"type": "sphere"}, "sampling": {"particles": 800},
             "material": {"stiffness": 12, "damping": 20}}]
    })",
                                            {{"bodies.1.shape", GetParam().second}}));
    ASSERT_EQ(simulation.substeps(), 4) << "the default";
    bool bounced = false;
    std::uint64_t pieces = 0;
    for (int f = 0; f < 60; ++f) {
        pieces = std::max(pieces, simulation.advance_frame().collision_pieces);
        const Frame frame = simulation.snapshot();
        // Whatever the wall does, the ball stays on its side of the wall's part in front of it.
        bounced |= center_of(frame, 0).x() + 0.05 < center_of(frame, 1).x() &&
                   frame.velocities[0].x() < frame.velocities[400].x();
        double front = 0, wall = 0;
        int near = 0;
        for (std::size_t i = 0; i < frame.positions.size(); ++i) {
            const Vec3& x = frame.positions[i];
            if (frame.bodies[i] == 1 && std::abs(x.y()) < 0.2 && std::abs(x.z()) < 0.2) wall += x.x(), ++near;
        }
        for (std::size_t i = 0; i < frame.positions.size(); ++i)
            if (frame.bodies[i] == 0) front += frame.positions[i].x() / 300;
        ASSERT_LT(front, wall / near) << "frame " << f;
    }
    measured("pieces", static_cast<double>(pieces));
    EXPECT_GT(pieces, 1U) << "the step was cut, and it says so";
    EXPECT_TRUE(bounced);
}

TEST(FastBodies, too_fast_to_be_cut_finely_enough_are_named) {
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [
            {"shape": {"type": "sphere", "radius": 0.1}, "sampling": {"particles": 60}, "translate": [-3, 0, 0], "velocity": [3000, 0, 0]},
            {"shape": {"type": "sphere", "radius": 0.1}, "sampling": {"particles": 60}}]
    })"));
    const RunResult result = run_frames(simulation, 5);
    EXPECT_GT(result.report.warning(Warning::fast_contact), 0U);
    EXPECT_TRUE(result.finite);
}

/// The least distance that any particle of the ball ever has from one of the wall.
double gap_at_turning(const std::string& clusters, const std::string& fraction) {
    Simulation simulation =
        serial(load_scene("ball-into-wall", {{"bodies.0.clusters.count", clusters},
                                             {"bodies.1.clusters.count", clusters},
                                             {"bodies.0.clusters.levels", "1"},
                                             {"bodies.1.clusters.levels", "1"},
                                             {"collisions.plane_fraction", fraction},
                                             {"collisions.more_planes", fraction == "0" ? "false" : "true"}}));
    const std::size_t ball = simulation.bodies()[0].particles;
    double least = 10;
    run_frames(simulation, 40, [&](const Simulation& now) {
        const std::vector<Vec3> x = now.snapshot().positions;
        for (std::size_t i = 0; i < ball; ++i)
            for (std::size_t j = ball; j < x.size(); ++j) least = std::min(least, (x[i] - x[j]).norm());
    });
    measured("gap at turning, " + clusters + " clusters, fraction " + fraction, least);
    return least;
}

// MR20 section 5.4: "with 1 cluster per object, the ball is far away from the wall when it collides with the collision
// proxies", with 66 the ball interacts with the wall. So it is with plain spheres; half-spaces help the one cluster
// too.
TEST(ProxiesOfMr20, one_cluster_turns_back_far_from_the_wall_and_sixty_six_touch_it) {
    const double spheres = gap_at_turning("1", "0"), cut = gap_at_turning("1", "0.95"),
                 fine = gap_at_turning("66", "0.95");
    EXPECT_GT(spheres, 0.25) << "the radius of the ball";
    EXPECT_LT(cut, 0.5 * spheres);
    EXPECT_LT(fine, 0.05) << "the spacings are 0.04 and 0.05: half of each touch";
}

}  // namespace
}  // namespace pliant::testing
