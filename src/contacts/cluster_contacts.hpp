// Soft bodies against each other and against themselves (CC15 section 3.4, docs/methods.md section 4).
//
//   bounds   a ball about each finest cluster that holds its proxy and its own particles all step long
//   pairs    clusters whose balls overlap, by trees of boxes; neighbors of one body left out (contacts/colliders.hpp)
//   pieces   the step is cut so that no particle gets from touching another cluster's proxy to its middle in one piece:
//            nothing passes through, and the nearest face is the one it came in by
//   touch    each particle against the proxies of the clusters its home is paired with. Proxies of one body overlap; of
//            those the particle is in, the deepest one counts, one for each body: the faces in which a proxy is cut off
//            inside the body lie less deep than the body's surface
//   respond  particle and struck cluster share the push (collision/pair_response.hpp). The cluster's own particles move
//            as one rigid body: Δv_j = −(J/M + θ × q_j), so that the sum of m_j Δv_j is −J and its moment that of −J at
//            the particle. Every particle is some cluster's own, so that all of a body's mass takes part
//
// Positions and velocities stay those of the end of the step throughout: a particle at any earlier moment of the step
// is at x − (time left) v, and a change of velocity moves the end by (time left) Δv.
#pragma once

#include "contacts/cluster_input.hpp"

namespace pliant {

/// Resolves the contacts of the step just integrated; false when there were none, and nothing was moved.
bool collide_clusters(const ClusterInput& input, ContactScratch& contacts, StepReport& report);

}  // namespace pliant
