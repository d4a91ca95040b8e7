#include "plasticity/flow.hpp"

#include "reference/plasticity.hpp"
#include "support/uniform.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <cmath>

namespace pliant {
namespace {

Mat3 random_rotation() {
    return Eigen::AngleAxisd(uniform(0, 6), Vec3(uniform(-1, 1), uniform(-1, 1), 1.01).normalized()).toRotationMatrix();
}

Mat3 random_stretch(double most) {
    const Vec3 logs(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    const Vec3 sigma = (std::log(most) * logs).array().exp();
    return random_rotation() * sigma.asDiagonal() * random_rotation();
}

reference::FlowRule random_rule() {
    return {uniform(0, 0.3), uniform(0, 200), uniform(-1, 3), uniform(1.1, 5), std::max(0.0, uniform(-5, 5))};
}

FlowRule per_step(const reference::FlowRule& rule, double dt) {
    return {rule.yield, 1 - std::exp(-rule.rate * dt), rule.hardening, std::log(rule.largest_stretch),
            std::exp(-rule.recovery * dt)};
}

RC_GTEST_PROP(Flow, agrees_with_the_reference, ()) {
    constexpr double dt = 1.0 / 240;
    const reference::FlowRule rule = random_rule();
    PlasticState state;
    Mat3 plastic = Mat3::Identity();
    double accumulated = 0;
    for (int step = 0; step < 20; ++step) {
        const Mat3 elastic = random_stretch(2);
        flow(per_step(rule, dt), elastic, dt, state);
        reference::flow(rule, elastic, dt, plastic, accumulated);
        // Fᵖ is known up to a rotation on its left, which R undoes.
        const Mat3 a = state.plastic.transpose() * state.plastic, b = plastic.transpose() * plastic;
        RC_ASSERT((a - b).norm() <= 1e-6 * b.norm());
        RC_ASSERT(std::abs(state.accumulated - accumulated) <= 1e-6 * (1 + accumulated));
    }
}

RC_GTEST_PROP(Flow, keeps_volume_and_its_bounds, ()) {
    constexpr double dt = 1.0 / 240;
    const reference::FlowRule rule = random_rule();
    PlasticState state;
    for (int step = 0; step < 200; ++step) {
        Mat3 elastic = random_stretch(3);
        if (step % 7 == 0) elastic.col(0).setZero();  // flat
        if (step % 7 == 1) elastic.col(0) *= -1;      // inverted
        flow(per_step(rule, dt), elastic, dt, state);
        const Vec3 sigma = Eigen::JacobiSVD<Mat3>(state.plastic).singularValues();
        RC_ASSERT(std::abs(state.plastic.determinant() - 1) < 1e-9);
        RC_ASSERT(sigma[0] <= rule.largest_stretch * (1 + 1e-6));
        RC_ASSERT(sigma[2] >= (1 - 1e-6) / rule.largest_stretch);
    }
}

TEST(Flow, below_the_yield_nothing_is_permanent) {
    PlasticState state;
    const FlowRule rule{0.2, 1, 0, 3, 1};
    const Mat3 elastic = Vec3(1.1, 1, 0.95).asDiagonal();
    for (int step = 0; step < 100; ++step) flow(rule, elastic, 0.01, state);
    EXPECT_EQ(state.plastic, Mat3(Mat3::Identity()));
    EXPECT_EQ(state.accumulated, 0);
}

TEST(Flow, a_change_of_volume_alone_never_flows) {
    PlasticState state;
    flow({0, 1, 0, 3, 1}, 1.7 * Mat3::Identity(), 0.01, state);
    EXPECT_LT((state.plastic - Mat3::Identity()).norm(), 1e-12);
}

/// A bar held at a fixed total stretch: what is permanent after a second.
double set_after_a_second(int steps, double yield, double hardening) {
    const Mat3 total = Vec3(1.5, 1 / std::sqrt(1.5), 1 / std::sqrt(1.5)).asDiagonal();
    const double dt = 1.0 / steps;
    const FlowRule rule = per_step({yield, 4, hardening, 10, 0}, dt);
    PlasticState state;
    for (int k = 0; k < steps; ++k) flow(rule, total * state.plastic.inverse(), dt, state);
    return state.plastic(0, 0) - 1;
}

TEST(Flow, is_the_same_material_at_another_step) {
    for (const double hardening : {0.0, 0.5}) {
        const double coarse = set_after_a_second(120, 0.05, hardening), fine = set_after_a_second(240, 0.05, hardening);
        EXPECT_GT(fine, 0.2);
        EXPECT_NEAR(coarse, fine, 0.01 * fine) << "hardening " << hardening;
    }
}

TEST(Flow, hardening_keeps_less_and_softening_more) {
    const double plain = set_after_a_second(240, 0.1, 0), hard = set_after_a_second(240, 0.1, 1);
    EXPECT_LT(hard, 0.95 * plain);
    EXPECT_GT(set_after_a_second(240, 0.1, -1), 1.01 * plain);
}

TEST(Flow, what_recovers_forgets_its_shape) {
    PlasticState state;
    state.plastic = Vec3(2, 1, 0.5).asDiagonal();
    const FlowRule rule{0, 0, 0, std::log(10), std::exp(-3 * 0.01)};
    for (int step = 0; step < 100; ++step) flow(rule, Mat3::Identity(), 0.01, state);  // one second at 3/s
    const Vec3 sigma = Eigen::JacobiSVD<Mat3>(state.plastic).singularValues();
    EXPECT_NEAR(sigma[0], std::exp(std::log(2) * std::exp(-3)), 1e-6);
}

}  // namespace
}  // namespace pliant
