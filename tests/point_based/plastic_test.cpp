#include "bodies.hpp"
#include "support/uniform.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace pliant {
namespace {

TestBar plastic_bar() {
    TestBar bar;
    bar.yield = 5e3;
    bar.flow = 20;
    bar.hardening = 2;
    return bar;
}

Mat3 flow_of(const PointRun& run, std::size_t i) {
    const std::array<Real, 6> s = run.work.scratch.flow.row(i);
    Mat3 m;
    m << s[0], s[5], s[4], s[5], s[1], s[3], s[4], s[3], s[2];
    return m;
}

RC_GTEST_PROP(PointPlasticity, factors_like_the_reference, ()) {
    PointRun run(bar_input(plastic_bar()));
    Mat3 map;
    for (int k = 0; k < 9; ++k) map(k / 3, k % 3) = uniform(-0.3, 0.3) + (k % 4 == 0 ? 1 : 0);
    deform(run.body, [&](const Vec3& x) { return Vec3(map * x); });
    for (Real& a : run.body.hardened) a = 500;
    const reference::PointCloudBody other = reference_of(run.body);
    constexpr double dt = 1e-2;
    run.work.kernels->deform(run.body, run.work.scratch, Real(dt), 0, run.body.size());
    bool any = false;
    for (std::size_t i = 0; i < run.body.size(); ++i) {
        const reference::Factored expected =
            reference::factor(other.particles[i], reference::deformation(other, i), dt);
        any |= expected.flows;
        const Mat3 plastic = flow_of(run, i);
        RC_ASSERT((plastic - expected.plastic).norm() < 500 * real_epsilon);
        RC_ASSERT(std::abs(plastic.determinant() - 1) < 100 * real_epsilon);
        RC_ASSERT(std::abs(double(run.body.hardened[i]) - other.particles[i].hardened - expected.hardening) <
                  1e3 * real_epsilon * (1 + other.particles[i].hardened));
    }
    RC_TAG(any ? "flows" : "elastic");
}

TEST(PointPlasticity, below_yield_nothing_is_kept) {
    PointRun run(bar_input(plastic_bar()));
    deform(run.body, [](const Vec3& x) { return Vec3(1.01 * x); });
    for (int k = 0; k < 10; ++k) run.step(1e-4);
    for (const Real f : run.body.flowed) EXPECT_EQ(f, 0);
    EXPECT_EQ(run.report.embedding_iterations, 0u);
}

/// A stretched bar, held at its stretch by never moving the particles: how much has flowed after a time.
double flowed_after(double time, double dt, double hardening) {
    TestBar bar = plastic_bar();
    bar.hardening = hardening;
    PointRun run(bar_input(bar));
    deform(run.body, [](const Vec3& x) { return Vec3(1.3 * x.x(), x.y(), x.z()); });
    const std::vector<Particle> held = run.body.particles;
    run.settings.neighborhoods = Neighborhoods::fixed;
    for (int k = 0; k < int(std::round(time / dt)); ++k) {
        run.step(dt);
        run.body.particles = held;
    }
    double sum = 0;
    for (const Real f : run.body.flowed) sum += double(f) / double(run.body.size());
    return sum;
}

TEST(PointPlasticity, does_not_depend_on_the_step) {
    const double coarse = flowed_after(0.1, 2e-3, 5), fine = flowed_after(0.1, 5e-4, 5);
    EXPECT_GT(coarse, 0.05);
    EXPECT_NEAR(coarse, fine, 0.02 * fine);
}

TEST(PointPlasticity, hardening_stops_the_flow_and_softening_helps_it) {
    const double plain = flowed_after(0.1, 1e-3, 0), hard = flowed_after(0.1, 1e-3, 20),
                 soft = flowed_after(0.1, 1e-3, -20);
    EXPECT_LT(hard, 0.9 * plain);
    EXPECT_GT(soft, 1.02 * plain);
}

TEST(PointPlasticity, a_stretched_bar_relaxes_towards_its_new_shape) {
    PointRun run(bar_input(plastic_bar()));
    deform(run.body, [](const Vec3& x) { return Vec3(1.3 * x.x(), x.y() / std::sqrt(1.3), x.z() / std::sqrt(1.3)); });
    const std::vector<Particle> held = run.body.particles;
    for (int k = 0; k < 400; ++k) {
        run.step(1e-3);
        run.body.particles = held;
    }
    // The embedded shape has followed the world's, up to what the yield stress holds elastically.
    double length = 0;
    for (const Vector4& e : run.body.embedded) length = std::max(length, std::abs(double(e.value[0])));
    EXPECT_GT(length, 0.47 * 1.18);
    EXPECT_LT(length, 0.5 * 1.32);
    EXPECT_GT(run.report.queries, 0u);
}

}  // namespace
}  // namespace pliant
