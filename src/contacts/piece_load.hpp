// What presses on what: the loads of a step, for rolling friction (contacts/rolling.hpp).
#pragma once

#include <pliant/types.hpp>

#include <cstdint>

namespace pliant {

/// What a piece of a soft body pressed with in this step.
struct PieceLoad {
    static constexpr std::uint32_t world = 0xffffffff;

    std::uint32_t piece = 0;      ///< its fragment
    std::uint32_t other = world;  ///< the fragment it pressed on; or an obstacle, which nothing turns
    double impulse = 0;           ///< N s
    Vec3 couple = Vec3::Zero();   ///< N m s, so far
};

}  // namespace pliant
