// A particle and what it struck share an impulse: momenta are kept, approach ends, friction stays in its cone.
#include "collision/pair_response.hpp"
#include "core/random.hpp"
#include "math/decompose.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <Eigen/LU>

#include <cmath>

namespace pliant::testing {
namespace {

constexpr double step = 1.0 / 240;
constexpr PairSettings settings{.step = step, .gamma = 1, .resting_speed = 0.05};

Vec3 random_vector(Random& random, double size = 1) {
    return size * Vec3(random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5);
}

/// A handful of mass points that move as the struck thing does, and a particle.
struct Meeting {
    std::vector<Vec3> arms;
    std::vector<double> masses;
    double particle_mass = 0.1;
    Vec3 particle_velocity;
    Struck struck;
    PairContact contact;

    explicit Meeting(Random& random, int points) {
        Vec3 center = Vec3::Zero();
        double mass = 0;
        for (int k = 0; k < points; ++k) {
            arms.push_back(random_vector(random, 0.2));
            masses.push_back(0.01 + random.uniform());
            center += masses.back() * arms.back();
            mass += masses.back();
        }
        Mat3 second = Mat3::Zero();
        for (int k = 0; k < points; ++k) {
            Vec3& arm = arms[static_cast<std::size_t>(k)];
            arm -= center / mass;
            second += masses[static_cast<std::size_t>(k)] / mass * arm * arm.transpose();
        }
        set_inertia(struck, mass, second.trace() * Mat3::Identity() - second, 1e-9);
        struck.velocity = random_vector(random);
        struck.spin = random_vector(random, 4);
        if (struck.axis.squaredNorm() > 0) struck.spin -= struck.axis * struck.axis.dot(struck.spin);
        if (struck.is_point) struck.spin.setZero();
        contact.arm = random_vector(random, 0.3);
        contact.normal = random_vector(random).normalized();
        contact.inverse_mass = 1 / particle_mass;
        contact.friction = 0.4;
        contact.penetration = 0.002;
        contact.size = 0.2;
        particle_velocity = velocity_at(struck, contact.arm) + random_vector(random, 3);
    }

    Vec3 relative() const { return particle_velocity - velocity_at(struck, contact.arm); }
    Vec3 momentum() const { return particle_mass * particle_velocity + struck.velocity / struck.inverse_mass; }
    /// About the struck thing's center, from the velocities of the points.
    Vec3 angular_momentum() const {
        Vec3 sum = particle_mass * contact.arm.cross(particle_velocity);
        for (std::size_t k = 0; k < arms.size(); ++k)
            sum += masses[k] * arms[k].cross(struck.velocity + struck.spin.cross(arms[k]));
        return sum;
    }
    void apply(const Vec3& impulse) {
        particle_velocity += contact.inverse_mass * impulse;
        struck.velocity -= struck.inverse_mass * impulse;
        struck.spin -= struck.inverse_inertia * contact.arm.cross(impulse);
    }
};

RC_GTEST_PROP(PairResponse, keeps_linear_and_angular_momentum, (std::uint64_t seed)) {
    Random random(seed);
    // One point and two on a line cannot be turned about every axis.
    Meeting meeting(random, 1 + static_cast<int>(8 * random.uniform()));
    const Vec3 momentum = meeting.momentum(), angular = meeting.angular_momentum();
    if (!prepare(meeting.contact, meeting.struck, settings, meeting.particle_velocity, Vec3::Zero(), 0)) return;
    for (int k = 0; k < 6; ++k) meeting.apply(relax(meeting.contact, meeting.struck, meeting.particle_velocity));
    RC_ASSERT((meeting.momentum() - momentum).norm() < 1e-12 * (1 + momentum.norm()));
    RC_ASSERT((meeting.angular_momentum() - angular).norm() < 1e-9 * (1 + angular.norm()));
}

RC_GTEST_PROP(PairResponse, reaches_its_target_pushes_only_and_grips_within_the_cone, (std::uint64_t seed)) {
    Random random(seed);
    Meeting meeting(random, 6);
    if (!prepare(meeting.contact, meeting.struck, settings, meeting.particle_velocity, Vec3::Zero(), 0)) return;
    const double before = meeting.contact.normal.dot(meeting.relative());
    // The kinetic energy that an impulse at the contact can reach, not the square of the relative velocity: a thing
    // that is light across the normal and heavy along it may part faster than it came, with less energy.
    const Mat3 inverse_mobility = meeting.contact.mobility.inverse();
    const double energy = meeting.relative().dot(inverse_mobility * meeting.relative());
    for (int k = 0; k < 1000; ++k) meeting.apply(relax(meeting.contact, meeting.struck, meeting.particle_velocity));
    const PairContact& contact = meeting.contact;
    RC_ASSERT(contact.normal_impulse >= 0);
    RC_ASSERT(contact.tangent_impulse.norm() <= contact.friction * contact.normal_impulse * (1 + 1e-9));
    RC_ASSERT(std::abs(contact.tangent_impulse.dot(contact.normal)) <= 1e-9 * (1e-9 + contact.tangent_impulse.norm()));
    const double after = contact.normal.dot(meeting.relative());
    if (before < contact.target) RC_ASSERT(std::abs(after - contact.target) < 1e-3 * (1 + std::abs(before)));
    if (contact.target <= 0 && before < 0)
        RC_ASSERT(meeting.relative().dot(inverse_mobility * meeting.relative()) <= energy * (1 + 1e-6));
}

/// One dimension: a particle against a point mass along x.
Meeting head_on(double speed, double depth) {
    Random random(1);
    Meeting meeting(random, 6);
    meeting.struck.velocity.setZero();
    meeting.struck.spin.setZero();
    meeting.contact.arm = Vec3(0.1, 0, 0);
    meeting.contact.normal = Vec3::UnitX();
    meeting.contact.penetration = depth;
    meeting.particle_velocity = Vec3(-speed, 0, 0);
    return meeting;
}

void resolve(Meeting& meeting, const Vec3& arriving, double restitution) {
    ASSERT_TRUE(prepare(meeting.contact, meeting.struck, settings, meeting.particle_velocity, arriving, restitution));
    for (int k = 0; k < 80; ++k) meeting.apply(relax(meeting.contact, meeting.struck, meeting.particle_velocity));
}

TEST(PairResponse, ends_on_the_surface_when_it_came_from_outside) {
    Meeting meeting = head_on(2, 0.003);  // 8 mm a step, 3 mm of them inside
    const double before = meeting.relative().x();
    resolve(meeting, Vec3::Zero(), 0);
    EXPECT_NEAR(step * (meeting.relative().x() - before), 0.003, 1e-6);
}

TEST(PairResponse, leaves_a_deep_overlap_slowly_and_without_any_velocity) {
    Meeting meeting = head_on(0, 0.1);
    resolve(meeting, Vec3::Zero(), 0);
    EXPECT_NEAR(meeting.relative().x(), 0, 1e-9);
    EXPECT_NEAR(meeting.contact.recovery, 10 * 0.3 * 0.2, 1e-6) << "as from 0.3 of the radius";
    // The motion that takes it back starts from rest, and reaches that speed.
    const Vec3 impulse = relax_recovery(meeting.contact, Vec3::Zero());
    EXPECT_NEAR((meeting.contact.mobility * impulse).x(), meeting.contact.recovery, 1e-9);
}

TEST(PairResponse, leaves_what_is_within_the_slop_alone) {
    Meeting meeting = head_on(0, 0.0009);
    resolve(meeting, Vec3::Zero(), 0);
    EXPECT_NEAR(meeting.relative().x(), 0, 1e-9);
}

TEST(PairResponse, bounces_with_the_speed_it_brought_and_not_when_it_rests) {
    Meeting fast = head_on(2, 0.003);
    resolve(fast, Vec3(-2, 0, 0), 0.5);
    EXPECT_NEAR(fast.relative().x(), 1, 1e-3);
    Meeting slow = head_on(0.04, 0.0001);
    resolve(slow, Vec3(-0.04, 0, 0), 0.5);
    EXPECT_LE(slow.relative().x(), 0.002);
}

TEST(PairResponse, a_held_particle_moves_only_what_it_struck) {
    Meeting meeting = head_on(2, 0.003);
    meeting.contact.inverse_mass = 0;
    resolve(meeting, Vec3::Zero(), 0);
    EXPECT_EQ(meeting.particle_velocity, Vec3(-2, 0, 0));
    EXPECT_LT(meeting.struck.velocity.x(), 0);
}

TEST(PairResponse, nothing_can_be_done_between_two_held_things) {
    Meeting meeting = head_on(2, 0.003);
    meeting.contact.inverse_mass = 0;
    meeting.struck.inverse_mass = 0;
    meeting.struck.inverse_inertia.setZero();
    EXPECT_FALSE(prepare(meeting.contact, meeting.struck, settings, meeting.particle_velocity, Vec3::Zero(), 0));
}

}  // namespace
}  // namespace pliant::testing
