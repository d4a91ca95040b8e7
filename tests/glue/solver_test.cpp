// Bindings solved by impulses: what they hold and what they keep.
#include "glue/world.hpp"

#include <pliant/procrustes.hpp>

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

namespace pliant::testing {
namespace {

GlueMover ball(const Vec3& center, double mass, double radius) {
    GlueMover mover;
    mover.mover.center = center;
    mover.mover.inverse_mass = 1 / mass;
    mover.mover.inverse_inertia = 2.5 / (mass * radius * radius) * Mat3::Identity();
    return mover;
}

TEST(GlueSolver, keeps_linear_and_angular_momentum_in_every_mode_however_few_the_sweeps) {
    Random random(4);
    for (const GlueMode mode : {GlueMode::hard, GlueMode::soft}) {
        for (int trial = 0; trial < 20; ++trial) {
            World world = random_world(random, mode, 3);
            for (GlueHold& hold : world.work.holds)
                if (mode == GlueMode::soft)
                    hold = {true, false, false, false, std::pow(10.0, random.uniform(0, 9)), 3, Mat3::Zero()};
            const Vec3 linear = world.momentum(), angular = world.angular_momentum();
            for (int n = 0; n < 1000; ++n) {
                solve_glue(world.state, world.work, step, {1, 2, 0, 0, 1});
                const double size = world.size_of_motion();
                ASSERT_LT((world.momentum() - linear).norm(), 1e-10 * size);
                ASSERT_LT((world.angular_momentum() - angular).norm(), 1e-10 * size) << "step " << n;
                world.advance();
            }
        }
    }
}

TEST(GlueSolver, soft_bindings_are_stable_at_any_stiffness_and_lose_energy_only_by_damping) {
    for (const double stiffness : {1e-3, 1.0, 1e3, 1e6, 1e9, 1e15}) {
        Random random(5);
        World world = random_world(random, GlueMode::soft, 4);
        for (GlueParticle& p : world.work.particles) p.velocity = Vec3::Zero();
        world.work.particles.back().before += Vec3(0.5, 0.2, 0);
        for (GlueHold& hold : world.work.holds) hold = {true, false, false, false, stiffness, 0, Mat3::Zero()};
        const double start = 0.5 * stiffness * Vec3(0.5, 0.2, 0).squaredNorm();
        for (int n = 0; n < 2000; ++n) {
            solve_glue(world.state, world.work, step);
            double kinetic = 0;
            for (const GlueParticle& p : world.work.particles)
                kinetic += 0.5 * p.velocity.squaredNorm() / p.inverse_mass;
            ASSERT_LT(kinetic, 1.2 * start) << "stiffness " << stiffness << ", step " << n;
            world.advance();
        }
    }
}

TEST(GlueSolver, ball_joints_hold_two_rigid_bodies_at_one_point_and_keep_momentum) {
    World world;
    world.work.rigid = {ball(Vec3(0, 0, 0), 1, 0.5), ball(Vec3(2, 0, 0), 3, 0.7)};
    world.work.rigid[0].mover.velocity = Vec3(0, 1, 0.5);
    world.work.rigid[1].mover.spin = Vec3(1, 2, -3);
    GlueGrip a, b;
    a.point = Vec3(1, 0, 0);
    b.point = Vec3(-1, 0, 0);
    world.bind(GlueMode::joint, {GlueEndKind::rigid, 0, 0}, a, {GlueEndKind::rigid, 1, 0}, b);
    world.prepare();
    const Vec3 linear = world.momentum(), angular = world.angular_momentum();
    for (int n = 0; n < 1000; ++n) {
        solve_glue(world.state, world.work, step);
        ASSERT_LT((world.momentum() - linear).norm(), 1e-10);
        ASSERT_LT((world.angular_momentum() - angular).norm(), 1e-10);
        world.advance();
        ASSERT_LT(world.gap(0).norm(), 1e-3) << "step " << n;
    }
}

TEST(GlueSolver, welded_joints_turn_two_frames_alike) {
    World world;
    Random random(8);
    std::vector<std::uint32_t> left, right;
    for (int k = 0; k < 8; ++k) {
        const Vec3 corner(k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5);
        left.push_back(world.add_particle(corner, Vec3(2, 0, 0).cross(corner), 1));
        right.push_back(world.add_particle(corner + Vec3(2, 0, 0), Vec3::Zero(), 1));
    }
    GlueGrip a, b;
    const GlueEnd end_a = world.frame_of(left, Vec3(1, 0, 0), a), end_b = world.frame_of(right, Vec3(1, 0, 0), b);
    world.bind(GlueMode::joint, end_a, a, end_b, b);
    world.prepare();
    world.work.holds[0].welded = true;
    const Vec3 angular = world.angular_momentum();
    for (int n = 0; n < 200; ++n) {
        solve_glue(world.state, world.work, step);
        world.advance();
    }
    EXPECT_LT((world.angular_momentum() - angular).norm(), 1e-10 * angular.norm());
    const auto turn = [&](const GlueGrip& grip) {
        return Eigen::Quaterniond(grip.turn[0], grip.turn[1], grip.turn[2], grip.turn[3]);
    };
    EXPECT_LT(turn(world.state.motions[0].a).angularDistance(turn(world.state.motions[0].b)), 1e-2);
    EXPECT_GT(turn(world.state.motions[0].b).angularDistance(Eigen::Quaterniond::Identity()), 0.3) << "it was turned";
}

TEST(GlueSolver, parents_on_a_line_hold_like_a_hinge_and_keep_momentum) {
    World world;
    std::vector<std::uint32_t> line;
    for (int i = 0; i < 5; ++i) line.push_back(world.add_particle(Vec3(0.5 * i, 0, 0), Vec3::Zero(), 1));
    // It swings about the line, and is thrown along it.
    const std::uint32_t held = world.add_particle(Vec3(1, 1, 0), Vec3(0.5, 0, 2), 0.5);
    world.hold_particle(line, held, GlueMode::hard);
    world.prepare();
    const Vec3 linear = world.momentum(), angular = world.angular_momentum();
    double turned = 0;
    for (int n = 0; n < 1000; ++n) {
        const GlueTrouble trouble = solve_glue(world.state, world.work, step);
        ASSERT_EQ(trouble.hinged, 1U);
        ASSERT_LT((world.momentum() - linear).norm(), 1e-10);
        ASSERT_LT((world.angular_momentum() - angular).norm(), 1e-9) << "step " << n;
        world.advance();
        const Vec3 arm = world.work.particles[held].before - world.work.particles[line[2]].before;
        ASSERT_NEAR(arm.norm(), 1, 0.05) << "step " << n;
        turned = std::max(turned, std::abs(arm.z()));
    }
    EXPECT_GT(turned, 0.9) << "nothing holds it in its turn about the line";
}

TEST(GlueSolver, parents_that_collapse_to_a_line_and_open_up_again_keep_holding_without_a_jerk) {
    World world;
    std::vector<std::uint32_t> parents;
    // After a second all of them would be on the x axis; shortly before they turn back.
    for (int k = 0; k < 8; ++k) {
        const Vec3 corner(k & 1 ? 1 : -1, k & 2 ? 0.5 : -0.5, k & 4 ? 0.4 : -0.4);
        parents.push_back(world.add_particle(corner, Vec3(0, -corner.y(), -corner.z()), 1));
    }
    const std::uint32_t held = world.add_particle(Vec3(0.5, 1, 0), Vec3(0, 0, 0.3), 0.05);
    world.hold_particle(parents, held, GlueMode::hard);
    world.prepare();
    GlueTrouble trouble;
    double fastest = 0;
    for (int n = 0; n < 470; ++n) {
        if (n == 235)
            for (const std::uint32_t p : parents) world.work.particles[p].velocity *= -1;
        const Vec3 linear = world.momentum(), angular = world.angular_momentum();
        trouble.add(solve_glue(world.state, world.work, step));
        const double size = world.size_of_motion();
        ASSERT_LT((world.momentum() - linear).norm(), 1e-10 * size) << "step " << n;
        ASSERT_LT((world.angular_momentum() - angular).norm(), 1e-10 * size) << "step " << n;
        for (const GlueParticle& p : world.work.particles) fastest = std::max(fastest, p.velocity.norm());
        world.advance();
        ASSERT_LT(world.gap(0).norm(), 0.02) << "step " << n;
    }
    EXPECT_GT(trouble.hinged, 0U);
    EXPECT_LT(trouble.hinged, 200U) << "only near the line";
    EXPECT_LT(fastest, 3);
}

TEST(GlueSolver, parents_that_collapse_to_a_point_do_not_hold_and_nothing_is_lost) {
    Random random(9);
    World world = random_world(random, GlueMode::hard, 1);
    for (std::size_t i = 0; i < 6; ++i) world.work.particles[i].before = Vec3(1, 2, 3);
    const Vec3 linear = world.momentum();
    const GlueTrouble trouble = solve_glue(world.state, world.work, step);
    EXPECT_EQ(trouble.idle, 1U);
    EXPECT_EQ(world.momentum(), linear);
}

TEST(GlueSolver, parents_turned_inside_out_are_counted_and_keep_holding) {
    Random random(10);
    World world = random_world(random, GlueMode::hard, 1);
    for (GlueParticle& p : world.work.particles) p.velocity = Vec3::Zero();
    for (std::size_t i = 0; i < 6; ++i) world.work.particles[i].before.z() *= -1;
    const Vec3 linear = world.momentum(), angular = world.angular_momentum();
    GlueTrouble trouble;
    double size = 0;
    for (int n = 0; n < 100; ++n) {
        trouble.add(solve_glue(world.state, world.work, step));
        size = std::max(size, world.size_of_motion());
        for (const GlueParticle& p : world.work.particles) ASSERT_TRUE(p.velocity.allFinite());
        world.advance();
    }
    EXPECT_GT(trouble.inverted, 0U);
    EXPECT_LT((world.momentum() - linear).norm(), 1e-10 * size);
    EXPECT_LT((world.angular_momentum() - angular).norm(), 1e-10 * size);
    EXPECT_LT(world.gap(0).norm(), 1e-3);
}

TEST(GlueSolver, placed_particles_are_where_their_frame_is_with_its_velocity) {
    Random random(12);
    World world = random_world(random, GlueMode::hard, 3);
    PlacedGlue placed = world.placed();
    ASSERT_EQ(placed.bindings.size(), 3U);
    ASSERT_EQ(placed.groups.size(), 1U) << "they share parents";
    for (int n = 0; n < 10; ++n) {
        solve_glue(world.state, world.work, step);
        world.advance();
        // As a contact would: not by glue.
        world.work.particles.back().before += 0.05 * random_vector(random);
        world.work.particles.back().velocity += random_vector(random);
        const Vec3 linear = world.momentum(), angular = world.angular_momentum(), center = world.center();
        place_bound(world.state, world.work, placed, step, {1, 100, 1e-12, 0, 1});
        EXPECT_LT((world.momentum() - linear).norm(), 1e-12 * linear.norm());
        EXPECT_LT((world.angular_momentum() - angular).norm(), 1e-11 * world.size_of_motion());
        EXPECT_LT((world.center() - center).norm(), 1e-12);
        for (std::size_t k = 0; k < world.state.size(); ++k) {
            EXPECT_LT(world.gap(k).norm(), 1e-12);
            std::vector<Vec3> rest, now, velocities;
            std::vector<double> weights;
            const GlueLink& link = world.state.links[k];
            for (std::uint32_t i = link.a.first; i < link.a.first + link.a.count; ++i) {
                rest.push_back(world.state.parents[i].rest);
                weights.push_back(world.state.parents[i].weight);
                now.push_back(world.work.particles[world.state.parent_particles[i]].before);
                velocities.push_back(world.work.particles[world.state.parent_particles[i]].velocity);
            }
            const ProcrustesFrame frame = procrustes_frame(rest, now, weights);
            const Vec3 arm = arm_of(frame, world.state.motions[k].a.point);
            const Vec3 velocity = bound_velocity(frame, arm, rest, weights, velocities);
            EXPECT_LT((world.work.particles[link.b.first].velocity - velocity).norm(), 1e-9);
        }
    }
}

}  // namespace
}  // namespace pliant::testing
