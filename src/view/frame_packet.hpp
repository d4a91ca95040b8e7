// Frames as packets: positions in 16 bits within the frame's box, and one number a particle in 8.
#pragma once

#include "view/packet.hpp"

#include <pliant/simulation.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace pliant {

/// The particles of a frame, body by body, each body's in the order of their ids.
struct FrameParticles {
    std::vector<float> positions;       ///< x y z, from `center`, m
    std::vector<float> values;          ///< one a particle, or none
    std::vector<std::uint32_t> counts;  ///< per body
    Vec3 center = Vec3::Zero();         ///< so that 32 bits are enough far from the origin
};

/// Positions in 16 bits within their box: its corner and its sides, x y z each.
struct PackedPoints {
    Value box;
    std::vector<std::uint16_t> numbers;
};
PackedPoints pack_points(const FrameParticles& particles);

/// Adds "P" (16 bits), "box" to the header, "counts", and where there are values "value" (8 bits) with "range".
void add_particles(const FrameParticles& particles, BinaryPacket& packet);

/// Collects a running simulation's particles straight from its arrays; remembers in which order.
class ParticleCollector {
  public:
    /// `color`: none, speed, strain or plastic. Hidden particles, which cracks leave behind, are left out.
    const FrameParticles& collect(const Simulation& simulation, const std::string& color);
    static bool knows(const Simulation& simulation, const std::string& color);

  private:
    struct Order {
        std::vector<std::uint32_t> ids, slots;
    };
    const std::vector<std::uint32_t>& slots_of(const Simulation& simulation, std::uint32_t body);

    std::vector<Order> orders_;  ///< per body
    FrameParticles particles_;
};

/// The same from a snapshot. `color` as CommandKind::color says; names are numbered.
FrameParticles particles_of(const Frame& frame, std::size_t bodies, const std::string& color);

}  // namespace pliant
