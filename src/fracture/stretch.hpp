// The elastic stretch of clusters: what they break by (docs/methods.md section 7).
#pragma once

#include "shape_matching/kernels.hpp"

#include <vector>

namespace pliant {

/// Fᵉ of a cluster as its particles are now, in double; its largest singular value and the direction of it.
struct ElasticStretch {
    Vec3 center = Vec3::Zero();      ///< x̄, body-local
    Mat3 goals = Mat3::Identity();   ///< R Fᵖ: a member at p has its goal at x̄ + goals p
    Vec3 normal = Vec3::UnitX();     ///< U₁: the direction of the largest stretch, world
    double strain = 0;               ///< σ₁ − 1
};
ElasticStretch elastic_stretch(const SoftBodies& soft, std::size_t c);

/// Lists the finest clusters in [begin, end) that may be strained beyond their toughness, from the fits at the start of
/// the step: all that are, and few others.
void list_strained(const SoftBodies& soft, const MatchScratch& match, double weakest, std::size_t begin,
                   std::size_t end, std::vector<std::uint32_t>& strained);

}  // namespace pliant
