// The particles of soft bodies as everything but their own solver sees them: pins, force fields, contacts, glue.
//
// A set is all of shape matching (in one list), or one point-based body. Set 0 is shape matching, set k + 1 is
// State::points[k]. Both are described by the same few arrays, so that each loop over particles is written once.
#pragma once

#include "core/assert.hpp"
#include "particles/particle.hpp"
#include "particles/vectors.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace pliant {

/// A body as all solvers know it.
struct BodyInfo {
    Vec3 origin = Vec3::Zero();  ///< world position of its local coordinates' origin
    Real radius = 0;             ///< m: half its spacing: the size of its particles where nothing else is known
    double thickness = 1;        ///< how much of a particle's reach counts against other bodies
    double contact_radius = 0;   ///< m: the largest of its particles against other bodies
    bool collides = false;       ///< with other bodies
    bool self_collides = false;  ///< with itself
    bool is_cut = false;         ///< blades go through it, and do not push it
};

/// A soft particle: of which set, and in which slot of it.
struct ParticleRef {
    std::uint32_t set = 0, index = 0;
    bool operator==(const ParticleRef&) const = default;
};

struct ParticleSet {
    std::span<const BodyInfo> bodies;
    std::span<Particle> particles;
    std::span<const Real> mass;           ///< kg
    std::span<const std::uint32_t> body;  ///< per particle; empty: all are of `only_body`
    std::uint32_t only_body = 0;
    const Real* friction = nullptr;           ///< per particle
    const Real* restitution = nullptr;        ///< per particle
    std::span<const std::uint8_t> held;       ///< per particle: by a pin in this step; empty: none
    std::span<const Vector4> arriving;        ///< per particle: velocity before the step; empty: as it is now
    const Real* support = nullptr;            ///< m, per particle: h of its kernel, where the solver has one
    const Real* reach = nullptr;              ///< m, per particle: how far from its center its matter reaches, or none
    std::span<const Vector4> embedded;        ///< m, per particle, in the shape in which neighbors are found; or empty
    std::span<const std::uint32_t> fragment;  ///< per particle: its piece, of a body that has come apart; or empty
    std::span<const std::uint8_t> hidden;     ///< per particle: has it no matter of its own? Empty: all have
    std::span<Vector4> impulse;               ///< per particle, N s: what contacts gave it; may be empty
    Vec3* total_impulse = nullptr;            ///< N s: the same summed, for sets without the former

    std::size_t size() const { return particles.size(); }
    std::uint32_t body_of(std::size_t i) const { return body.empty() ? only_body : body[i]; }
    const BodyInfo& info(std::size_t i) const { return bodies[body_of(i)]; }
    const Vec3& origin(std::size_t i) const { return info(i).origin; }
    Vec3 velocity(std::size_t i) const { return vec(particles[i].velocity); }
    /// World.
    Vec3 position(std::size_t i) const { return origin(i) + vec(particles[i].position); }
    bool is_hidden(std::size_t i) const { return !hidden.empty() && hidden[i]; }
    bool collides(std::size_t i) const { return info(i).collides && !is_hidden(i); }
    /// m: its reach; or half the body's spacing, less where it is sampled finely: among even neighbors h is three
    /// spacings.
    double radius(std::size_t i) const {
        if (reach) return static_cast<double>(reach[i]);
        const double coarse = static_cast<double>(info(i).radius);
        return support ? std::min(coarse, static_cast<double>(support[i]) / 6) : coarse;
    }
    double contact_radius(std::size_t i) const { return support ? radius(i) : info(i).thickness * radius(i); }
    /// m: against balls of other solvers, which nothing flat keeps out: they must not get between the particles.
    double ball_radius(std::size_t i) const {
        return reach ? info(i).thickness * std::max(radius(i), static_cast<double>(info(i).radius)) : contact_radius(i);
    }
    /// Nothing moves it. A particle without neighbors has no mass, and nothing to be moved by.
    bool is_held(std::size_t i) const { return (!held.empty() && held[i]) || !(mass[i] > 0); }
    double inverse_mass(std::size_t i) const { return is_held(i) ? 0 : 1 / static_cast<double>(mass[i]); }
    /// Velocity before the step.
    Vec3 arriving_velocity(std::size_t i) const { return arriving.empty() ? velocity(i) : vec(arriving[i].value); }

    /// Counts what a contact gave to a particle, for the statistics of the frame.
    void add_impulse(std::size_t i, const Vec3& push) const {
        if (!impulse.empty())
            for (int k = 0; k < 3; ++k) impulse[i].value[k] += static_cast<Real>(push[k]);
        else if (total_impulse)
            *total_impulse += push;
    }
    /// Changes the velocity, and the position by as much as that lasts until the end of the step.
    void move_by(std::size_t i, const Vec3& change, double left) const {
        PLIANT_ASSERT(left >= 0);
        Particle& particle = particles[i];
        set_vector(particle.velocity, vec(particle.velocity) + change);
        set_vector(particle.position, vec(particle.position) + left * change);
    }
};

/// All sets of a simulation, by their numbers.
using ParticleSets = std::vector<ParticleSet>;

inline Particle& particle_at(const ParticleSets& sets, const ParticleRef& ref) {
    PLIANT_ASSERT(ref.set < sets.size() && ref.index < sets[ref.set].size());
    return sets[ref.set].particles[ref.index];
}

}  // namespace pliant
