// The narrow phase of contacts between soft bodies: which particles are inside which proxies.
#pragma once

#include "contacts/cluster_input.hpp"

namespace pliant {

/// contacts.placed: the proxies of the active clusters at the moment when `left` seconds of the step are left.
void place_proxies(const ClusterInput& input, double left, ContactScratch& contacts);

/// contacts.contacts at that moment: particle, struck (the cluster's slot), normal and penetration; of the clusters of
/// one body the one in which the particle is deepest.
void find_contacts(const ClusterInput& input, double left, ContactScratch& contacts);

}  // namespace pliant
