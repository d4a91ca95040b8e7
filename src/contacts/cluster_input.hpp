// What the contacts of clusters know besides what all contacts do.
#pragma once

#include "contacts/colliders.hpp"
#include "contacts/contact_input.hpp"
#include "contacts/contact_scratch.hpp"
#include "contacts/piece_load.hpp"

namespace pliant {

struct ClusterInput {
    const ContactInput& step;
    const ColliderRules& rules;
    const Colliders& colliders;
    const SoftBodies& soft;
    const ParticleSet& set;  ///< of the same: what is written to
    bool parallel;
    std::vector<PieceLoad>& loads;  ///< what bodies press on each other with is added here

    const Vec3& origin(std::uint32_t body) const { return step.bodies[body].origin; }
    /// m: how far from a particle's center its matter reaches.
    double radius(std::uint32_t body) const { return step.bodies[body].contact_radius; }
};

}  // namespace pliant
