// The response of contacts between soft bodies: gathered into struck clusters and striking particles, solved there, and
// given back to the particles.
#pragma once

#include "contacts/cluster_input.hpp"

namespace pliant {

/// What a response left.
struct ResponseReport {
    double deepest_left = 0;  ///< m: penetration at the end of the piece
    std::uint64_t deep = 0;   ///< contacts whose way out was a guess
    Culprit deepest;          ///< the first of those
};

/// From contacts.contacts, found at the end of the piece, to contacts.struck and contacts.striking.
/// Contacts that were deep when the piece began are left to ease_apart.
void prepare_response(const ClusterInput& input, ContactScratch& contacts, const StepPiece& piece,
                      ResponseReport& report);

/// Relaxes one contact after the other, some times.
void solve_response(const ClusterInput& input, ContactScratch& contacts, const StepPiece& piece,
                    ResponseReport& report);

/// Changes the particles' velocities, and the positions that follow from them until the end of the step; and takes back
/// penetrations from before the piece.
void move_particles(const ClusterInput& input, const ContactScratch& contacts, const StepPiece& piece);

}  // namespace pliant
