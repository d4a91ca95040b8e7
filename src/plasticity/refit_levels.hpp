// Coarser clusters of a body that flows (docs/methods.md section 2): their rest shapes follow what the finer ones
// became.
//
// A coarse cluster sees little of a bend: the strain in it is that of its two halves, turned against each other, and
// stays below the yield while the fine clusters inside flow. With its old rest shape it would pull the body straight
// again. So the body keeps a position e_i for every particle in its least-stress shape (embedding.hpp) by the finest
// clusters, at first the undeformed one. When those have flowed by some strain, e_i is relaxed by a few sweeps from
// where it was, and all coarser clusters take their rest shapes from it, without plastic offset:
//
//     p_ic = e_i − e_c,   Fᵖ = I
//
// As e_i goes on from where it was, nothing of a passing elastic deformation gets into it. Weights, masses and
// velocities stay, and Σ w m p = 0: momentum is as before.
#pragma once

#include "shape_matching/kernels.hpp"

#include <span>
#include <vector>

namespace pliant {

/// Change of Fᵖ of a cluster (Frobenius norm, added up over the steps) after which coarser ones are fitted anew.
inline constexpr double refit_flow = 0.01;
/// Sweeps of a refit; one that has not come to rest goes on in the next step.
inline constexpr int refit_sweeps = 10;
inline constexpr double refit_momentum = 0.9;
/// A sweep that moves the particles by less than this part of the clusters' size (root mean squares) is at rest.
inline constexpr double refit_rest = 1e-4;

/// A body that flows and has coarser levels.
struct LayeredBody {
    std::uint32_t body;
    int levels;
};

/// Gives the body's particles their positions in SoftBodies::embedded: `rest` in the order of sampling, `first_id` the
/// id of the first of them. To be called once its particles are in.
LayeredBody add_layered_body(SoftBodies& soft, std::uint32_t body, std::uint32_t first_id, std::span<const Vec3> rest,
                             std::size_t levels);

/// At the end of a step: refits bodies of which a cluster has flowed far enough. Allocates only then.
void refit_levels(SoftBodies& soft, std::span<const LayeredBody> bodies, const Kernels& kernels);

}  // namespace pliant
