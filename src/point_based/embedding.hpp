// The embedded shape: one position per particle that fits all rest vectors best (DE14 section 3.3, eq. 9–12).
//
// Linear: minimises Σ w_ij² ‖u_ij − (e_j − e_i)‖² by conjugate gradients from the last shape. The matrix does not
// notice a translation; instead of adding a row for the first particle, which would slow the solve down, the result is
// moved so that the first particle stays where it is: the same minimum.
// Nonlinear: minimises Σ w_ij² ‖R_i u_ij − (e_j − e_i)‖² over the rotations too, by turns: rotations from the last
// shape, then a linear solve with turned rest vectors.
#pragma once

#include "point_based/kernels.hpp"

#include <pliant/scene.hpp>

namespace pliant {

/// A solve ends when the particles want to move by this part of their spacing (a third of h), root mean square.
inline constexpr double embedding_tolerance = 1e-4;
inline constexpr std::uint32_t embedding_iterations = 100;
/// Rounds of the nonlinear embedding in one step at most; the next step goes on where this one ended.
inline constexpr int embedding_rounds = 4;

/// Moves body.embedded. The graph and the weights in body.rest must be up to date.
SolveReport embed(PointBody& body, PointScratch& scratch, const PointKernels& kernels, EmbeddingMode mode,
                  bool parallel);

}  // namespace pliant
