// The fast arrays as a body of the reference, so that both can run from the same state.
#pragma once

#include "reference/shape_matching.hpp"
#include "shape_matching/kernels.hpp"

namespace pliant {

/// Particles in storage order; α, k_d and γ W_c as the fast code has them (level weights folded in, width 1).
reference::Body to_reference(const SoftBodies& soft, const StepInput& input, int strain_sweeps);

/// The largest distance between the two sides' particles, in metres.
double largest_distance(const SoftBodies& soft, const reference::Body& body);

}  // namespace pliant
