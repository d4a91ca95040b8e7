// Particles against obstacles, whichever solver moves them.
#pragma once

#include "collision/contact.hpp"
#include "contacts/contact_input.hpp"
#include "contacts/piece_load.hpp"

#include <span>
#include <vector>

namespace pliant {

/// What a chunk of particles met; added up in the order of the chunks.
struct ChunkReport {
    std::uint64_t contacts = 0;
    double max_penetration = 0;    ///< m
    std::vector<PieceLoad> loads;  ///< on obstacles that do not turn; where pieces are known
};

/// The obstacles' poses over a step that starts at this time.
void place_obstacles(std::span<const ObstacleBody> obstacles, double time, double dt, std::vector<ObstacleStep>& steps);

/// Is a world point inside one of them at the end of the step?
bool inside_obstacle(std::span<const ObstacleStep> obstacles, const Vec3& point);

struct ObstacleInput {
    const ContactInput& step;  ///< dt and resting speed may be those of a solver's shorter step
    std::span<const ObstacleStep> obstacles;
    const ParticleSet& set;
    std::span<const Vector4> arriving;  ///< per particle: velocity before the step; empty: nothing bounces
    std::span<Vector4> push;            ///< per particle, N s: what contacts gave it is added here
    std::span<const std::uint32_t> pieces = {};  ///< per particle: its fragment; or none
};

/// Resolves the contacts of particles [begin, end) in the step just integrated. Each particle against all obstacles,
/// one after the other; each sees the way from where the step began. Obstacles that glue keeps apart from its body are
/// left out.
void collide_with_obstacles(const ObstacleInput& input, std::size_t begin, std::size_t end, ChunkReport& report);

}  // namespace pliant
