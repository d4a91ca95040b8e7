// Simulation's views of the state as it lies.
#include "core/assert.hpp"
#include "sim/parts.hpp"

#include <pliant/simulation.hpp>

namespace pliant {
namespace {

constexpr std::size_t reals_per_particle = sizeof(Particle) / sizeof(Real);

const RigidMotion* motion_of(const Simulation::Parts& parts, std::uint32_t body, const RigidBody*& rigid) {
    for (std::size_t r = 0; r < parts.model.rigid.size(); ++r)
        if (parts.model.rigid[r].body == body) {
            rigid = &parts.model.rigid[r];
            return &parts.state.rigid.motions[r];
        }
    return nullptr;
}

std::span<const Particle> soft_particles(const Simulation::Parts& parts, std::uint32_t body) {
    for (std::size_t k = 0; k < parts.model.points.size(); ++k)
        if (parts.model.points[k].body == body) return parts.state.points[k].particles;
    const SlotRange range = particles_of(parts.state.soft, body);
    return std::span(parts.state.soft.particles).subspan(range.first, range.size());
}

Mat3 cross_matrix(const Vec3& w) {
    Mat3 m;
    m << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
    return m;
}

}  // namespace

VectorView Simulation::positions(std::uint32_t body) const {
    PLIANT_ASSERT(body < parts_->model.bodies.size());
    const RigidBody* rigid = nullptr;
    if (const RigidMotion* motion = motion_of(*parts_, body, rigid))
        return {rigid->particles.front().data(), rigid->particles.size(), 3, motion->position, rotation_of(*motion)};
    const std::span<const Particle> particles = soft_particles(*parts_, body);
    if (particles.empty()) return {};
    return {particles.front().position, particles.size(), reals_per_particle, parts_->model.bodies[body].origin};
}

VectorView Simulation::velocities(std::uint32_t body) const {
    PLIANT_ASSERT(body < parts_->model.bodies.size());
    const RigidBody* rigid = nullptr;
    if (const RigidMotion* motion = motion_of(*parts_, body, rigid))
        return {rigid->particles.front().data(), rigid->particles.size(), 3, motion->velocity,
                cross_matrix(spin_of(*rigid, *motion)) * rotation_of(*motion)};
    const std::span<const Particle> particles = soft_particles(*parts_, body);
    if (particles.empty()) return {};
    return {particles.front().velocity, particles.size(), reals_per_particle, Vec3::Zero()};
}

std::span<const std::uint32_t> Simulation::particle_ids(std::uint32_t body) const {
    PLIANT_ASSERT(body < parts_->model.bodies.size());
    const RigidBody* rigid = nullptr;
    if (motion_of(*parts_, body, rigid)) return {};
    for (std::size_t k = 0; k < parts_->model.points.size(); ++k)
        if (parts_->model.points[k].body == body) return parts_->state.points[k].id;
    const SlotRange range = particles_of(parts_->state.soft, body);
    return std::span(parts_->state.soft.id).subspan(range.first, range.size());
}

RigidPlace Simulation::transform(std::uint32_t body) const {
    PLIANT_ASSERT(body < parts_->model.bodies.size());
    RigidPlace place;
    place.body = body;
    const RigidBody* rigid = nullptr;
    const RigidMotion* motion = motion_of(*parts_, body, rigid);
    if (!motion) return place;
    place.turn = rotation_of(*motion) * rigid->start.rotation.transpose();
    place.from = rigid->start.translation;
    place.to = motion->position;
    return place;
}

}  // namespace pliant
