// Work space of the rigid bodies' contacts. Grows to the most that a step ever needed, and no further.
#pragma once

#include "collision/impulses.hpp"
#include "particles/particle_set.hpp"
#include "rigid/rigid_bodies.hpp"

#include <pliant/types.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant {

/// A rigid body, and what it may meet: another one with a higher number, or from the number of rigid bodies on an
/// obstacle.
struct RigidPair {
    std::uint32_t first, second;
};

/// A particle near a rigid body's surface.
struct ParticleTouch {
    std::uint32_t particle, rigid;
    Vec3 point;   ///< the particle at the start of the piece, world
    Vec3 normal;  ///< out of the rigid body
    double gap;   ///< m at the start of the piece
};

/// A chunk of soft particles over the step: where they are, how they move, and what they may meet.
struct ChunkBounds {
    std::uint32_t set = 0, begin = 0, end = 0;
    Box positions, velocities;
    std::vector<std::uint32_t> rigid;    ///< rising
    std::vector<ParticleTouch> touches;  ///< of the current piece
};

/// A rigid body's motion before contacts changed it.
struct RigidArrival {
    Vec3 gained = Vec3::Zero();       ///< m/s that this step's forces added
    Vec3 gained_spin = Vec3::Zero();  ///< rad/s likewise
};

struct RigidScratch {
    std::vector<RigidArrival> arrivals;  ///< per rigid body
    std::vector<Vec3> impulse;           ///< per rigid body, N s: by contacts since the frame began
    std::vector<Box> boxes;              ///< per rigid body: where it may be in this step
    std::vector<std::uint32_t> order;    ///< rigid bodies by the lower x of those
    std::vector<RigidPair> pairs;        ///< by rising first, then second
    double fastest = 0;                  ///< m/s: of all points of rigid and soft bodies
    std::vector<ChunkBounds> chunks;     ///< of soft particles, the first `chunk_count` of them
    std::size_t chunk_count = 0;

    std::vector<RigidPose> poses;        ///< of rigid bodies, then obstacles, at the start of the piece
    std::vector<Mover> movers;           ///< the same, then the particles that touch
    std::vector<ParticleRef> particles;  ///< of those movers
    std::vector<ImpulseContact> contacts;
    std::vector<ImpulseContact> candidates;  ///< of one pair

    std::span<ChunkBounds> used_chunks() { return {chunks.data(), chunk_count}; }
    std::span<const ChunkBounds> used_chunks() const { return {chunks.data(), chunk_count}; }
    void prepare(std::size_t rigid, std::size_t obstacles);
};

}  // namespace pliant
