#include "contacts/ease_apart.hpp"

#include "collision/recovery.hpp"
#include "core/assert.hpp"
#include "particles/vectors.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// m/s: no pair comes apart faster.
constexpr double fastest_way_out = 0.5;

/// A piece as a point with mass; a held one is not moved.
struct Whole {
    double inverse_mass = 0;
    Vec3 center = Vec3::Zero();  ///< world
    Vec3 velocity = Vec3::Zero();
};

template <class F>
void for_particles(const ClusterInput& input, const DeepPair::Side& side, const F& f) {
    const SlotRange range = particles_of(input.soft, side.body);
    for (std::uint32_t i = range.first; i < range.last; ++i)
        if (input.soft.fragment[i] == side.piece) f(i);
}

Whole whole_of(const ClusterInput& input, const DeepPair::Side& side) {
    Whole whole;
    double mass = 0;
    bool held = false;
    for_particles(input, side, [&](std::uint32_t i) {
        const double m = static_cast<double>(input.soft.mass[i]);
        mass += m;
        whole.center += m * input.set.position(i);
        whole.velocity += m * input.set.velocity(i);
        held |= input.set.is_held(i);
    });
    PLIANT_ASSERT(mass > 0);
    whole.center /= mass;
    whole.velocity /= mass;
    whole.inverse_mass = held ? 0 : 1 / mass;
    return whole;
}

void move(const ClusterInput& input, const DeepPair::Side& side, const Vec3& change, const Vec3& shift) {
    for_particles(input, side, [&](std::uint32_t i) {
        Particle& particle = input.set.particles[i];
        set_vector(particle.velocity, vec(particle.velocity) + change);
        set_vector(particle.position, vec(particle.position) + shift);
        input.set.add_impulse(i, static_cast<double>(input.soft.mass[i]) * change);
    });
}

/// Of both sides together, about a point, N m s.
Vec3 angular_momentum(const ClusterInput& input, const DeepPair& pair, const Vec3& about) {
    Vec3 sum = Vec3::Zero();
    for (const DeepPair::Side& side : {pair.a, pair.b})
        for_particles(input, side, [&](std::uint32_t i) {
            const Vec3 momentum = static_cast<double>(input.soft.mass[i]) * input.set.velocity(i);
            sum += (input.set.position(i) - about).cross(momentum);
        });
    return sum;
}

/// Takes an angular momentum off both sides, by a turn of the two as one.
void turn_back(const ClusterInput& input, const DeepPair& pair, const Vec3& angular) {
    double mass = 0;
    Vec3 center = Vec3::Zero();
    const auto each = [&](const auto& f) {
        for (const DeepPair::Side& side : {pair.a, pair.b}) for_particles(input, side, f);
    };
    each([&](std::uint32_t i) {
        mass += static_cast<double>(input.soft.mass[i]);
        center += static_cast<double>(input.soft.mass[i]) * input.set.position(i);
    });
    center /= mass;
    Mat3 second = Mat3::Zero();
    each([&](std::uint32_t i) {
        const Vec3 arm = input.set.position(i) - center;
        second += static_cast<double>(input.soft.mass[i]) / mass * arm * arm.transpose();
    });
    Struck both;
    set_inertia(both, mass, second.trace() * Mat3::Identity() - second, 0);
    const Vec3 spin = both.inverse_inertia * angular;
    each([&](std::uint32_t i) {
        Particle& particle = input.set.particles[i];
        set_vector(particle.velocity, vec(particle.velocity) - spin.cross(input.set.position(i) - center));
    });
}

}  // namespace

bool is_deep(const ClusterInput& input, std::uint32_t particle, std::uint32_t cluster, double before) {
    const std::uint32_t own = input.soft.body[particle], other = input.soft.cluster_body[cluster];
    if (own == other) return false;
    const double size = static_cast<double>(std::max(input.step.bodies[own].radius, input.step.bodies[other].radius));
    // Bodies of one layer of particles have no inside.
    return input.colliders.proxies[cluster].half_width > 2 * size && before > size;
}

void ease_apart(const ClusterInput& input, const ContactScratch& contacts, const StepPiece& piece) {
    for (const DeepPair& pair : contacts.deep) {
        const Whole a = whole_of(input, pair.a), b = whole_of(input, pair.b);
        const double freedom = a.inverse_mass + b.inverse_mass;
        if (!(freedom > 0)) continue;
        const Vec3 between = a.center - b.center;
        const double distance = between.norm();
        const Vec3 away = distance > 0 ? Vec3(between / distance) : Vec3::UnitX();
        const Vec3 impulse = std::max(0.0, -away.dot(a.velocity - b.velocity)) / freedom * away;
        const Vec3 turning = angular_momentum(input, pair, b.center);
        const Vec3 push = piece.length * std::min(fastest_way_out, recovery_rate * pair.depth) / freedom * away;
        move(input, pair.a, a.inverse_mass * impulse, a.inverse_mass * (piece.left * impulse + push));
        move(input, pair.b, -b.inverse_mass * impulse, -b.inverse_mass * (piece.left * impulse + push));
        // What is moved goes on with its velocity elsewhere, which changes the angular momentum.
        if (a.inverse_mass > 0 && b.inverse_mass > 0)
            turn_back(input, pair, angular_momentum(input, pair, b.center) - turning);
    }
}

}  // namespace pliant
