// Pins hold, lead along keys, let go, and twist.
#include "behaviour/helpers.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

Scene pinned_bar(const std::string& pins) {
    return scene_of(R"({
        "bodies": [{
            "shape": {"type": "box", "size": [1, 0.25, 0.25]},
            "sampling": {"particles": 400},
            "clusters": {"count": 12},
            "material": {"stiffness": 30, "damping": 20},
            "translate": [0, 1, 0]
        }]
    })",
                    {{"bodies.0.pins", pins}});
}

const std::string left_end = R"({"type": "box", "size": [0.3, 1, 1], "translate": [-0.5, 0, 0]})";
Group left_of(const Frame& frame) {
    return select(frame, [](const Vec3& p) { return p.x() <= -0.35; });
}
Group right_of(const Frame& frame) {
    return select(frame, [](const Vec3& p) { return p.x() >= 0.35; });
}

/// The largest distance of the group from where `expected` puts its starting points.
template <class Expected>
double largest_error(const Frame& start, const Frame& now, const Group& group, const Expected& expected) {
    double largest = 0;
    for (const std::size_t i : group)
        largest = std::max(largest, (now.positions[i] - expected(start.positions[i])).norm());
    return largest;
}

/// One rounding to the simulation's numbers of a coordinate of about a metre.
constexpr double pin_rounding = 4 * real_epsilon;

TEST(Pins, hold_their_particles_in_place) {
    Simulation bar = serial(pinned_bar(R"([{"region": )" + left_end + "}]"));
    const Frame start = bar.snapshot();
    const Group held = left_of(start);
    EXPECT_EQ(held.size(), bar.bodies().front().pinned);
    const RunResult result = run_frames(bar, 40);
    EXPECT_EQ(result.warnings(), 0U);
    const Frame now = bar.snapshot();
    EXPECT_LE(largest_error(start, now, held, [](const Vec3& x) { return x; }), pin_rounding);
    for (const std::size_t i : held) EXPECT_EQ(now.velocities[i], Vec3::Zero());
    EXPECT_LT(mean_position(now, right_of(start)).y(), 0.99) << "the free end sags";
}

TEST(Pins, follow_their_keys_exactly) {
    for (const std::string mode : {"linear", "smooth"}) {
        Simulation bar = serial(pinned_bar(
            R"([{"region": )" + left_end +
            R"(, "motion": {"axis": [0, 0, 2], "pivot": [-0.5, 1, 0], "interpolation": ")" + mode +
            R"(", "keys": [{"time": 0}, {"time": 0.25, "translate": [0.2, 0, 0.1], "angle": 60}, {"time": 0.5, "translate": [0, 0.3, 0], "angle": -30}]}}])"));
        const Frame start = bar.snapshot();
        const Group held = left_of(start);
        double largest = 0;
        for (int f = 1; f <= 36; ++f) {
            bar.advance_frame();
            const double t = f / 60.0;
            const bool first = t < 0.25;
            double s = first ? t / 0.25 : std::min(1.0, (t - 0.25) / 0.25);
            if (mode == "smooth") s = s * s * (3 - 2 * s);
            const Vec3 from = first ? Vec3(0, 0, 0) : Vec3(0.2, 0, 0.1),
                       to = first ? Vec3(0.2, 0, 0.1) : Vec3(0, 0.3, 0);
            const double angle = first ? 60 * s : 60 - 90 * s;
            const Eigen::AngleAxisd turn(angle * radians, Vec3::UnitZ());
            const Vec3 pivot(-0.5, 1, 0), offset = from + s * (to - from);
            largest = std::max(largest, largest_error(start, bar.snapshot(), held, [&](const Vec3& x) {
                                   return Vec3(pivot + turn * (x - pivot) + offset);
                               }));
        }
        measured("largest error " + mode + ", m", largest);
        EXPECT_LE(largest, pin_rounding) << mode;
    }
}

TEST(Pins, let_go_at_their_time) {
    Simulation bar = serial(pinned_bar(R"([{"region": )" + left_end + R"(, "release": 0.2}])"));
    const Frame start = bar.snapshot();
    const Group held = left_of(start);
    for (int f = 0; f < 12; ++f) bar.advance_frame();
    EXPECT_LE(largest_error(start, bar.snapshot(), held, [](const Vec3& x) { return x; }), pin_rounding);
    for (int f = 0; f < 12; ++f) bar.advance_frame();
    // From then on nothing holds it: all of its weight accelerates it.
    const double fallen = 1 - center_of(bar.snapshot()).y();
    measured("fallen in 0.2 s after the release, m", fallen);
    EXPECT_GT(fallen, 0.5 * 9.81 * 0.2 * 0.2);
    for (const std::size_t i : held) EXPECT_LT(bar.snapshot().positions[i].y(), start.positions[i].y());
}

TEST(Pins, twist_a_bar_by_turning_its_ends) {
    const std::string keys =
        R"(, "motion": {"axis": [1, 0, 0], "pivot": [0, 1, 0], "keys": [{"time": 0}, {"time": 0.5, "angle": )";
    const std::string right_end = R"({"type": "box", "size": [0.3, 1, 1], "translate": [0.5, 0, 0]})";
    Scene scene =
        pinned_bar(R"([{"region": )" + left_end + keys + R"(-45}]}}, {"region": )" + right_end + keys + R"(45}]}}])");
    scene.gravity = Vec3::Zero();
    Simulation bar = serial(scene);
    const Frame start = bar.snapshot();
    const RunResult result = run_frames(bar, 60);
    EXPECT_EQ(result.warnings(), 0U);
    const Frame now = bar.snapshot();
    // The mean angle about x of five slices grows evenly from −45° to 45°.
    double last = -90;
    for (int slice = -2; slice <= 2; ++slice) {
        const double at = 0.2 * slice;
        double sine = 0, cosine = 0;
        for (const std::size_t i : select(start, [&](const Vec3& p) { return std::abs(p.x() - at) < 0.08; })) {
            const Vec3 a = start.positions[i] - Vec3(0, 1, 0), b = now.positions[i] - Vec3(0, 1, 0);
            sine += a.y() * b.z() - a.z() * b.y();
            cosine += a.y() * b.y() + a.z() * b.z();
        }
        const double degrees = std::atan2(sine, cosine) / radians;
        measured("degrees at x = " + std::to_string(at).substr(0, 4), degrees);
        EXPECT_GT(degrees, last + 10);
        last = degrees;
        if (slice == 0) {
            EXPECT_NEAR(degrees, 0, 3);
        }
    }
}

}  // namespace
}  // namespace pliant::testing
