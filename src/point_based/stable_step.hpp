// The longest step of a point-based body that is stable.
#pragma once

#include "point_based/point_scratch.hpp"

#include <pliant/scene.hpp>

namespace pliant {

/// s: the least of
///  - that in which the fastest wave, √((λ + 2μ)/ρ), travels `courant` spacings, taken where and in the direction in
///    which they are least in rest space;
///  - for a courant of 0.4, the bound of Gershgorin's circles on the fastest oscillation, 2/√max_i Σ_j |K_ij| / m_i: it
///    sees particles that are much lighter than their neighbors, or have far more of them than others;
///  - for leapfrog, what viscosity allows.
/// After refresh(); the same until the rest vectors change.
double stable_step(const PointBody& body, const PointBased& settings, PointScratch& scratch);

}  // namespace pliant
