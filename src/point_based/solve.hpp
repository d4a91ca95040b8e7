// Conjugate gradients on the graph of neighbors, three coordinates at a time.
//
// The three systems share the matrix and run side by side, each with its own step lengths. Sums are taken per chunk in
// double precision and added in the order of the chunks: the result does not depend on the number of threads.
#pragma once

#include "point_based/kernels.hpp"

namespace pliant {

struct Solve {
    PointOperator matrix;
    const Real* preconditioner;  ///< per particle: what a residual is multiplied with
    double bound;                ///< converged when Σ preconditioner r², over all axes, is at or below this
    std::uint32_t most_iterations;
};

/// Adds the solution of matrix · y = scratch.residual to `unknown`; leaves what remains in scratch.residual.
SolveReport solve(const PointKernels& kernels, const Solve& system, std::vector<Vector4>& unknown,
                  PointScratch& scratch, bool parallel);

/// Σ preconditioner r² of scratch.residual, over all axes.
double residual_norm(const Real* preconditioner, PointScratch& scratch, bool parallel);

}  // namespace pliant
