// Particles that become two while glue holds them or hangs on them, as along a crack.
#include "glue/duplicate.hpp"

#include "glue/world.hpp"

#include <gtest/gtest.h>

namespace pliant::testing {
namespace {

/// Gives the twins their part of the originals' mass.
void duplicate(World& world, const std::vector<Duplicate>& duplicates, const std::vector<DuplicateSide>& sides = {}) {
    const FollowReport report = follow_duplicates(world.state, duplicates, sides);
    EXPECT_GT(report.changed, 0U);
    EXPECT_EQ(report.lost, 0U);
    for (const Duplicate& d : duplicates) {
        GlueParticle& original = world.work.particles[d.slot];
        GlueParticle twin = original;
        const double mass = 1 / original.inverse_mass;
        original.inverse_mass = 1 / ((1 - d.share) * mass);
        twin.inverse_mass = 1 / (d.share * mass);
        world.work.particles.push_back(twin);
    }
    world.prepare();
    EXPECT_TRUE(is_consistent(world.state, world.rules.size(), 0, 0));
}

/// Six parents hold three particles, hard; a fourth one hangs on the first of those and three of the parents.
World chain_world() {
    Random random(31);
    World world = random_world(random, GlueMode::hard, 3);
    const std::uint32_t last = world.add_particle(Vec3(2, 2, 2), random_vector(random), 0.5);
    world.hold_particle({0, 1, 2, 6}, last, GlueMode::hard);
    world.prepare();
    return world;
}

/// Runs both worlds; the first particles must stay together, and every twin with its original.
void expect_the_same_motion(World& one, World& two, const std::vector<Duplicate>& duplicates) {
    const std::size_t count = one.work.particles.size();
    ASSERT_EQ(two.work.particles.size(), count + duplicates.size());
    for (int n = 0; n < 200; ++n) {
        for (World* world : {&one, &two}) {
            solve_glue(world->state, world->work, step, {3, 400, 1e-14, 0, 1});
            world->advance();
        }
        for (std::size_t i = 0; i < count; ++i)
            ASSERT_LT((one.work.particles[i].before - two.work.particles[i].before).norm(), 1e-8) << "step " << n;
        for (std::size_t d = 0; d < duplicates.size(); ++d)
            ASSERT_LT((two.work.particles[count + d].before - two.work.particles[duplicates[d].place].before).norm(),
                      1e-8)
                << "step " << n;
    }
}

TEST(GlueDuplicates, parents_and_their_twins_move_as_the_one_did) {
    World one = chain_world(), two = chain_world();
    const std::vector<Duplicate> duplicates = {{2, 100, 0.5}, {4, 101, 0.2}};
    duplicate(two, duplicates);
    EXPECT_EQ(two.state.links[0].a.count, 8U);
    EXPECT_EQ(two.state.size(), one.state.size());
    expect_the_same_motion(one, two, duplicates);
}

TEST(GlueDuplicates, a_held_particle_and_its_twin_are_both_held_also_where_it_holds_others) {
    World one = chain_world(), two = chain_world();
    const std::vector<Duplicate> duplicates = {{6, 100, 0.4}};
    duplicate(two, duplicates);
    ASSERT_EQ(two.state.size(), one.state.size() + 1);
    EXPECT_EQ(two.state.links[1].b.first, 10U) << "the twin's binding comes before those that hang on it";
    EXPECT_EQ(two.state.links.back().a.count, 5U);
    GlueState sorted = two.state;
    EXPECT_FALSE(sort_bindings(sorted, two.rules));
    for (std::size_t k = 0; k < sorted.size(); ++k) EXPECT_EQ(sorted.links[k].b.first, two.state.links[k].b.first);
    expect_the_same_motion(one, two, duplicates);
}

TEST(GlueDuplicates, a_binding_can_go_on_with_one_side_only) {
    for (const DuplicateSide side : {DuplicateSide::original, DuplicateSide::twin}) {
        World world = chain_world();
        duplicate(world, {{2, 100, 0.5}, {7, 101, 0.5}}, std::vector<DuplicateSide>(world.state.size(), side));
        const bool twin = side == DuplicateSide::twin;
        ASSERT_EQ(world.state.size(), 4U);
        EXPECT_EQ(world.state.links[1].b.first, twin ? 11U : 7U);
        EXPECT_EQ(world.state.links[0].a.count, 6U);
        const auto& parents = world.state.parent_particles;
        EXPECT_EQ(std::count(parents.begin(), parents.end(), twin ? 2U : 10U), 0);
        EXPECT_EQ(std::count(parents.begin(), parents.end(), twin ? 10U : 2U), 4);
        for (std::size_t k = 0; k < 4; ++k) EXPECT_LT(world.gap(k).norm(), 1e-12) << "nothing jumps";
    }
}

TEST(GlueDuplicates, twins_that_part_are_held_together_through_the_frame_and_momentum_is_kept) {
    World world = chain_world();
    duplicate(world, {{0, 100, 0.5}, {6, 101, 0.5}});
    const std::size_t count = world.work.particles.size();
    world.work.particles[count - 2].velocity += Vec3(0.3, 0, 0);
    world.work.particles[count - 1].velocity += Vec3(0, 0.5, 0);
    const Vec3 linear = world.momentum(), angular = world.angular_momentum();
    for (int n = 0; n < 1000; ++n) {
        solve_glue(world.state, world.work, step, {1, 16, 1e-9, 0, 1});
        world.advance();
    }
    EXPECT_LT((world.momentum() - linear).norm(), 1e-10 * world.size_of_motion());
    EXPECT_LT((world.angular_momentum() - angular).norm(), 1e-10 * world.size_of_motion());
    for (std::size_t k = 0; k < world.state.size(); ++k) EXPECT_LT(world.gap(k).norm(), 1e-3);
}

}  // namespace
}  // namespace pliant::testing
