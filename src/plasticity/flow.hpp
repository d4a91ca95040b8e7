// Multiplicative plasticity of clusters (RC17 section 3.1, eq. 8–14; docs/methods.md section 3).
//
// F = Fᵉ Fᵖ: what of a cluster's deformation is elastic springs back, what is plastic is its new rest shape. Once the
// elastic part, freed of its change of volume, is further from none than the yield allows, a share of the excess moves
// over to Fᵖ in every step, at a rate in 1/s, so that the material is the same at another step.
#pragma once

#include "shape_matching/kernels.hpp"

#include <pliant/types.hpp>

namespace pliant {

/// How a cluster flows, per step. `rate` 0 is elastic.
struct FlowRule {
    double yield = 0;      ///< λ: ‖F* − I‖ up to which it springs back, F* being Fᵉ's stretch at equal volume
    double rate = 0;       ///< ν_step = 1 − exp(−ν h): the share of the excess that becomes permanent
    double hardening = 0;  ///< K: yield gained by a unit of accumulated strain; negative softens
    double largest_stretch =
        0;            ///< log of the largest singular value that Fᵖ may have; its inverse bounds the smallest
    double kept = 1;  ///< exp(−ρ h): what slow recovery leaves of log Fᵖ
};

struct PlasticState {
    Mat3 plastic = Mat3::Identity();  ///< Fᵖ, determinant 1
    double accumulated = 0;           ///< a: ∫ ‖Fᵉ's stretch − I‖ dt over the time it flowed, s
};

/// One step of length dt, or a part of its flow. An inverted or flat Fᵉ does not flow: its logarithm means nothing.
void flow(const FlowRule& rule, const Mat3& elastic, double dt, PlasticState& state, double part = 1);

/// The same for clusters [begin, end) of the flat arrays, from the fits that `match` left in the scratch. `count_flow`
/// adds up in `flowed` by how much Fᵖ of the finest changes.
void flow_clusters(SoftBodies& soft, const MatchScratch& scratch, double dt, bool count_flow, std::size_t begin,
                   std::size_t end);

/// Fᵖ of a cluster.
Mat3 plastic_of(const SoftBodies& soft, std::size_t c);

}  // namespace pliant
