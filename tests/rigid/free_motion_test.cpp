// The free flight of a spinning body against Euler's equations, solved by other means.
#include "rigid/free_motion.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

namespace pliant::testing {
namespace {

RigidBody body_with(const Vec3& moments, const Mat3& axes = Mat3::Identity()) {
    RigidBody body;
    body.mass = 1;
    body.moments = moments;
    body.axes = axes;
    return body;
}

RigidMotion spinning(const RigidBody& body, const Vec3& spin) {
    RigidMotion motion;
    motion.angular_momentum = inertia_of(body, Mat3::Identity()) * spin;
    return motion;
}

double energy(const RigidBody& body, const RigidMotion& motion) {
    return 0.5 * spin_of(body, motion).dot(motion.angular_momentum);
}

/// Euler's equations I ω' + ω × I ω = 0 in the body's frame, and R' = R [ω]×, by classical Runge–Kutta in small steps.
Mat3 reference_rotation(const Vec3& moments, Vec3 spin, double time, int steps) {
    struct Rate {
        Vec3 spin;
        Mat3 rotation;
    };
    const auto rate = [&](const Vec3& w, const Mat3& r) {
        Mat3 cross;
        cross << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
        return Rate{-w.cross(moments.cwiseProduct(w)).cwiseQuotient(moments), r * cross};
    };
    Mat3 rotation = Mat3::Identity();
    const double h = time / steps;
    for (int i = 0; i < steps; ++i) {
        const Rate a = rate(spin, rotation);
        const Rate b = rate(spin + h / 2 * a.spin, rotation + h / 2 * a.rotation);
        const Rate c = rate(spin + h / 2 * b.spin, rotation + h / 2 * b.rotation);
        const Rate d = rate(spin + h * c.spin, rotation + h * c.rotation);
        spin += h / 6 * (a.spin + 2 * b.spin + 2 * c.spin + d.spin);
        rotation += h / 6 * (a.rotation + 2 * b.rotation + 2 * c.rotation + d.rotation);
    }
    return rotation;
}

double error_after(const RigidBody& body, const Vec3& spin, double time, int steps) {
    RigidMotion motion = spinning(body, spin);
    for (int i = 0; i < steps; ++i) move_freely(body, motion, time / steps);
    return (rotation_of(motion) - reference_rotation(body.moments, spin, time, 20000)).norm();
}

TEST(FreeMotion, follows_eulers_equations_to_second_order) {
    // Spun about its middle axis, a body tumbles.
    const RigidBody body = body_with({1, 2, 3});
    const Vec3 spin(0.05, 6, 0.1);
    const double coarse = error_after(body, spin, 2, 240), fine = error_after(body, spin, 2, 480);
    EXPECT_LT(coarse, 0.05);
    EXPECT_NEAR(coarse / fine, 4, 0.4);
}

TEST(FreeMotion, keeps_angular_momentum_to_the_bit_and_energy_within_a_bound) {
    const RigidBody body = body_with({0.2, 1, 1.1}, Mat3(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized())));
    RigidMotion motion = spinning(body, {3, 5, -2});
    const Vec3 momentum = motion.angular_momentum;
    const double first = energy(body, motion);
    double off = 0;
    for (int i = 0; i < 100000; ++i) {
        move_freely(body, motion, 1.0 / 240);
        off = std::max(off, std::abs(energy(body, motion) / first - 1));
    }
    EXPECT_EQ(motion.angular_momentum, momentum);
    EXPECT_LT(off, 5e-3) << "it swings, but does not drift";
    const auto& q = motion.orientation;
    EXPECT_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-14);
}

RC_GTEST_PROP(FreeMotion, runs_back_to_where_it_came_from, ()) {
    const auto number = [](double scale) { return scale * *rc::gen::inRange(-1000, 1001) / 1000.0; };
    const Vec3 moments(1.5 + number(1), 1.5 + number(1), 1.5 + number(1));
    const RigidBody body = body_with(moments);
    RigidMotion motion = spinning(body, {number(20), number(20), number(20)});
    motion.velocity = Vec3(number(3), number(3), number(3));
    const RigidMotion start = motion;
    for (int i = 0; i < 50; ++i) move_freely(body, motion, 0.01);
    for (int i = 0; i < 50; ++i) move_freely(body, motion, -0.01);
    RC_ASSERT((rotation_of(motion) - rotation_of(start)).norm() < 1e-10);
    RC_ASSERT((motion.position - start.position).norm() < 1e-12);
}

}  // namespace
}  // namespace pliant::testing
