// What is left alone comes to rest: balls, stacks and walls, and bodies that began inside something.
#include "behaviour/helpers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant::testing {
namespace {

/// Kinetic over potential energy: the most from 4 s to 6 s.
double unrest(Scene scene) {
    scene.time.frames = 360;
    Simulation simulation = serial(scene);
    run_frames(simulation, 240);
    double most = 0;
    run_frames(simulation, 120, [&](const Simulation& s) {
        const Stats stats = s.stats();
        most = std::max(most, stats.kinetic_energy / std::abs(stats.gravity_energy));
    });
    return most;
}

Scene on_the_ground() {
    Scene scene = scene_of(R"({"bodies": [{"shape": {"type": "sphere"}}], "obstacles": [{"type": "plane"}]})");
    scene.bodies.clear();
    return scene;
}

Body block(const Vec3& size, const Vec3& position, int particles, double young) {
    Body body;
    body.shape.kind = ShapeKind::box;
    body.shape.size = size;
    body.place.translate = position;
    body.sampling.particles = particles;
    body.material.young = young;
    return body;
}

TEST(Rest, is_where_a_ball_on_the_ground_ends) {
    for (const char* preset : {"jelly", "rubber", "foam", "flesh"}) {
        Scene scene = on_the_ground();
        Body& ball = scene.bodies.emplace_back();
        ball.shape.radius = 0.11;
        ball.sampling.particles = 150;
        ball.place.translate = Vec3(0, 0.3, 0);
        ball.material = material_preset(preset);
        EXPECT_LT(unrest(scene), 1e-5) << preset;
    }
}

TEST(Rest, comes_to_five_cubes_in_a_stack_which_stand) {
    for (const int substeps : {0, 48}) {
        Scene scene = on_the_ground();
        scene.time.substeps = substeps;
        for (int k = 0; k < 5; ++k)
            scene.bodies.push_back(block(Vec3::Constant(0.2), Vec3(0, 0.1 + 0.2 * k, 0), 150, 3e6));
        EXPECT_LT(unrest(scene), 1e-5) << substeps;
        Simulation simulation = serial(scene);
        run_frames(simulation, 120);
        EXPECT_GT(bounds_of(simulation.snapshot(), 4).upper.y(), 0.95);
    }
}

TEST(Rest, comes_to_a_wall_of_thirty_bricks_which_stands) {
    Scene scene = on_the_ground();
    for (int row = 0; row < 6; ++row)
        for (int k = 0; k < 5; ++k) {
            const double shift = row % 2 == 0 ? -0.025 : 0.025;
            scene.bodies.push_back(
                block(Vec3(0.2, 0.1, 0.1), Vec3(0.2004 * (k - 2) + shift, 0.05 + 0.1 * row, 0), 60, 1e6));
        }
    Simulation simulation = serial(scene);
    run_frames(simulation, 120);
    EXPECT_GT(bounds_of(simulation.snapshot(), 27).upper.y(), 0.57);
    EXPECT_LT(simulation.stats().kinetic_energy / simulation.stats().gravity_energy, 1e-5);
}

TEST(Rest, comes_to_balls_in_a_box) {
    Scene scene = scene_of(R"({"bodies": [{"shape": {"type": "sphere"}}], "obstacles": [{"type": "plane"},
        {"type": "box", "size": [0.04, 1, 0.6], "translate": [-0.27, 0.5, 0]},
        {"type": "box", "size": [0.04, 1, 0.6], "translate": [0.27, 0.5, 0]},
        {"type": "box", "size": [0.6, 1, 0.04], "translate": [0, 0.5, -0.27]},
        {"type": "box", "size": [0.6, 1, 0.04], "translate": [0, 0.5, 0.27]}]})");
    scene.bodies.clear();
    for (int k = 0; k < 12; ++k) {
        Body& ball = scene.bodies.emplace_back();
        ball.shape.radius = 0.1;
        ball.sampling.particles = 120;
        ball.place.translate = Vec3(k % 2 ? 0.12 : -0.11, 0.15 + 0.25 * (k / 4), k % 4 < 2 ? 0.12 : -0.13);
    }
    const double most = unrest(scene);
    measured("twelve balls", most);
    EXPECT_LT(most, 1e-4) << "1e-5 is the aim, and missed: docs/physics.md";
}

TEST(Rest, comes_to_a_body_that_carries_one_a_hundred_times_as_heavy) {
    Scene scene = on_the_ground();
    scene.bodies.push_back(block(Vec3::Constant(0.2), Vec3(0, 0.1, 0), 200, 1e7));
    scene.bodies.push_back(block(Vec3::Constant(0.2), Vec3(0, 0.3, 0), 200, 1e8));
    scene.bodies[1].material.density = 1e5;
    scene.time.substeps = 200;
    scene.time.frames = 60;
    Simulation simulation = serial(scene);
    run_frames(simulation, 60);
    EXPECT_GT(bounds_of(simulation.snapshot(), 1).upper.y(), 0.37);
    EXPECT_LT(simulation.stats().kinetic_energy / simulation.stats().gravity_energy, 1e-3);
}

/// m/s: the fastest particle of all frames.
double fastest(Scene scene, int substeps) {
    scene.time.substeps = substeps;
    Simulation simulation = serial(scene);
    return run_frames(simulation, 60).max_speed;
}

TEST(Easing, out_of_the_ground_is_slow_at_any_step) {
    Scene scene = on_the_ground();
    scene.bodies.push_back(block(Vec3::Constant(0.3), Vec3(0, 0.1, 0), 400, 1e5));
    for (const int substeps : {4, 16, 64}) EXPECT_LT(fastest(scene, substeps), 1) << substeps;
}

TEST(Easing, out_of_each_other_is_slow_at_any_step) {
    Scene scene = on_the_ground();
    scene.gravity.setZero();
    scene.bodies.push_back(block(Vec3::Constant(0.3), Vec3(0, 2, 0), 400, 1e5));
    scene.bodies.push_back(block(Vec3::Constant(0.3), Vec3(0.03, 2.22, 0), 400, 1e5));
    for (const int substeps : {4, 16, 64}) EXPECT_LT(fastest(scene, substeps), 1) << substeps;
}

/// How fast a dropped ball leaves the ground again, over how fast it came.
double rebound(double restitution) {
    Scene scene = on_the_ground();
    Body& ball = scene.bodies.emplace_back();
    ball.shape.radius = 0.2;
    ball.sampling.particles = 300;
    ball.place.translate = Vec3(0, 0.7, 0);
    ball.material.restitution = restitution;
    ball.material.damping = 0;
    Simulation simulation = serial(scene);
    double down = 0, up = 0;
    run_frames(simulation, 60, [&](const Simulation& s) {
        const double v = s.stats().momentum.y() / s.stats().mass;
        down = std::min(down, v);
        up = std::max(up, v);
    });
    return -up / down;
}

TEST(Restitution, of_a_soft_body_acts_in_the_right_direction) {
    double last = 0;
    for (const double restitution : {0.0, 0.3, 0.6, 1.0}) {
        const double now = rebound(restitution);
        EXPECT_GT(now, last) << restitution;
        EXPECT_LT(now, 1);
        last = now;
    }
}

TEST(RollingFriction, stops_a_ball_that_rolls_and_nothing_stops_it_without) {
    const auto speed_after = [](double friction) {
        Scene scene = on_the_ground();
        scene.collisions.rolling_friction = friction;
        Body& ball = scene.bodies.emplace_back();
        ball.shape.radius = 0.2;
        ball.sampling.particles = 1000;
        ball.place.translate = Vec3(0, 0.2, 0);
        ball.velocity = Vec3(1, 0, 0);
        ball.material.young = 1e6;
        Simulation simulation = serial(scene);
        run_frames(simulation, 100);
        return simulation.stats().momentum.x() / simulation.stats().mass;
    };
    EXPECT_GT(speed_after(0), 0.3);
    EXPECT_LT(std::abs(speed_after(0.1)), 0.05);
}

}  // namespace
}  // namespace pliant::testing
