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
///
/// A particle that was already nearer to the middle of another body's cluster than to its surface when the piece began
/// (bodies that start inside each other, or were forced there) is not pushed through the nearest face, which may lie
/// inside the body, but along the line from the other body's middle to that of its own: all of its neighbors then go
/// the same way, and the bodies come apart.
void prepare_response(const ClusterInput& input, ContactScratch& contacts, const StepPiece& piece,
                      ResponseReport& report);

/// Relaxes one contact after the other, some times.
void solve_response(const ClusterInput& input, ContactScratch& contacts, const StepPiece& piece,
                    ResponseReport& report);

/// Changes the particles' velocities, and the positions that follow from them with `left` seconds of the step left.
void move_particles(const ClusterInput& input, const ContactScratch& contacts, double left);

}  // namespace pliant
