// What the contacts of rigid bodies know besides what all contacts do.
#pragma once

#include "contacts/contact_input.hpp"
#include "contacts/rigid_scratch.hpp"
#include "core/parallel.hpp"

namespace pliant {

struct RigidInput {
    const ContactInput& step;
    std::span<const RigidBody> rigid;
    const ParticleSets& sets;
    RigidBodies& state;
    std::span<const WorkPart> soft_parts;  ///< of the first set: the particles of bodies that do not sleep

    bool is_asleep(std::size_t r) const { return step.is_asleep(rigid[r].body); }
};

}  // namespace pliant
