// The graph of neighbors in both directions, and what its entries weigh in the two solves.
#pragma once

#include "point_based/point_scratch.hpp"

namespace pliant {

/// From the rows of neighbors; partners of a particle by rising index.
void build_graph(const PointBody& body, PointGraph& graph, bool parallel);

/// Eq. 8 made symmetric: the pair (i, j) drags with ½ V_i V_j (η_i ∇²W(u_ij, h_i) + η_j ∇²W(u_ji, h_j)), each term
/// where that direction is a neighbor, so that equal and opposite forces keep momentum.
void weigh_drag(const PointBody& body, PointScratch& scratch, bool parallel);

/// Eq. 12: w_ij² + w_ji² by entry, their sum per particle in `diagonal`, and its inverse as the preconditioner. (The
/// print has 2 Σ w² on the diagonal, which holds for symmetric neighborhoods only.)
void weigh_embedding(const PointBody& body, PointScratch& scratch, bool parallel);

}  // namespace pliant
