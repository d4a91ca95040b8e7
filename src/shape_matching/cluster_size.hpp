// The size of a cluster, and the springs that a modulus makes of it.
//
// A cluster that is strained by ε pulls its members with the energy ½ ω² Σ w m ‖ε p‖² = ½ M ω² s² ‖ε‖², where s² is the
// mean square of p along an axis. With ω² = 2μ/(ρ s²) that is μ ‖ε‖² for each volume, the energy of an elastic body:
// the modulus does not depend on how the body is cut into clusters.
#pragma once

#include "shape_matching/assemble.hpp"

namespace pliant {

/// s² in m² from A_rr per unit of mass and the directions it does not have; 0 of a point.
double mean_square_size(const Mat3& a_rr, const Mat3& missing);

/// ω² in 1/s² of a cluster of a body that is given by a modulus; 0 of a point.
double springs_of(const BodyInput& input, const Clustering& level, std::size_t cluster);

}  // namespace pliant
