// How stiff and how damped a body of shape matching is: from its material to rates, which no step changes, and from
// those to the numbers of one step.
#pragma once

#include "build/field.hpp"
#include "scene/stability.hpp"
#include "shape_matching/assemble.hpp"

#include <string>

namespace pliant {

/// Per particle in the order of sampling.
struct BodyRates {
    FieldValues stiffness;  ///< Hz of each cluster; empty where young counts
    FieldValues damping;    ///< 1/s
    StepRates largest;      ///< the stiffest cluster, as a frequency, with what keeps its volume; the largest damping
};

/// 2μ/ρ in m²/s² from Young's modulus in Pa, where λ/2μ = `volume` (docs/methods.md section 2): a bar of it stretches by
/// its modulus, as E = μ (3λ + 2μ)/(λ + μ).
double modulus_over_density(double young, double density, double volume);

/// λ/2μ of the parameter `volume`, which runs from 0 to 1.
inline constexpr double volume_ratio = 10;

/// The stiffest springs of the body's clusters, as the frequency of a particle that they hold, Hz: a cluster's own
/// stiffness or what its modulus makes by its size, with its volume kept.
double stiffest_cluster(const BodyInput& input, const FieldValues& stiffness);

/// α, k_d and drag of steps of dt.
void set_step_rates(const Body& body, const BodyRates& rates, double dt, BodyInput& input);

}  // namespace pliant
