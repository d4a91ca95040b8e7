// Particles and rigid things with nothing but glue between them.
#pragma once

#include "core/random.hpp"
#include "glue/ends.hpp"
#include "glue/order.hpp"
#include "glue/parents.hpp"
#include "glue/place.hpp"
#include "glue/solver.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace pliant::testing {

inline constexpr double step = 1.0 / 240;

inline Vec3 random_vector(Random& random) {
    return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
}

/// Free particles, some of them held by frames of others.
struct World {
    GlueState state;
    GlueWork work;
    std::vector<GlueRule> rules;

    std::uint32_t add_particle(const Vec3& place, const Vec3& velocity, double mass) {
        state.particles.push_back({0, static_cast<std::uint32_t>(state.particles.size())});
        work.particles.push_back({place, velocity, 1 / mass});
        return static_cast<std::uint32_t>(work.particles.size() - 1);
    }
    GlueEnd frame_of(const std::vector<std::uint32_t>& parents, const Vec3& point, GlueGrip& grip) {
        std::vector<GlueCandidate> candidates;
        for (const std::uint32_t p : parents)
            candidates.push_back({p, work.particles[p].before, 1 / work.particles[p].inverse_mass});
        const ChosenParents chosen = choose_parents(candidates, point, {static_cast<int>(parents.size()), 0, 0, 0});
        const GlueEnd end{GlueEndKind::frame, static_cast<std::uint32_t>(state.parents.size()),
                          static_cast<std::uint32_t>(chosen.numbers.size())};
        grip.point = chosen.point;
        state.parents.insert(state.parents.end(), chosen.parents.begin(), chosen.parents.end());
        state.parent_particles.insert(state.parent_particles.end(), chosen.numbers.begin(), chosen.numbers.end());
        return end;
    }
    /// Returns its number.
    std::size_t bind(GlueMode mode, const GlueEnd& a, const GlueGrip& grip_a, const GlueEnd& b,
                     const GlueGrip& grip_b = {}) {
        GlueRule rule;
        rule.mode = mode;
        rule.bindings = 1;
        rules.push_back(rule);
        state.links.push_back({static_cast<std::uint32_t>(rules.size() - 1), GlueStatus::holds, a, b});
        state.motions.push_back({grip_a, grip_b, Vec3::Zero(), Vec3::Zero()});
        return state.size() - 1;
    }
    void hold_particle(const std::vector<std::uint32_t>& parents, std::uint32_t particle, GlueMode mode) {
        GlueGrip grip;
        const GlueEnd frame = frame_of(parents, work.particles[particle].before, grip);
        bind(mode, frame, grip, {GlueEndKind::particle, particle, 1});
    }
    void prepare() {
        std::vector<GlueParticle> particles = work.particles;
        work.prepare(state, work.rigid.size(), work.obstacles.size());
        work.particles = std::move(particles);
    }
    void advance() {
        for (GlueParticle& p : work.particles) p.before += step * p.velocity;
        for (GlueMover& m : work.rigid) {
            m.mover.center += step * m.mover.velocity;
            if (m.mover.spin.norm() > 0)
                m.rotation = Eigen::AngleAxisd(step * m.mover.spin.norm(), m.mover.spin.normalized()) * m.rotation;
            m.mover.push.setZero();
            m.mover.turn.setZero();
        }
    }
    Vec3 momentum() const {
        Vec3 sum = Vec3::Zero();
        for (const GlueParticle& p : work.particles) sum += p.velocity / p.inverse_mass;
        for (const GlueMover& m : work.rigid) sum += m.mover.velocity / m.mover.inverse_mass;
        return sum;
    }
    PlacedGlue placed() const {
        return group_placed(state, placed_bindings(state, rules, std::vector<std::uint8_t>(state.particles.size(), 0)));
    }
    Vec3 center() const {
        Vec3 sum = Vec3::Zero();
        double mass = 0;
        for (const GlueParticle& p : work.particles) {
            sum += p.before / p.inverse_mass;
            mass += 1 / p.inverse_mass;
        }
        return sum / mass;
    }
    Vec3 angular_momentum() const {
        Vec3 sum = Vec3::Zero();
        for (const GlueParticle& p : work.particles) sum += p.before.cross(p.velocity) / p.inverse_mass;
        for (const GlueMover& m : work.rigid)
            sum += m.mover.center.cross(m.mover.velocity) / m.mover.inverse_mass +
                   m.mover.inverse_inertia.inverse() * m.mover.spin;
        return sum;
    }
    /// What momenta are compared with.
    double size_of_motion() const {
        double size = 0;
        for (const GlueParticle& p : work.particles) size += (1 + p.before.norm()) * p.velocity.norm() / p.inverse_mass;
        return size;
    }
    Vec3 gap(std::size_t k) {
        GlueGrip a = state.motions[k].a, b = state.motions[k].b;
        GlueFrame frame;
        const Vec3 held = end_position(state, work, state.links[k].b, b, 0, frame);
        const Vec3 holder = end_position(state, work, state.links[k].a, a, 0, frame);
        if (state.links[k].a.kind != GlueEndKind::frame) return holder - held;
        swing(frame, a.point, held);
        return frame.center + frame.rotation * a.point - held;
    }
};

/// A cloud that turns and drifts, with particles bound around it.
inline World random_world(Random& random, GlueMode mode, int bound) {
    World world;
    std::vector<std::uint32_t> parents;
    const Vec3 spin = 3 * random_vector(random), drift = random_vector(random);
    for (int i = 0; i < 6; ++i) {
        const Vec3 place = random_vector(random);
        parents.push_back(
            world.add_particle(place, drift + spin.cross(place) + 0.2 * random_vector(random), random.uniform(0.5, 2)));
    }
    for (int b = 0; b < bound; ++b) {
        const Vec3 place = 2 * random_vector(random);
        const std::uint32_t particle =
            world.add_particle(place, 2 * random_vector(random), std::pow(10.0, random.uniform(-1, 1)));
        world.hold_particle(parents, particle, mode);
    }
    world.prepare();
    return world;
}

}  // namespace pliant::testing
