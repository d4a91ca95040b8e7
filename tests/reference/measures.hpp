// What a body carries: the quantities that a step must keep, and how far it is deformed.
#pragma once

#include "reference/shape_matching.hpp"

namespace pliant::reference {

/// ½ Σ m ‖v‖², joules.
double kinetic_energy(const Body& body);

/// ½ Σ_c W_ℓ α/h² Σ_i w m ‖g_ic − x_i‖², joules, with goals fitted to the present positions. Its gradient is the spring
/// force when the rotation is the least-squares one; the goals' own motion drops out because they minimise it.
double elastic_energy(const Body& body);

/// Σ m v, kg m/s.
Vector3d momentum(const Body& body);

/// Σ m x × v about the origin, kg m²/s.
Vector3d angular_momentum(const Body& body);

/// The largest singular value of the elastic part Fᵉ = F Fᵖ⁻¹ over all clusters, fitted to the present positions; 1 for
/// an undeformed body.
double max_stretch(const Body& body);

}  // namespace pliant::reference
