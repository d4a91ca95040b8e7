// Pins hold the particles with their ids, wherever those are stored, in the set that they are for.
#include "particles/pins.hpp"
#include "particles/kept_apart.hpp"

#include <gtest/gtest.h>

namespace pliant {
namespace {

/// Two bodies of one set, four particles; the second body is at (5, 0, 0).
struct World {
    std::vector<BodyInfo> bodies = {{Vec3::Zero(), Real(0.1), 0.1, true, true},
                                    {Vec3(5, 0, 0), Real(0.2), 0.05, true, false}};
    std::vector<Particle> particles = std::vector<Particle>(4);
    std::vector<Real> mass = {1, 2, 3, 4};
    std::vector<std::uint32_t> body = {0, 0, 1, 1}, id = {1, 0, 7, 3};
    std::vector<PinRule> rules = {{0, {}, std::nullopt}, {1, {}, 0.5}};
    PinnedParticles pins;
    PinSlots slots;

    ParticleSet set() {
        ParticleSet set;
        set.bodies = bodies;
        set.particles = particles;
        set.mass = mass;
        set.body = body;
        return set;
    }
    void prepare() {
        const std::vector<std::uint32_t> sets = {0, 0};
        slots.prepare(rules, pins, sets);
        find_slots(pins, 0, id, slots);
    }
};

TEST(PinnedParticles, are_found_by_their_ids_and_held_until_their_release) {
    World world;
    world.pins.add(0, 0, Vec3(1, 2, 3));
    world.pins.add(1, 7, Vec3(6, 0, 1));
    world.prepare();
    EXPECT_EQ(world.slots.slot, (std::vector<std::uint32_t>{1, 2}));
    std::vector<std::uint8_t> held;
    mark_held(world.rules, world.slots, 0, 4, 0.0, 0.1, held);
    EXPECT_EQ(held, (std::vector<std::uint8_t>{0, 1, 1, 0}));
    world.particles[1].velocity[0] = 9;
    hold_pins(world.rules, world.pins, world.slots, 0, world.set(), 0.0, 0.1);
    EXPECT_EQ(world.particles[1].position[2], Real(3));
    EXPECT_EQ(world.particles[1].velocity[0], Real(0));
    EXPECT_EQ(world.particles[2].position[0], Real(1)) << "about its body's origin";
    mark_held(world.rules, world.slots, 0, 4, 0.5, 0.1, held);
    EXPECT_EQ(held, (std::vector<std::uint8_t>{0, 1, 0, 0})) << "the second one was released";
}

TEST(PinnedParticles, that_are_no_more_are_passed_over) {
    World world;
    world.pins.add(0, 99, Vec3::Zero());
    world.prepare();
    EXPECT_EQ(world.slots.slot.front(), no_slot);
    hold_pins(world.rules, world.pins, world.slots, 0, world.set(), 0.0, 0.1);
    std::vector<std::uint8_t> held;
    mark_held(world.rules, world.slots, 0, 4, 0.0, 0.1, held);
    EXPECT_EQ(held, std::vector<std::uint8_t>(4, 0));
}

TEST(PinnedParticles, must_rise_by_rule_and_have_finite_starts) {
    PinnedParticles pins;
    pins.add(1, 0, Vec3::Zero());
    pins.add(0, 1, Vec3::Zero());
    EXPECT_FALSE(is_consistent(pins, 2));
    std::swap(pins.rule[0], pins.rule[1]);
    EXPECT_TRUE(is_consistent(pins, 2));
    EXPECT_FALSE(is_consistent(pins, 1)) << "there is no rule 1";
    pins.start[0].x() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(is_consistent(pins, 2));
}

TEST(ParticleSets, answer_for_both_solvers) {
    World world;
    ParticleSet set = world.set();
    EXPECT_EQ(set.body_of(2), 1u);
    EXPECT_EQ(set.position(2), Vec3(5, 0, 0));
    EXPECT_NEAR(set.radius(2), 0.2, 1e-7);
    EXPECT_NEAR(set.contact_radius(2), world.bodies[1].thickness * 0.2, 1e-7);
    const std::vector<Real> reach = {0, 0, Real(0.03), 0};
    set.reach = reach.data();
    EXPECT_NEAR(set.radius(2), 0.03, 1e-7) << "as far as its matter reaches";
    set.reach = nullptr;
    EXPECT_EQ(set.inverse_mass(1), 0.5);
    const std::vector<std::uint8_t> held = {0, 1, 0, 0};
    set.held = held;
    EXPECT_EQ(set.inverse_mass(1), 0) << "held";
    world.mass[0] = 0;
    EXPECT_TRUE(set.is_held(0)) << "nothing to be moved by";
    // With the reach of kernels, as points have: a sixth of it, where that is less than half the spacing.
    const std::vector<Real> support = {Real(0.3), Real(6), Real(6), Real(6)};
    set.support = support.data();
    EXPECT_NEAR(set.radius(0), 0.05, 1e-7);
    EXPECT_NEAR(set.radius(2), 0.2, 1e-7);
    EXPECT_EQ(set.contact_radius(0), set.radius(0));
    set.move_by(3, Vec3(0, 2, 0), 0.5);
    EXPECT_EQ(world.particles[3].velocity[1], Real(2));
    EXPECT_EQ(world.particles[3].position[1], Real(1));
    Vec3 total = Vec3::Zero();
    set.total_impulse = &total;
    set.add_impulse(3, Vec3(1, 0, 0));
    EXPECT_EQ(total, Vec3(1, 0, 0));
}

TEST(KeptApart, knows_its_pairs_in_any_order_and_no_others) {
    KeptApart apart;
    EXPECT_FALSE(apart.holds(0, 1));
    apart.add(3, 1);
    apart.add(0, 2);
    apart.add(1, 3);
    apart.sort();
    EXPECT_TRUE(apart.holds(1, 3));
    EXPECT_TRUE(apart.holds(3, 1));
    EXPECT_TRUE(apart.holds(2, 0));
    EXPECT_FALSE(apart.holds(1, 2));
    apart.clear();
    EXPECT_TRUE(apart.empty());
}

}  // namespace
}  // namespace pliant
