// Bodies that are inside each other come apart as wholes.
//
// A particle that is deep inside another body does not know the way out: the nearest face of what it is in may be a
// side that its neighbors do not leave by, and pushing each of them its own way tears both bodies. So contacts that
// began the piece deep are left out, and their pieces move apart along the line of their centers, slowly and without
// deforming: no faster than half a metre a second, without any velocity of it left behind; and what they approach each
// other with is taken, as in a contact without bounce. Linear momentum is kept; angular momentum too, as both turn
// together by what the way out did to it.
#pragma once

#include "contacts/cluster_input.hpp"

namespace pliant {

/// Was a contact of these bodies deep when the piece began, by this penetration? Parts of one body never are.
bool is_deep(const ClusterInput& input, std::uint32_t particle, std::uint32_t cluster, double before);

/// Moves the pieces of contacts.deep apart in a piece of the step.
void ease_apart(const ClusterInput& input, const ContactScratch& contacts, const StepPiece& piece);

}  // namespace pliant
