// Rigid bodies in statistics and frames. In a frame they follow the soft particles, body by body: their particles are
// carried along, and each body is one cluster and one piece.
#pragma once

#include "particles/particle_set.hpp"
#include "rigid/rigid_bodies.hpp"

#include <pliant/simulation.hpp>

#include <span>

namespace pliant {

/// Adds mass, momenta, kinetic energy, bounds, speed and pieces.
void measure_rigid(std::span<const RigidBody> rigid, const RigidBodies& state, Stats& stats);

/// Appends their particles; in frames with ids these are numbered from `first_id` on.
void add_rigid(std::span<const BodyInfo> bodies, std::span<const RigidBody> rigid, const RigidBodies& state,
               std::uint32_t first_id, Frame& frame);

}  // namespace pliant
