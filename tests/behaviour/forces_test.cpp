// Force fields against the motion of a point: the forces inside a body sum to zero, so its centre moves like one.
#include "behaviour/helpers.hpp"

#include <cmath>
#include <functional>
#include <numbers>
#include <string>

namespace pliant::testing {
namespace {

Scene small_ball(const std::string& forces, const std::string& at = "[0, 0, 0]",
                 const std::string& velocity = "[0, 0, 0]") {
    return scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [{
            "name": "ball",
            "shape": {"type": "sphere", "radius": 0.05},
            "sampling": {"particles": 60},
            "clusters": {"count": 1},
            "material": {"stiffness": 20, "damping": 10}
        }]
    })",
                    {{"forces", forces}, {"bodies.0.translate", at}, {"bodies.0.velocity", velocity}});
}

Vec3 center(const Simulation& simulation) { return center_of(simulation.snapshot()); }
Vec3 velocity(const Simulation& simulation) {
    const Stats stats = simulation.stats();
    return stats.momentum / stats.mass;
}
void advance(Simulation& simulation, int frames) {
    for (int f = 0; f < frames; ++f) simulation.advance_frame();
}

/// Symplectic Euler of one point.
struct Point {
    Vec3 x, v;
    void advance(double dt, int steps, const std::function<Vec3(const Vec3&)>& acceleration) {
        for (int k = 0; k < steps; ++k) {
            v += dt * acceleration(x);
            x += dt * v;
        }
    }
};

constexpr double rounding = in_double ? 1e-10 : 2e-5;

TEST(Forces, uniform_acts_between_its_times_only) {
    Simulation ball = serial(small_ball(R"([{"type": "uniform", "vector": [3, -2, 1], "start": 0.2, "end": 0.5}])"));
    const Vec3 start = center(ball);
    advance(ball, 12);
    EXPECT_LT((center(ball) - start).norm(), rounding) << "not before its start";
    advance(ball, 18);
    EXPECT_LT((velocity(ball) - 0.3 * Vec3(3, -2, 1)).norm(), rounding) << velocity(ball).transpose();
    const Vec3 at_end = center(ball);
    advance(ball, 30);
    EXPECT_LT((velocity(ball) - 0.3 * Vec3(3, -2, 1)).norm(), rounding) << "not after its end";
    EXPECT_LT((center(ball) - at_end - 0.5 * 0.3 * Vec3(3, -2, 1)).norm(), rounding);
}

TEST(Forces, act_on_the_named_bodies_only) {
    Scene scene = small_ball(R"([{"type": "uniform", "vector": [1, 0, 0], "bodies": ["ball"]}])");
    Body other = scene.bodies[0];
    other.name = "other";
    other.place.translate = Vec3(0, 1, 0);
    scene.bodies.push_back(other);
    Simulation simulation = serial(scene);
    advance(simulation, 30);
    EXPECT_GT(center_of(simulation.snapshot(), 0).x(), 0.1);
    EXPECT_LT(std::abs(center_of(simulation.snapshot(), 1).x()), 0.01);
}

TEST(Forces, compress_swings_a_body_about_its_center) {
    // RC17: f = s (−x, 0, 0), linear in x: the centre of any body moves as x₀ cos(√s t).
    Simulation ball =
        serial(small_ball(R"([{"type": "compress", "strength": 20, "center": [0.5, 0, 0]}])", "[1.5, 0.2, 0]"));
    const Vec3 start = center(ball);
    Point point{start, Vec3::Zero()};
    double far = 0, from_cosine = 0;
    for (int f = 1; f <= 90; ++f) {
        ball.advance_frame();
        point.advance(ball.dt(), ball.substeps(), [](const Vec3& x) { return Vec3(-20 * (x.x() - 0.5), 0, 0); });
        far = std::max(far, (center(ball) - point.x).norm());
        from_cosine = std::max(
            from_cosine, std::abs(center(ball).x() - 0.5 - (start.x() - 0.5) * std::cos(std::sqrt(20.0) * f / 60)));
    }
    measured("away from the point, m", far);
    measured("away from the cosine, m", from_cosine);
    EXPECT_LT(far, 10 * rounding);
    EXPECT_LT(from_cosine, 0.02);
}

TEST(Forces, compress_makes_a_body_thinner_along_its_axis) {
    // Thin along the axis already, so that it does not turn; the limit off, so that the goals alone resist.
    Simulation block = serial(scene_of(R"({
        "gravity": [0, 0, 0],
        "bodies": [{"shape": {"type": "box", "size": [0.06, 0.1, 0.1]}, "sampling": {"particles": 100, "method": "grid"},
                    "clusters": {"count": 1}, "material": {"stiffness": 20, "damping": 60, "strain_sweeps": 0}}],
        "forces": [{"type": "compress", "strength": 3000}]
    })"));
    const Vec3 before = bounds_of(block.snapshot()).size();
    advance(block, 60);
    const Vec3 after = bounds_of(block.snapshot()).size();
    // Goal and field pull each particle: (2π f)² (r − x) = s x, so x = r / (1 + s/(2π f)²).
    const double expected = 1 / (1 + 3000 / std::pow(2 * std::numbers::pi * 20, 2));
    measured("squeezed to", after.x() / before.x());
    EXPECT_NEAR(after.x() / before.x(), expected, 1e-3);
    EXPECT_NEAR(after.y() / before.y(), 1, 1e-3);
}

TEST(Forces, radial_holds_a_circular_orbit) {
    // 4 m/s² at 1 m, falling with the square of the distance: v = 2 m/s at 1 m, once round in π seconds.
    Simulation ball = serial(small_ball(R"([{"type": "radial", "strength": 4, "falloff": 2, "center": [0, 1, 0]}])",
                                        "[1, 1, 0]", "[0, 0, 2]"));
    double nearest = 2, farthest = 0;
    for (int f = 0; f < 189; ++f) {
        ball.advance_frame();
        const double distance = (center(ball) - Vec3(0, 1, 0)).norm();
        nearest = std::min(nearest, distance);
        farthest = std::max(farthest, distance);
    }
    measured("nearest, m", nearest);
    measured("farthest, m", farthest);
    EXPECT_GT(nearest, 0.97);
    EXPECT_LT(farthest, 1.03);
    EXPECT_LT((center(ball) - Vec3(1, 1, 0)).norm(), 0.06);
}

TEST(Forces, negative_radial_pushes_away) {
    Simulation ball = serial(small_ball(R"([{"type": "radial", "strength": -2}])", "[0, 0, 1]"));
    advance(ball, 30);
    EXPECT_NEAR(velocity(ball).z(), 1, 0.01);
}

TEST(Forces, wind_drags_a_body_towards_its_speed_exactly) {
    Simulation ball = serial(small_ball(R"([{"type": "wind", "vector": [5, 0, -2], "strength": 3}])"));
    for (int f = 1; f <= 60; ++f) {
        ball.advance_frame();
        const Vec3 expected = Vec3(5, 0, -2) * -std::expm1(-3.0 * f / 60);
        ASSERT_LT((velocity(ball) - expected).norm(), 10 * rounding) << "frame " << f;
    }
}

}  // namespace
}  // namespace pliant::testing
