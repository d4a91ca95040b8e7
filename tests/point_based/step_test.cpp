#include "bodies.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <Eigen/Geometry>

#include <cmath>
#include <cstdio>
#include <cstring>

namespace pliant {
namespace {

TestBar viscous_plastic() {
    TestBar bar;
    bar.yield = 3e3;
    bar.flow = 50;
    bar.viscosity = 20;
    return bar;
}

void twist(PointBody& body) {
    deform(body, [](const Vec3& x) {
        return Vec3(Eigen::AngleAxisd(1.5 * x.x(), Vec3::UnitX()) * Vec3(1.2 * x.x(), x.y(), x.z()));
    });
    for (std::size_t i = 0; i < body.size(); ++i) {
        const Vec3 v = Vec3(0.1, 0.2, 0) + Vec3(0, 0, 3).cross(position_of(body, i));
        for (int k = 0; k < 3; ++k) body.particles[i].velocity[k] = Real(v[k]);
    }
}

/// Makes one side of a bar slide past the other.
void shear(PointBody& body) {
    for (std::size_t i = 0; i < body.size(); ++i) body.particles[i].velocity[0] += 4 * body.particles[i].position[1];
}

/// How far from the reference a twisted bar that flows is after 60 steps, in spacings.
double apart_from_reference(Neighborhoods neighborhoods, reference::PointSpace space, PointReport& report) {
    PointRun run(bar_input(viscous_plastic()));
    run.settings.resampling = false;
    run.settings.neighborhoods = neighborhoods;
    twist(run.body);
    reference::PointCloudBody other = reference_of(run.body);
    for (int k = 0; k < 60; ++k) {
        run.step(2e-3, Vec3(0, -9.81, 0));
        reference::step(other, 2e-3, Vec3(0, -9.81, 0), space);
    }
    report = run.report;
    const double apart = farthest_apart(run.body, other) / 0.0625;
    std::printf("[ measured ] farthest from the reference, spacings: %.2e\n", apart);
    return apart;
}

TEST(PointStep, agrees_with_the_reference_through_flow) {
    PointReport report;
    EXPECT_LT(apart_from_reference(Neighborhoods::fixed, reference::PointSpace::fixed, report), 3e4 * real_epsilon);
    EXPECT_EQ(report.queries, 0u);
}

TEST(PointStep, agrees_with_the_reference_through_flow_and_new_neighbors) {
    PointReport report;
    // Embeddings are solved to a tolerance: the two differ by up to 0.002 spacings after the first step, in either
    // precision, and neighbors that are nearly equally near are then chosen differently.
    EXPECT_LT(apart_from_reference(Neighborhoods::embedded, reference::PointSpace::embedded, report), 0.02);
    EXPECT_GT(report.queries, 2u);
    EXPECT_GT(report.embedding_iterations, 10u);
}

TEST(PointStep, implicit_viscosity_is_the_exact_linear_solve) {
    TestBar bar = viscous_plastic();
    bar.young = 1e-3;
    bar.flow = 0;
    bar.viscosity = 500;
    PointRun run(bar_input(bar));
    twist(run.body);
    shear(run.body);
    const reference::PointCloudBody other = reference_of(run.body);
    constexpr double dt = 1e-2;
    run.step(dt);
    // Of what is not motion of the whole; and what it does to that is taken back.
    std::vector<Vec3> start, solved;
    for (const reference::PointParticle& p : other.particles) start.push_back(p.v);
    const std::vector<Vec3> whole = reference::motion_of_the_whole(other, start);
    Eigen::MatrixXd matrix = dt * reference::drag_matrix(other), right(matrix.rows(), 3);
    for (std::size_t i = 0; i < start.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        matrix(row, row) += other.particles[i].mass;
        right.row(row) = other.particles[i].mass * (start[i] - whole[i]).transpose();
    }
    const Eigen::MatrixXd slowed = matrix.ldlt().solve(right);
    for (std::size_t i = 0; i < start.size(); ++i) solved.emplace_back(slowed.row(static_cast<Eigen::Index>(i)));
    const std::vector<Vec3> gained = reference::motion_of_the_whole(other, solved);
    double change = 0, error = 0;
    for (std::size_t i = 0; i < start.size(); ++i) {
        const Vec3 expected = solved[i] + whole[i] - gained[i];
        change = std::max(change, (start[i] - expected).norm());
        error = std::max(error, (velocity_of(run.body, i) - expected).norm());
    }
    EXPECT_GT(change, 0.05);
    EXPECT_LT(error, 5e-3 * change);
}

TEST(PointStep, implicit_viscosity_limits_no_step_and_stops_what_explicit_viscosity_may_only_do_slowly) {
    TestBar bar;
    bar.viscosity = 3e4;
    PointRun implicit(bar_input(bar)), explicit_one(bar_input(bar)), inviscid(bar_input({}));
    explicit_one.settings.integrator = Integrator::leapfrog;
    const double step = stable_step(implicit.body, implicit.settings, implicit.work.scratch);
    EXPECT_EQ(step, stable_step(inviscid.body, inviscid.settings, inviscid.work.scratch));
    const double short_step = stable_step(explicit_one.body, explicit_one.settings, explicit_one.work.scratch);
    EXPECT_LT(short_step, 0.1 * step);
    // Both end up in the same place: the bar creeps back from its twist without swinging.
    twist(implicit.body);
    twist(explicit_one.body);
    const int steps = 40, pieces = static_cast<int>(std::ceil(step / short_step));
    for (int k = 0; k < steps; ++k) {
        implicit.step(step);
        for (int p = 0; p < pieces; ++p) explicit_one.step(step / pieces);
    }
    EXPECT_EQ(implicit.report.unconverged, 0u);
    EXPECT_GT(implicit.report.viscosity_iterations, static_cast<std::uint64_t>(steps));
    double apart = 0, moved = 0;
    PointRun start(bar_input(bar));
    twist(start.body);
    for (std::size_t i = 0; i < start.body.size(); ++i) {
        apart = std::max(apart, (position_of(implicit.body, i) - position_of(explicit_one.body, i)).norm());
        moved = std::max(moved, (position_of(implicit.body, i) - position_of(start.body, i)).norm());
    }
    EXPECT_LT(apart, 0.1 * moved);
}

TEST(PointStep, viscosity_does_not_brake_a_body_that_turns) {
    TestBar bar = viscous_plastic();
    bar.flow = 0;
    bar.young = 1;
    bar.viscosity = 500;
    PointRun run(bar_input(bar));
    const auto velocity = [](const Vec3& x) { return Vec3(Vec3(0.1, 0.2, 0) + Vec3(1, 2, 3).cross(x)); };
    for (std::size_t i = 0; i < run.body.size(); ++i)
        for (int k = 0; k < 3; ++k) run.body.particles[i].velocity[k] = Real(velocity(position_of(run.body, i))[k]);
    const PointBody start = run.body;
    run.step(1e-3);
    for (std::size_t i = 0; i < run.body.size(); ++i)
        EXPECT_LT((velocity_of(run.body, i) - velocity_of(start, i)).norm(), 100 * real_epsilon);
}

TEST(PointStep, keeps_both_momenta_with_plasticity_and_viscosity_of_both_kinds) {
    for (const Integrator integrator : {Integrator::leapfrog, Integrator::newmark}) {
        PointRun run(bar_input(viscous_plastic()));
        run.settings.integrator = integrator;
        twist(run.body);
        shear(run.body);
        const Vec3 before = momentum_of(run.body), turning = angular_momentum_of(run.body);
        const double mass = mass_of(run.body);
        for (int k = 0; k < 200; ++k) run.step(1e-3);
        EXPECT_GT(run.report.queries, 0u);
        EXPECT_LT((momentum_of(run.body) - before).norm(), 2e3 * real_epsilon * before.norm());
        EXPECT_LT((angular_momentum_of(run.body) - turning).norm(), 2e3 * real_epsilon * turning.norm());
        EXPECT_NEAR(mass_of(run.body), mass, 100 * real_epsilon * mass);
    }
}

TEST(PointStep, elastic_bodies_keep_angular_momentum_too) {
    PointRun run(bar_input({}));
    twist(run.body);
    const Vec3 before = angular_momentum_of(run.body);
    for (int k = 0; k < 300; ++k) run.step(1e-3);
    EXPECT_LT((angular_momentum_of(run.body) - before).norm(), 2e4 * real_epsilon * before.norm());
}

TEST(PointStep, is_the_same_for_any_number_of_threads) {
    TestBar bar = viscous_plastic();
    bar.size = Vec3(2, 0.5, 0.5);
    const PointBodyInput input = bar_input(bar);
    ASSERT_GE(input.rest.size(), point_parallel_threshold);
    std::vector<PointBody> ends;
    // More threads than the machine has cores, too.
    const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 8);
    for (const int threads : {1, 2, 3, 8}) {
        tbb::task_arena arena(threads);
        arena.execute([&] {
            PointRun run(input);
            twist(run.body);
            for (int k = 0; k < 30; ++k) run.step(2e-3, Vec3(0, -9.81, 0));
            EXPECT_GT(run.report.queries, 0u);
            ends.push_back(run.body);
        });
    }
    for (const PointBody& end : ends) {
        ASSERT_EQ(end.size(), ends[0].size());
        EXPECT_EQ(std::memcmp(end.particles.data(), ends[0].particles.data(), end.size() * sizeof(Particle)), 0);
        EXPECT_EQ(std::memcmp(end.rest.data(), ends[0].rest.data(), end.rest.size() * sizeof(Member)), 0);
        EXPECT_EQ(std::memcmp(end.embedded.data(), ends[0].embedded.data(), end.size() * sizeof(Vector4)), 0);
    }
}

TEST(PointStep, goes_on_from_a_copy_of_the_state_bit_by_bit) {
    PointRun run(bar_input(viscous_plastic()));
    twist(run.body);
    for (int k = 0; k < 40; ++k) run.step(2e-3);
    PointRun resumed(bar_input(viscous_plastic()));
    resumed.body = run.body;
    resumed.work.invalidate();
    for (int k = 0; k < 40; ++k) {
        run.step(2e-3);
        resumed.step(2e-3);
    }
    ASSERT_EQ(run.body.size(), resumed.body.size());
    EXPECT_EQ(std::memcmp(run.body.particles.data(), resumed.body.particles.data(), run.body.size() * sizeof(Particle)),
              0);
}

TEST(PointStep, the_automatic_step_is_below_the_limit_of_stability_but_not_far_below) {
    for (const double spacing : {0.0625, 0.05}) {
        TestBar bar;
        bar.spacing = spacing;
        PointRun run(bar_input(bar));
        const double step = stable_step(run.body, run.settings, run.work.scratch);
        // Shaken by a tiny amount it must neither gain energy at this step, nor be stable at six times as much.
        const auto grows = [&](double dt, int steps) {
            PointRun shaken(bar_input(bar));
            double start = 0, end = 0;
            for (std::size_t i = 0; i < shaken.body.size(); ++i) {
                const double sign = (i * 2654435761u >> 7) % 2 ? 1 : -1;
                shaken.body.particles[i].velocity[i % 3] = Real(1e-3 * sign);
                start += 1e-6;
            }
            for (int k = 0; k < steps; ++k) shaken.step(dt);
            for (std::size_t i = 0; i < shaken.body.size(); ++i) end += velocity_of(shaken.body, i).squaredNorm();
            return !(end < 2 * start);
        };
        EXPECT_FALSE(grows(step, 2000));
        EXPECT_TRUE(grows(6 * step, 500));
    }
}

}  // namespace
}  // namespace pliant
