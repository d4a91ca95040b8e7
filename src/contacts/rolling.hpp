// Rolling friction: what presses on each other resists being turned against each other.
//
// Contacts of particles resist sliding. A round body that rolls does not slide, and a stack that sways hardly does:
// nothing takes its energy, and it goes on for ever. In real things the contact itself does, as it is pressed flat
// anew. So a pair of bodies that press on each other with the impulse N in a step gets a couple of at most c R N
// against their relative spin, R being the radius of a ball of the lighter one's moment of inertia. It acts on the
// rigid motion of both, in opposite directions: both momenta are kept, and energy is only taken.
#pragma once

#include "contacts/colliders.hpp"
#include "contacts/contact_scratch.hpp"
#include "contacts/piece_load.hpp"
#include "shape_matching/piece_motion.hpp"

#include <span>
#include <vector>

namespace pliant {

/// Work space; never saved.
struct RollingScratch {
    PieceTotals totals;
    std::vector<PieceLoad> loads;    ///< of this step; each pair once
    std::vector<RigidPiece> pieces;  ///< per fragment
    std::vector<Vec3> turns;         ///< per fragment, rad/s: what is to be added to its spin
};

/// Adds what the contacts of clusters gave in a piece of the step.
void add_loads(const SoftBodies& soft, const Colliders& colliders, const ContactScratch& contacts,
               std::vector<PieceLoad>& loads);

/// Turns the particles of pieces that press on something; pieces with held particles turn for nobody. Only the
/// particles in `parts` move.
void resist_rolling(double coefficient, std::span<const std::uint8_t> held, std::span<const WorkPart> parts,
                    bool parallel, RollingScratch& scratch, SoftBodies& soft);

}  // namespace pliant
