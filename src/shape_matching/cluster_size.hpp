// The size of a cluster, and the springs that a modulus makes of it.
//
// A cluster that is strained by ε pulls its members with the energy ½ ω² Σ w m ‖ε p‖² = ½ M ω² s² ‖ε‖², where s² is the
// mean square of p along an axis. With ω² = 2μ/(ρ s²) that is μ ‖ε‖² for each volume, the energy of an elastic body:
// the modulus does not depend on how the body is cut into clusters.
#pragma once

#include "shape_matching/assemble.hpp"

namespace pliant {

/// How stiff a cluster with a modulus is to what bends it, over what strains it. With 1, the papers' way, a bar bends too
/// little by the square of cluster size over thickness: its sag grew by 28 % from 1,000 to 16,000 particles. With a
/// quarter it changed by 5 % and was within 6 % of beam theory (docs/physics.md).
inline constexpr double bending_share = 0.25;

/// s² in m² from A_rr per unit of mass and the directions it does not have; 0 of a point.
double mean_square_size(const Mat3& a_rr, const Mat3& missing);

/// ω² in 1/s² of a cluster of a body that is given by a modulus; 0 of a point.
double springs_of(const BodyInput& input, const Clustering& level, std::size_t cluster);

}  // namespace pliant
