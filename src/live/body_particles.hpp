// A body's particles, whichever soft solver has them; and the rigid body, if it is one.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

#include <optional>
#include <span>

namespace pliant {

/// The particles of one soft body. `P` is Particle or const Particle.
template <class P>
struct BodyParticles {
    std::span<P> particles;
    std::span<const std::uint32_t> ids;
    std::span<const Real> mass;
    Vec3 origin = Vec3::Zero();

    std::size_t size() const { return particles.size(); }
    Vec3 position(std::size_t k) const { return origin + vec(particles[k].position); }
    Vec3 velocity(std::size_t k) const { return vec(particles[k].velocity); }
};

template <class S>
auto particles_of_body(const Model& model, S& state, std::uint32_t body) {
    using P = std::remove_reference_t<decltype(state.soft.particles[0])>;
    BodyParticles<P> found;
    found.origin = model.bodies[body].origin;
    for (std::size_t k = 0; k < model.points.size(); ++k) {
        if (model.points[k].body != body) continue;
        auto& points = state.points[k];
        found.particles = points.particles;
        found.ids = points.id;
        found.mass = points.mass;
        return found;
    }
    const SlotRange range = particles_of(state.soft, body);
    found.particles = std::span<P>(state.soft.particles).subspan(range.first, range.size());
    found.ids = std::span<const std::uint32_t>(state.soft.id).subspan(range.first, range.size());
    found.mass = std::span<const Real>(state.soft.mass).subspan(range.first, range.size());
    return found;
}

/// Its number among the rigid bodies.
inline std::optional<std::size_t> rigid_number(const Model& model, std::uint32_t body) {
    for (std::size_t r = 0; r < model.rigid.size(); ++r)
        if (model.rigid[r].body == body) return r;
    return std::nullopt;
}

}  // namespace pliant
