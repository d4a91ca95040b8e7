// Plastic flow of one cluster in the plainest form (RC17 eq. 8–14 with the decisions of docs/methods.md section 3).
#pragma once

#include "reference/matrices.hpp"

namespace pliant::reference {

struct FlowRule {
    double yield = 0;             ///< λ
    double rate = 0;              ///< ν, 1/s
    double hardening = 0;         ///< K
    double largest_stretch = 10;  ///< of Fᵖ; its inverse bounds the smallest
    double recovery = 0;          ///< ρ, 1/s
};

/// Moves what Fᵉ = F Fᵖ⁻¹ has beyond the yield into Fᵖ, for one step. `accumulated` is a of docs/methods.md.
/// Only `part` of what flows does.
void flow(const FlowRule& rule, const Matrix3d& elastic, double dt, Matrix3d& plastic, double& accumulated,
          double part = 1);

}  // namespace pliant::reference
