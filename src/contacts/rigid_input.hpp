// What the contacts of rigid bodies know besides what all contacts do.
#pragma once

#include "contacts/contact_input.hpp"
#include "contacts/rigid_scratch.hpp"

namespace pliant {

struct RigidInput {
    const ContactInput& step;
    std::span<const RigidBody> rigid;
    const ParticleSets& sets;
    RigidBodies& state;
};

}  // namespace pliant
