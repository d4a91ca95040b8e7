// What all contacts of a step know, and none of them changes; and the path that they all take.
#pragma once

#include "collision/obstacle.hpp"
#include "core/assert.hpp"
#include "particles/kept_apart.hpp"
#include "particles/particle_set.hpp"

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <algorithm>
#include <span>

namespace pliant {

struct ContactInput {
    double time = 0;  ///< s, at the start of the step
    double dt = 0;    ///< s
    /// m/s: what gravity adds in two steps. Slower impacts are resting, not falling: they do not bounce.
    double resting_speed = 0;
    double speed_limit = 0;  ///< m/s
    std::span<const BodyInfo> bodies;
    std::span<const ObstacleBody> obstacles;
    const Collisions& settings;
    const KeptApart& apart;
    /// Per body: does it sleep (sim/sleep.hpp)? Then nothing that moves is near it, and it meets nothing. Empty: none.
    std::span<const std::uint8_t> asleep = {};

    bool is_asleep(std::size_t body) const { return !asleep.empty() && asleep[body]; }
    /// What an obstacle is called where bodies and obstacles are numbered together.
    std::uint32_t obstacle_number(std::size_t obstacle) const {
        return static_cast<std::uint32_t>(bodies.size() + obstacle);
    }
};

/// A piece of the step, cut so that nothing passes through anything in it.
struct StepPiece {
    double start;   ///< s since the step began
    double length;  ///< s
    double left;    ///< s from its start to the end of the whole step
};

/// A step is cut into no more pieces than this; what is faster is counted as Warning::fast_contact.
inline constexpr std::uint32_t most_pieces = 32;

/// The path of all pairs through a step. `Pairs` is one kind of them (clusters, balls, rigid bodies) with
///
///     find()            broad phase: what may meet in this step; false when nothing may
///     pieces_needed()   into how many pieces the step must be cut, 1 or more
///     gather(piece)     narrow phase: contacts, and those that take part in them, out of the arrays; false: none
///     solve(piece)      impulses
///     scatter(piece)    what they changed, back into the arrays
///
/// Returns whether anything was moved.
template <class Pairs>
bool resolve_pairs(Pairs& pairs, double dt, StepReport& report) {
    PLIANT_ASSERT(dt > 0);
    if (!pairs.find()) return false;
    const std::uint32_t wanted = pairs.pieces_needed(), pieces = std::min(wanted, most_pieces);
    PLIANT_ASSERT(wanted >= 1);
    if (wanted > most_pieces) report.warn(Warning::fast_contact, 1, pairs.fastest());
    report.collision_pieces = std::max(report.collision_pieces, std::uint64_t{pieces});
    const double length = dt / pieces;
    bool moved = false;
    for (std::uint32_t p = 0; p < pieces; ++p) {
        const StepPiece piece{p * length, length, Pairs::left(dt, length, pieces, p)};
        if (!pairs.gather(piece)) continue;
        pairs.solve(piece);
        moved |= pairs.scatter(piece);
    }
    return moved;
}

}  // namespace pliant
