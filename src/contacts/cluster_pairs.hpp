// The broad phase of contacts between soft bodies: balls, pairs of clusters, and how finely a step is to be cut.
#pragma once

#include "contacts/cluster_input.hpp"

namespace pliant {

/// contacts.balls and contacts.drift of the finest clusters of colliding bodies. A ball holds the cluster's own
/// particles from the start to the end of the step, and the proxy, stretched as much as those are.
void bound_clusters(const ClusterInput& input, ContactScratch& contacts);

/// contacts.pairs: the clusters whose balls overlap, of two bodies or of one and no neighbors in it. In an order that
/// depends on the state alone. Bodies that glue keeps apart are left out.
void find_pairs(const ClusterInput& input, ContactScratch& contacts);

/// Into how many pieces the step must be cut (1 or more) so that in each of them no particle of a pair's clusters gets
/// from touching the other one's proxy to its middle.
std::uint32_t pieces_needed(const ClusterInput& input, const ContactScratch& contacts);

/// From pairs to contacts.active, and for each cluster the others that its own particles may strike: partner_rows and
/// partners (rising).
void list_partners(const SoftBodies& soft, ContactScratch& contacts);

}  // namespace pliant
