// What must not matter: where a scene stands, how it is turned, how heavy a lone body is, the order of the bodies.
#include "behaviour/helpers.hpp"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant::testing {
namespace {

/// A spinning ball thrown onto a plane past a moving paddle, and a bar held at one end, in a field.
Scene busy_scene() {
    return scene_of(R"({
        "bodies": [
            {"name": "ball", "shape": {"type": "sphere", "radius": 0.3}, "sampling": {"particles": 300}, "clusters": {"count": 10},
             "material": {"stiffness": 12, "damping": 10}, "translate": [0, 0.8, 0], "velocity": [1, 0, 0], "spin": [0, 90, 200]},
            {"name": "bar", "shape": {"type": "box", "size": [0.8, 0.2, 0.3]}, "sampling": {"particles": 300}, "clusters": {"count": 8},
             "material": {"stiffness": 20, "damping": 10}, "translate": [0, 1, 1.5], "axis": [0, 0, 1], "angle": 20,
             "pins": [{"region": {"type": "box", "size": [0.2, 1, 1], "translate": [-0.4, 0, 0]}, "release": 0.4}]}
        ],
        "obstacles": [
            {"type": "plane"},
            {"type": "box", "size": [0.2, 0.6, 0.6], "translate": [1.2, 0.3, 0],
             "motion": {"axis": [0, 1, 0], "keys": [{"time": 0}, {"time": 0.6, "translate": [-0.3, 0, 0], "angle": 30}]}}
        ],
        "forces": [{"type": "radial", "strength": 2, "center": [0, 1, 0]}, {"type": "wind", "vector": [0, 0, 1], "strength": 0.5}]
    })");
}

/// The scene carried by x ↦ R x + t, R about z (so that everything that had an axis keeps its meaning when turned too).
Scene carried(Scene scene, const Mat3& rotation, const Vec3& by) {
    const auto carry = [&](Placement& place) {
        const Eigen::AngleAxisd own(place.angle * std::numbers::pi / 180, place.axis.normalized());
        const Eigen::AngleAxisd turned(rotation * own.toRotationMatrix());
        place.axis = turned.axis();
        place.angle = turned.angle() * 180 / std::numbers::pi;
        place.translate = rotation * place.translate + by;
    };
    for (Body& body : scene.bodies) {
        carry(body.place);
        body.velocity = rotation * body.velocity;
        body.spin = rotation * body.spin;
    }
    for (Obstacle& obstacle : scene.obstacles) {
        carry(obstacle.place);
        obstacle.motion.axis = rotation * obstacle.motion.axis;
        for (MotionKey& key : obstacle.motion.keys) key.translate = rotation * key.translate;
    }
    for (Force& force : scene.forces) {
        force.center = rotation * force.center + by;
        force.vector = rotation * force.vector;
        force.axis = rotation * force.axis;
    }
    scene.gravity = rotation * scene.gravity;
    return scene;
}

/// The largest distance over `frames` between the scene's particles, carried, and those of the carried scene.
double carried_difference(const Mat3& rotation, const Vec3& by, int frames) {
    Simulation here = serial(busy_scene()), there = serial(carried(busy_scene(), rotation, by));
    double largest = 0;
    std::uint64_t contacts = 0;
    for (int f = 0; f < frames; ++f) {
        contacts += here.advance_frame().contacts;
        there.advance_frame();
        std::vector<Vec3> expected = here.snapshot().positions;
        for (Vec3& x : expected) x = rotation * x + by;
        largest = std::max(largest, largest_distance(expected, there.snapshot().positions));
    }
    EXPECT_GT(contacts, 0U);
    return largest;
}

// The scene is a metre or two wide. Far away its obstacles, pins and fields are still placed in doubles, whose spacing
// there is 1e-13 m (1 km) and 1e-11 m (100 km); what differs is how the clusters' sums round, and contacts amplify it.
TEST(Symmetry, a_kilometre_away_is_like_here) {
    const double difference = carried_difference(Mat3::Identity(), Vec3(1000, 500, -1000), 60);
    measured("largest difference at 1 km, m", difference);
    EXPECT_LT(difference, in_double ? 1e-11 : 1e-5);
}

TEST(Symmetry, a_hundred_kilometres_away_is_like_here) {
    const double difference = carried_difference(Mat3::Identity(), Vec3(1e5, 5e4, -1e5), 60);
    measured("largest difference at 100 km, m", difference);
    EXPECT_LT(difference, in_double ? 1e-9 : 1e-5);
}

TEST(Symmetry, a_turned_scene_gives_the_turned_result) {
    const Mat3 rotation = Eigen::AngleAxisd(0.9, Vec3(1, 2, -1).normalized()).toRotationMatrix();
    const double difference = carried_difference(rotation, Vec3(3, -1, 2), 60);
    measured("largest difference when turned, m", difference);
    EXPECT_LT(difference, in_double ? 1e-11 : 1e-4) << "contacts end when little is left to relax";
}

std::vector<Vec3> positions_of(const Scene& scene, int frames, std::uint32_t body) {
    Simulation simulation = serial(scene);
    for (int f = 0; f < frames; ++f) simulation.advance_frame();
    const Frame frame = simulation.snapshot();
    std::vector<Vec3> positions;
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
        if (frame.bodies[i] == body) positions.push_back(frame.positions[i]);
    return positions;
}

TEST(Symmetry, density_does_not_matter_to_a_lone_body) {
    Scene heavy = busy_scene();
    for (Body& body : heavy.bodies) body.material.density = 4000;  // a power of two times the default: the same bits
    EXPECT_EQ(positions_of(heavy, 40, 0), positions_of(busy_scene(), 40, 0));
    for (Body& body : heavy.bodies) body.material.density = 3;
    const double difference = largest_distance(positions_of(heavy, 40, 0), positions_of(busy_scene(), 40, 0));
    measured("largest difference at 3 kg/m³, m", difference);
    EXPECT_LT(difference, in_double ? 1e-12 : 1e-5);
}

TEST(Symmetry, the_order_of_the_bodies_hardly_matters) {
    Scene swapped = busy_scene();
    std::swap(swapped.bodies[0], swapped.bodies[1]);
    // Contacts are relaxed one after the other, in the order of their bodies, until little is left to relax.
    for (const std::uint32_t body : {0U, 1U})
        EXPECT_LT(largest_distance(positions_of(swapped, 40, 1 - body), positions_of(busy_scene(), 40, body)), 1e-4);
}

}  // namespace
}  // namespace pliant::testing
