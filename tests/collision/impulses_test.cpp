// Impulses between movers: momentum, energy, friction, bounces.
#include "collision/impulses.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>

namespace pliant::testing {
namespace {

Mover ball(double mass, double radius, const Vec3& center, const Vec3& velocity) {
    Mover mover;
    mover.inverse_mass = 1 / mass;
    mover.inverse_inertia = Mat3::Identity() / (0.4 * mass * radius * radius);
    mover.center = center;
    mover.velocity = velocity;
    return mover;
}

struct Sums {
    Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero();
    double energy = 0;
};
Sums sums_of(const std::vector<Mover>& movers) {
    Sums sums;
    for (const Mover& m : movers) {
        if (m.inverse_mass == 0) continue;
        const Vec3 p = m.velocity / m.inverse_mass, turn = m.inverse_inertia.inverse() * m.spin;
        sums.momentum += p;
        sums.angular += m.center.cross(p) + turn;
        sums.energy += 0.5 * p.dot(m.velocity) + 0.5 * turn.dot(m.spin);
    }
    return sums;
}

RC_GTEST_PROP(Impulses, keep_both_momenta_and_add_no_energy, ()) {
    Random random(*rc::gen::inRange<std::uint64_t>(1, 1'000'000'000));
    const auto vector = [&](double s) {
        return Vec3(random.uniform(-s, s), random.uniform(-s, s), random.uniform(-s, s));
    };
    std::vector<Mover> movers;
    for (int i = 0; i < 6; ++i) {
        movers.push_back(ball(std::pow(10, random.uniform(-2, 2)), random.uniform(0.1, 1), vector(2), vector(5)));
        movers.back().spin = vector(10);
    }
    std::vector<ImpulseContact> contacts(10);
    for (ImpulseContact& c : contacts) {
        c.a = static_cast<std::uint32_t>(random.uniform(0, 5.999));
        c.b = (c.a + 1 + static_cast<std::uint32_t>(random.uniform(0, 4.999))) % 6;
        c.normal = vector(1).normalized();
        c.point = vector(2);
        c.gap = random.uniform(0, 0.01);
        c.size = 0.1;
        c.friction = random.uniform(0, 2);
    }
    const Sums before = sums_of(movers);
    resolve(contacts, movers, 0.01, 1000);  // contacts that nothing real has, and masses 1 : 10,000: slow to converge
    const Sums after = sums_of(movers);
    const double scale = before.momentum.norm() + std::sqrt(before.energy * 200);
    RC_ASSERT((after.momentum - before.momentum).norm() < 1e-11 * scale);
    RC_ASSERT((after.angular - before.angular).norm() < 1e-10 * scale);
    // With friction up to 2 a few of these do not converge but go round: 6 % more energy was seen in 20,000 of them.
    RC_ASSERT(after.energy <= before.energy * 1.5);
    for (const ImpulseContact& c : contacts) {
        RC_ASSERT(c.normal_impulse >= 0);
        RC_ASSERT(c.tangent_impulse.norm() <= c.friction * c.normal_impulse * (1 + 1e-12));
    }
}

TEST(Impulses, let_bodies_use_up_their_gap_and_no_more) {
    for (const double gap : {0.0, 0.03, 0.2}) {
        std::vector<Mover> movers = {ball(2, 0.5, {0, 0.5 + gap, 0}, {0, -10, 0}), Mover{}};
        std::vector<ImpulseContact> contacts(1);
        contacts[0] = {.a = 0, .b = 1, .normal = Vec3::UnitY(), .point = Vec3(0, gap, 0), .gap = gap, .size = 0.5};
        resolve(contacts, movers, 0.01, 10);
        EXPECT_NEAR(movers[0].velocity.y(), std::max(-10.0, -gap / 0.01), 1e-12);
        EXPECT_NEAR(contacts[0].normal_impulse, 2 * std::max(0.0, 10 - gap / 0.01), 1e-12);
    }
}

TEST(Impulses, bounce_with_the_speed_asked_for_after_they_touched) {
    std::vector<Mover> movers = {ball(1, 0.5, {0, 0.5, 0}, {0, -4, 0}), ball(3, 0.5, {0, -0.5, 0}, {0, 0, 0})};
    std::vector<ImpulseContact> contacts(1);
    contacts[0] = {.a = 0, .b = 1, .normal = Vec3::UnitY(), .point = Vec3::Zero(), .gap = 0, .size = 0.5, .bounce = 3};
    resolve(contacts, movers, 0.01, 10);
    EXPECT_NEAR(movers[0].velocity.y() - movers[1].velocity.y(), 0, 1e-12);
    const double taken = -energy_of_impulses(movers);
    EXPECT_NEAR(taken, 0.5 * 0.75 * 16, 1e-12) << "J, of the reduced mass";
    for (Mover& mover : movers) mover.push = mover.turn = Vec3::Zero();
    EXPECT_TRUE(rebound(contacts, movers, 10, taken));
    EXPECT_NEAR(movers[0].velocity.y() - movers[1].velocity.y(), 3, 1e-12);
    EXPECT_NEAR(movers[0].velocity.y() + 3 * movers[1].velocity.y(), -4, 1e-12);
}

TEST(Impulses, of_bounces_together_give_no_more_than_was_taken) {
    // A wide board on two supports, one of which asks for far more than the board came with.
    Mover board = ball(2, 0.5, {0, 0.5, 0}, {0, -1, 0});
    for (const double budget : {0.0, 0.3, 1.0}) {
        std::vector<Mover> movers = {board, Mover{}};
        std::vector<ImpulseContact> contacts(2);
        for (int k = 0; k < 2; ++k)
            contacts[static_cast<std::size_t>(k)] = {.a = 0,
                                                     .b = 1,
                                                     .normal = Vec3::UnitY(),
                                                     .point = Vec3(k == 0 ? -0.3 : 0.3, 0, 0),
                                                     .gap = 0,
                                                     .size = 0.5,
                                                     .bounce = k == 0 ? 5.0 : 1.0};
        resolve(contacts, movers, 0.01, 50);
        for (Mover& mover : movers) mover.push = mover.turn = Vec3::Zero();
        EXPECT_TRUE(rebound(contacts, movers, 50, budget));
        EXPECT_NEAR(energy_of_impulses(movers), budget, 1e-6);
    }
}

TEST(Impulses, friction_stops_a_rolling_contact_or_slips_at_the_cone) {
    for (const double friction : {0.1, 10.0}) {
        std::vector<Mover> movers = {ball(1, 0.5, {0, 0.5, 0}, {2, -1, 0}), Mover{}};
        std::vector<ImpulseContact> contacts(1);
        contacts[0] = {.a = 0,
                       .b = 1,
                       .normal = Vec3::UnitY(),
                       .point = Vec3::Zero(),
                       .gap = 0,
                       .size = 0.5,
                       .friction = friction};
        resolve(contacts, movers, 0.01, 50);
        const Vec3 slip = velocity_at(movers[0], Vec3(0, -0.5, 0));
        if (friction > 1) {
            EXPECT_NEAR(slip.norm(), 0, 1e-9);
            EXPECT_NEAR(movers[0].velocity.x(), 2 * 5.0 / 7, 1e-9) << "a solid ball keeps five sevenths";
        } else {
            EXPECT_NEAR(movers[0].velocity.x(), 2 - friction * 1, 1e-9);
        }
    }
}

}  // namespace
}  // namespace pliant::testing
