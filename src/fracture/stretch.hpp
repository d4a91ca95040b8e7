// The elastic stretch of clusters: what they break by (docs/methods.md section 7).
#pragma once

#include "shape_matching/kernels.hpp"

#include <vector>

namespace pliant {

/// Fᵉ of a cluster as its particles are now, in double; its largest singular value and the direction of it.
struct ElasticStretch {
    Vec3 center = Vec3::Zero();           ///< x̄, body-local
    Mat3 deformation = Mat3::Identity();  ///< F
    Mat3 goals = Mat3::Identity();        ///< R Fᵖ: a member at p has its goal at x̄ + goals p
    Vec3 normal = Vec3::UnitX();          ///< U₁: the direction of the largest stretch, world
    double strain = 0;                    ///< σ₁ − 1
    double radius = 0;                    ///< m: of the member farthest from the center, at rest
};
ElasticStretch elastic_stretch(const SoftBodies& soft, std::size_t c);

/// Bending leaves F as it is: what it strains is seen in where the members are beyond F. Where that is more than the
/// stretch, `strain` and `normal` become those of the bend: its size over that of the cluster, across the direction
/// that is bent most.
void add_bending(const SoftBodies& soft, std::size_t c, ElasticStretch& stretch);

/// p of a member, by its place in the row of its cluster.
Vec3 rest_of(const SoftBodies& soft, std::uint32_t k);

/// Lists the finest clusters in [begin, end) that may be strained beyond their toughness, from the fits at the start of
/// the step: all that are, and few others.
void list_strained(const SoftBodies& soft, const MatchScratch& match, double weakest, std::size_t begin,
                   std::size_t end, std::vector<std::uint32_t>& strained);

}  // namespace pliant
