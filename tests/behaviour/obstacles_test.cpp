// Obstacles stop, push, hold by friction and throw back.
#include "behaviour/helpers.hpp"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

class ThinWall : public ::testing::TestWithParam<int> {};

TEST_P(ThinWall, stops_a_body_at_twenty_metres_per_second) {
    // 20 m/s at 60 fps and one step per frame is 0.33 m a step; the box is 0.2 m thick.
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [{"shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 300}, "clusters": {"count": 8},
                    "material": {"stiffness": 8, "damping": 5}, "translate": [0.1, 0.05, -1], "velocity": [0, 0, 20]}],
        "obstacles": [{"type": "box", "size": [3, 3, 0.2]}]
    })",
                                            {{"time.substeps", std::to_string(GetParam())}}));
    const double spacing = simulation.bodies().front().spacing;
    double deepest = -1;
    const RunResult result = run_frames(
        simulation, 30, [&](const Simulation& now) { deepest = std::max(deepest, now.stats().bbox.upper.z()); });
    measured("deepest beyond the face / spacing", (deepest + 0.1) / spacing);
    measured("max stretch", result.max_stretch);
    EXPECT_GT(result.report.contacts, 0U);
    EXPECT_TRUE(result.finite);
    EXPECT_LT(deepest, -0.1 + 0.01 * spacing) << "nothing gets into the wall, let alone through it";
}

INSTANTIATE_TEST_SUITE_P(Substeps, ThinWall, ::testing::Values(1, 2, 4));

/// An obstacle with its top at y = 0 (its axis along y), and whether a point is inside it.
struct Kind {
    const char* name;
    const char* json;
    bool (*inside)(const Vec3& p, double in);  // `in` metres below the surface at least
};

const Kind kinds[] = {
    {"plane", R"({"type": "plane"})", [](const Vec3& p, double in) { return p.y() < -in; }},
    {"sphere", R"({"type": "sphere", "radius": 0.5, "translate": [0, -0.5, 0]})",
     [](const Vec3& p, double in) { return (p - Vec3(0, -0.5, 0)).norm() < 0.5 - in; }},
    {"box", R"({"type": "box", "size": [0.8, 0.4, 0.8], "translate": [0, -0.2, 0]})",
     [](const Vec3& p, double in) {
         return ((p - Vec3(0, -0.2, 0)).cwiseAbs().array() < Vec3(0.4, 0.2, 0.4).array() - in).all();
     }},
    {"capsule", R"({"type": "capsule", "radius": 0.3, "height": 0.4, "translate": [0, -0.5, 0]})",
     [](const Vec3& p, double in) {
         const Vec3 q = p - Vec3(0, -0.5, 0);
         return (q - Vec3(0, std::clamp(q.y(), -0.2, 0.2), 0)).norm() < 0.3 - in;
     }},
    {"cylinder", R"({"type": "cylinder", "radius": 0.4, "height": 0.4, "translate": [0, -0.2, 0]})",
     [](const Vec3& p, double in) { return std::hypot(p.x(), p.z()) < 0.4 - in && std::abs(p.y() + 0.2) < 0.2 - in; }},
    {"cone", R"({"type": "cone", "radius": 0.5, "top_radius": 0.2, "height": 0.5, "translate": [0, -0.25, 0]})",
     [](const Vec3& p, double in) {
         const double slope = 0.3 / 0.5, at = 0.2 - slope * p.y();
         return std::abs(p.y() + 0.25) < 0.25 - in && (at - std::hypot(p.x(), p.z())) / std::hypot(1, slope) > in;
     }},
};

class EveryObstacle : public ::testing::TestWithParam<Kind> {};

TEST_P(EveryObstacle, stops_a_dropped_ball) {
    Simulation simulation = serial(scene_of(R"({
        "bodies": [{"shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 400}, "clusters": {"count": 12},
                    "material": {"stiffness": 20, "damping": 20}, "translate": [0.01, 0.5, 0.01]}]
    })",
                                            {{"obstacles", std::string("[") + GetParam().json + "]"}}));
    const double spacing = simulation.bodies().front().spacing;
    int inside = 0;
    double lowest = 1;
    const RunResult result = run_frames(simulation, 45, [&](const Simulation& now) {
        const Frame frame = now.snapshot();
        for (const Vec3& p : frame.positions) inside += GetParam().inside(p, 0.02 * spacing);
        lowest = std::min(lowest, center_of(frame).y());
    });
    measured("lowest center, m", lowest);
    EXPECT_GT(result.report.contacts, 0U);
    EXPECT_EQ(result.warnings(), 0U);
    EXPECT_EQ(inside, 0) << "particles inside the obstacle, over all frames";
    EXPECT_GT(lowest, 0.05) << "stopped, not fallen past it (it would be at −2.2 m)";
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryObstacle, ::testing::ValuesIn(kinds),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(MovingObstacle, pushes_a_body) {
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [{"shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 300}, "clusters": {"count": 8},
                    "material": {"stiffness": 15, "damping": 20, "restitution": 0}}],
        "obstacles": [{"type": "box", "size": [0.3, 1, 1], "translate": [-1, 0, 0], "restitution": 0,
                       "motion": {"interpolation": "linear", "keys": [{"time": 0}, {"time": 1, "translate": [2, 0, 0]}]}}]
    })"));
    const RunResult result = run_frames(simulation, 60);
    EXPECT_EQ(result.warnings(), 0U);
    // The pusher's face ends at x = 1.15, and so the ball's left end lies there or beyond.
    EXPECT_GT(bounds_of(simulation.snapshot()).lower.x(), 1.15 - 1e-3);
    const Stats stats = simulation.stats();
    measured("speed, m/s", stats.momentum.x() / stats.mass);
    EXPECT_GT(stats.momentum.x() / stats.mass, 1.8) << "at least about as fast as the pusher";
}

TEST(MovingObstacle, a_turning_paddle_sweeps_a_body_along) {
    Simulation simulation = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [{"shape": {"type": "sphere", "radius": 0.15}, "sampling": {"particles": 300}, "clusters": {"count": 8},
                    "material": {"stiffness": 15, "damping": 20}, "translate": [0.5, 0.3, 0]}],
        "obstacles": [{"type": "box", "size": [2, 0.2, 1],
                       "motion": {"axis": [0, 0, 1], "pivot": [0, 0, 0], "keys": [{"time": 0}, {"time": 0.5, "angle": 60}]}}]
    })"));
    run_frames(simulation, 30);
    // In the paddle's own frame the ball lies above its upper side, as it did at the start.
    const Eigen::AngleAxisd back(-60 * radians, Vec3::UnitZ());
    double lowest = 1;
    for (const Vec3& p : simulation.snapshot().positions) lowest = std::min(lowest, (back * p).y());
    measured("lowest above the paddle's middle, m", lowest);
    EXPECT_GT(lowest, 0.1 - 1e-3);
    EXPECT_LT(center_of(simulation.snapshot()).x(), 0.45) << "carried along";
}

/// A block standing on a slope of this many degrees for a second; and its acceleration down the slope in the next half.
struct Slide {
    double distance = 0, acceleration = 0;
};

Slide slide(double degrees, double friction) {
    Scene scene = scene_of(fmt::format(R"({{
        "bodies": [{{"shape": {{"type": "box", "size": [0.6, 0.2, 0.6]}}, "sampling": {{"particles": 400, "method": "grid"}},
                    "clusters": {{"count": 1}}, "material": {{"stiffness": 30, "damping": 60, "friction": {0}}},
                    "axis": [0, 0, 1], "angle": {1}}}],
        "obstacles": [{{"type": "plane", "friction": {0}, "axis": [0, 0, 1], "angle": {1}}}]
    }})",
                                       friction, degrees));
    // Put down so that its lowest layer just touches.
    const Vec3 up(-std::sin(degrees * radians), std::cos(degrees * radians), 0);
    const Simulation probe = serial(scene);
    double lowest = 1;
    for (const Vec3& p : probe.snapshot().positions) lowest = std::min(lowest, up.dot(p));
    scene.bodies[0].place.translate = (0.5 * probe.bodies().front().spacing - lowest) * up;

    Simulation block = serial(scene);
    const Vec3 start = center_of(block.snapshot());
    const auto speed = [&] {
        const Stats stats = block.stats();
        return (stats.momentum / stats.mass).norm();
    };
    run_frames(block, 60);
    Slide result;
    result.distance = (center_of(block.snapshot()) - start).norm();
    const double before = speed();
    run_frames(block, 30);
    result.acceleration = (speed() - before) / 0.5;
    return result;
}

TEST(Friction, a_block_holds_below_its_friction_angle_and_slides_above_it) {
    const double friction = 0.5, angle = std::atan(friction) / radians;  // 26.57°
    for (const double off : {-5.0, -1.0, 1.0, 5.0}) {
        const double a = (angle + off) * radians;
        const double rigid = std::max(0.0, 9.81 * (std::sin(a) - friction * std::cos(a)));
        const Slide block = slide(angle + off, friction);
        fmt::print(
            "[ measured ] {:+.0f}° from the friction angle: {:.4f} m in a second, then {:.4f} m/s², a rigid block "
            "{:.4f}\n",
            off, block.distance, block.acceleration, rigid);
        EXPECT_NEAR(block.acceleration, rigid, 0.02 * 9.81 * std::sin(a));
        if (off < 0) {
            EXPECT_LT(block.distance, 0.02) << "it only settles";
        }
    }
}

// Where every particle of a body arrives at once, restitution is all there is: a sheet bounces to e² of its height. (A
// thick soft body bounces by its own elasticity; the restitution of its contact layer adds next to nothing.)
TEST(Restitution, raises_the_bounce_of_a_sheet_by_its_square) {
    for (const double restitution : {0.0, 0.5, 0.9}) {
        Simulation sheet = serial(scene_of(fmt::format(R"({{
            "bodies": [{{"shape": {{"type": "sheet", "size": [0.5, 0, 0.5]}}, "sampling": {{"particles": 200}},
                        "material": {{"stiffness": 20, "damping": 5, "restitution": {0}}}, "translate": [0, 1, 0]}}],
            "obstacles": [{{"type": "plane", "restitution": 0}}]
        }})",
                                                       restitution),
                                           {{"time.substeps", "8"}}));
        const double radius = 0.5 * sheet.bodies().front().spacing;
        run_frames(sheet, 28);  // the fall takes 0.45 s
        double highest = 0;
        run_frames(sheet, 50,
                   [&](const Simulation& now) { highest = std::max(highest, center_of(now.snapshot()).y()); });
        const double expected = restitution * restitution * (1 - radius);
        measured(fmt::format("bounce at restitution {}, m", restitution), highest - radius);
        EXPECT_NEAR(highest - radius, expected, 0.03);
    }
}

}  // namespace
}  // namespace pliant::testing
