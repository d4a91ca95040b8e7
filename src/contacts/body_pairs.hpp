// The broad phase of contacts between soft bodies: balls, pairs of clusters, and how finely a step is to be cut.
#pragma once

#include "sim/model.hpp"
#include "sim/state.hpp"

namespace pliant {

/// contacts.balls and contacts.drift of the finest clusters of colliding bodies. A ball holds the cluster's own
/// particles from the start to the end of the step, and the proxy, stretched as much as those are.
void bound_clusters(const Model& model, const State& state, ContactScratch& contacts);

/// contacts.pairs: the clusters whose balls overlap, of two bodies or of one and no neighbours in it. In an order that
/// depends on the state alone. Bodies that glue keeps apart are left out.
void find_pairs(const Model& model, const GlueScratch& glue, ContactScratch& contacts);

/// Into how many pieces the step must be cut (1 or more) so that in each of them no particle of a pair's clusters gets
/// from touching the other one's proxy to its middle.
std::uint32_t pieces_needed(const Model& model, const SoftBodies& soft, const ContactScratch& contacts);

/// From pairs to contacts.active, and for each cluster the others that its own particles may strike: partner_rows and
/// partners (rising).
void list_partners(const SoftBodies& soft, ContactScratch& contacts);

/// A step is cut into no more pieces than this; what is faster is counted as Warning::fast_contact.
inline constexpr std::uint32_t most_pieces = 32;

}  // namespace pliant
