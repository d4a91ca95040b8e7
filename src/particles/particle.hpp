// The records that all solvers of soft bodies share. Kernels include this: plain numbers only.
#pragma once

#include <pliant/types.hpp>

#include <cstdint>

namespace pliant {

/// Position and velocity, body-local, metres and metres per second. The fourth lanes stay zero.
struct alignas(8 * sizeof(Real)) Particle {
    Real position[4] = {};
    Real velocity[4] = {};
};

/// A vector and a number that goes with it, aligned for one load: a membership (shape_matching/soft_bodies.hpp) or a
/// neighbor's rest vector (point_based/point_body.hpp).
struct alignas(4 * sizeof(Real)) Member {
    Real vector[3];
    Real weight;
};

/// A vector with a spare lane, aligned for one load.
struct alignas(4 * sizeof(Real)) Vector4 {
    Real value[4] = {};
};

/// A slot that is none.
inline constexpr std::uint32_t no_slot = 0xffffffffU;

}  // namespace pliant
