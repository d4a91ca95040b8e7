// Bindings solved by impulses agree with the reference, which solves all of them at once, in every mode.
#include "glue/world.hpp"
#include "reference/glue.hpp"

#include <gtest/gtest.h>

namespace pliant::testing {
namespace {

reference::GluedSystem::End end_of(const World& world, const GlueEnd& end, const GlueGrip& grip) {
    if (end.kind == GlueEndKind::particle) return {{end.first}, {Vec3::Zero()}, {1}, Vec3::Zero(), {}};
    reference::GluedSystem::End copy;
    copy.point = grip.point;
    if (end.kind == GlueEndKind::rigid) {
        copy.rigid = end.first;
        copy.turn = Eigen::Quaterniond(grip.turn[0], grip.turn[1], grip.turn[2], grip.turn[3]).toRotationMatrix();
        return copy;
    }
    for (std::uint32_t i = end.first; i < end.first + end.count; ++i) {
        copy.parents.push_back(world.state.parent_particles[i]);
        copy.rest.push_back(world.state.parents[i].rest);
        copy.weight.push_back(world.state.parents[i].weight);
    }
    return copy;
}

reference::GluedSystem copy_of(const World& world) {
    reference::GluedSystem system;
    for (const GlueParticle& p : world.work.particles) {
        system.position.push_back(p.before);
        system.velocity.push_back(p.velocity);
        system.mass.push_back(1 / p.inverse_mass);
    }
    for (const GlueMover& m : world.work.rigid) {
        system.poses.push_back({m.mover.center, m.rotation});
        system.rigid.push_back(
            {m.mover.velocity, m.mover.spin, 1 / m.mover.inverse_mass, 1 / m.mover.inverse_inertia(0, 0)});
    }
    for (std::size_t k = 0; k < world.state.size(); ++k) {
        const GlueLink& link = world.state.links[k];
        const GlueMotion& motion = world.state.motions[k];
        const GlueHold& hold = world.work.holds[k];
        reference::GluedSystem::Binding binding{
            end_of(world, link.a, motion.a), end_of(world, link.b, motion.b), hold.welded, {}};
        if (!hold.exact) binding.spring = {hold.stiffness, hold.damping, std::sqrt(hold.levers(0, 0))};
        system.bindings.push_back(binding);
    }
    return system;
}

void expect_agreement(World& world, int steps, const std::string& what) {
    reference::GluedSystem system = copy_of(world);
    for (int n = 0; n < steps; ++n) {
        solve_glue(world.state, world.work, step, {8, 400, 1e-14, 0, 1});
        world.advance();
        reference::step_glued(system, step);
        for (std::size_t i = 0; i < system.position.size(); ++i) {
            ASSERT_LT((world.work.particles[i].before - system.position[i]).norm(), 1e-8) << what << ", step " << n;
            ASSERT_LT((world.work.particles[i].velocity - system.velocity[i]).norm(), 1e-6) << what << ", step " << n;
        }
        for (std::size_t r = 0; r < system.rigid.size(); ++r) {
            const GlueMover& own = world.work.rigid[r];
            ASSERT_LT((own.mover.center - system.poses[r].center).norm(), 1e-8) << what << ", step " << n;
            ASSERT_LT((own.rotation - system.poses[r].rotation).norm(), 1e-8) << what << ", step " << n;
            ASSERT_LT((own.mover.velocity - system.rigid[r].velocity).norm(), 1e-6) << what << ", step " << n;
            ASSERT_LT((own.mover.spin - system.rigid[r].spin).norm(), 1e-6) << what << ", step " << n;
        }
    }
}

TEST(GlueReference, agrees_with_hard_bindings) {
    Random random(3);
    for (int trial = 0; trial < 4; ++trial) {
        World world = random_world(random, GlueMode::hard, 3);
        expect_agreement(world, 200, "trial " + std::to_string(trial));
    }
}

TEST(GlueReference, agrees_with_soft_bindings_from_weak_to_stiff) {
    Random random(21);
    for (const double stiffness : {1.0, 100.0, 1e4, 1e6}) {
        World world = random_world(random, GlueMode::soft, 3);
        for (GlueHold& hold : world.work.holds)
            hold = {true, false, false, false, stiffness, 0.05 * stiffness, Mat3::Zero()};
        world.work.particles.back().before += 0.1 * random_vector(random);
        expect_agreement(world, 200, "stiffness " + std::to_string(stiffness));
    }
}

/// Three clouds in a row, joined one to the next.
World joined_clouds(Random& random) {
    World world;
    std::vector<std::vector<std::uint32_t>> clouds;
    for (int c = 0; c < 3; ++c) {
        const Vec3 center(2.0 * c, 0, 0), spin = random_vector(random), drift = 0.5 * random_vector(random);
        clouds.emplace_back();
        for (int i = 0; i < 6; ++i) {
            const Vec3 arm = random_vector(random);
            clouds.back().push_back(world.add_particle(center + arm, drift + spin.cross(arm), random.uniform(0.5, 2)));
        }
    }
    for (std::size_t c = 0; c + 1 < clouds.size(); ++c) {
        const Vec3 middle(2.0 * static_cast<double>(c) + 1, 0, 0);
        GlueGrip a, b;
        const GlueEnd end_a = world.frame_of(clouds[c], middle, a), end_b = world.frame_of(clouds[c + 1], middle, b);
        world.bind(GlueMode::joint, end_a, a, end_b, b);
    }
    world.prepare();
    return world;
}

/// Joints of every kind and stiffness; what is bound otherwise is exact or soft with them.
template <class Make>
void expect_joints_to_agree(std::uint64_t seed, const Make& make) {
    Random random(seed);
    for (const bool welded : {false, true}) {
        for (const bool exact : {true, false}) {
            World world = make(random);
            for (std::size_t k = 0; k < world.state.size(); ++k) {
                const bool turns = welded && world.rules[k].mode == GlueMode::joint;
                world.work.holds[k] = {true, exact, turns, false, 2000, 30, 0.64 * Mat3::Identity()};
            }
            expect_agreement(world, 200, std::string(welded ? "welded" : "ball") + (exact ? " exact" : " soft"));
        }
    }
}

TEST(GlueReference, agrees_with_joints_ball_and_welded_exact_and_soft) { expect_joints_to_agree(22, joined_clouds); }

/// Two rigid balls, one joined to the other and to a cloud between its own particles and a bound one.
World joined_balls(Random& random) {
    World world;
    std::vector<std::uint32_t> cloud;
    for (int i = 0; i < 6; ++i)
        cloud.push_back(world.add_particle(random_vector(random), 0.3 * random_vector(random), random.uniform(0.5, 2)));
    for (const double x : {2.0, 4.0}) {
        GlueMover mover;
        mover.mover.center = Vec3(x, 0, 0);
        mover.mover.velocity = 0.5 * random_vector(random);
        mover.mover.spin = random_vector(random);
        mover.mover.inverse_mass = 1 / random.uniform(1, 3);
        mover.mover.inverse_inertia = 1 / random.uniform(0.5, 1) * Mat3::Identity();
        world.work.rigid.push_back(mover);
    }
    const auto point_of = [&](std::uint32_t r, const Vec3& point) {
        GlueGrip grip;
        grip.point = point - world.work.rigid[r].mover.center;  // not turned yet
        return std::pair(GlueEnd{GlueEndKind::rigid, r, 0}, grip);
    };
    const Vec3 first(1, 0, 0), second(3, 0.2, 0), third(2, 1, 0.5);
    GlueGrip grip;
    const GlueEnd frame = world.frame_of(cloud, first, grip);
    const auto [near, near_grip] = point_of(0, first);
    world.bind(GlueMode::joint, frame, grip, near, near_grip);
    const auto [left, left_grip] = point_of(0, second);
    const auto [right, right_grip] = point_of(1, second);
    world.bind(GlueMode::joint, left, left_grip, right, right_grip);
    const std::uint32_t bead = world.add_particle(third, Vec3::Zero(), 0.4);
    const auto [holder, holder_grip] = point_of(0, third);
    world.bind(GlueMode::hard, holder, holder_grip, {GlueEndKind::particle, bead, 1});
    world.prepare();
    return world;
}

TEST(GlueReference, agrees_with_rigid_ends_exact_and_soft) { expect_joints_to_agree(23, joined_balls); }

}  // namespace
}  // namespace pliant::testing
