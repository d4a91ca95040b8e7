// The particles of soft bodies as contacts with rigid bodies see them, whichever solver moves them.
//
// A set is all of shape matching (in one list), or one point-based body. Both answer the same questions, so that the
// loops over particles are written once.
#pragma once

#include "sim/model.hpp"
#include "sim/point_bodies.hpp"
#include "sim/state.hpp"

namespace pliant {

/// The particles of all bodies of shape matching.
struct ShapeMatchingSet {
    const Model& model;
    const State& state;
    const Scratch& scratch;

    std::uint32_t body_of(std::size_t i) const { return state.soft.body[i]; }
    const Particle& at(std::size_t i) const { return state.soft.particles[i]; }
    const Vec3& origin(std::size_t i) const { return model.ranges[state.soft.body[i]].origin; }
    bool collides(std::size_t i) const { return model.colliders.bodies[state.soft.body[i]].collides; }
    double radius(std::size_t i) const { return model.colliders.bodies[state.soft.body[i]].radius; }
    bool held(std::size_t i) const { return !scratch.held.empty() && scratch.held[i]; }
    Real mass(std::size_t i) const { return state.soft.mass[i]; }
    Real friction(std::size_t i) const { return model.friction[i]; }
    Real restitution(std::size_t i) const { return model.restitution[i]; }
    /// Velocity before the step.
    Vec3 arriving(std::size_t i) const {
        const Real* v = scratch.arriving.empty() ? at(i).velocity : scratch.arriving[i].value;
        return Vec3(v[0], v[1], v[2]);
    }
};

/// The particles of one point-based body.
struct PointSet {
    const Model& model;
    const State& state;
    const Scratch& scratch;
    std::size_t points;  ///< in State::points

    const PointBody& body() const { return state.points[points]; }
    const BodyRange& range() const { return model.ranges[model.points[points].body]; }
    std::uint32_t body_of(std::size_t) const { return model.points[points].body; }
    const Particle& at(std::size_t i) const { return body().particles[i]; }
    const Vec3& origin(std::size_t) const { return range().origin; }
    bool collides(std::size_t) const { return model.points[points].collides; }
    double radius(std::size_t i) const { return point_radius(range(), body(), i); }
    bool held(std::size_t i) const {
        const std::vector<std::uint8_t>& held = scratch.points[points].held;
        return (!held.empty() && held[i]) || !(body().mass[i] > 0);
    }
    Real mass(std::size_t i) const { return body().mass[i]; }
    Real friction(std::size_t i) const { return body().property(i, PointProperty::friction); }
    Real restitution(std::size_t i) const { return body().property(i, PointProperty::restitution); }
    /// As it is: over the many steps that a step is cut into, what forces added is part of the motion.
    Vec3 arriving(std::size_t i) const { return Vec3(at(i).velocity[0], at(i).velocity[1], at(i).velocity[2]); }
};

/// Calls work(set) with the set of this number: 0 is shape matching, k + 1 is State::points[k].
template <class Work>
void with_set(const Model& model, const State& state, const Scratch& scratch, std::uint32_t set, const Work& work) {
    if (set == 0)
        work(ShapeMatchingSet{model, state, scratch});
    else
        work(PointSet{model, state, scratch, set - 1});
}

/// A particle by its set and its place there.
inline Particle& particle_at(State& state, const ParticleRef& ref) {
    return ref.set == 0 ? state.soft.particles[ref.index] : state.points[ref.set - 1].particles[ref.index];
}

/// Counts what a contact gave to a particle, in N s, for the statistics of the frame.
inline void add_contact_impulse(const ParticleRef& ref, const Vec3& impulse, Scratch& scratch) {
    if (ref.set > 0) {
        scratch.points[ref.set - 1].impulse += impulse;
        return;
    }
    for (int k = 0; k < 3; ++k) scratch.impulse[ref.index].value[k] += static_cast<Real>(impulse[k]);
}

}  // namespace pliant
