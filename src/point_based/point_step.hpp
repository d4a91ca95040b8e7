// One step of a point-based body (DE14, Algorithm 1), in three parts between which the caller holds pins and resolves
// contacts:
//
//     refresh   what the rest vectors alone determine: graph, basis matrices, coefficients of drag
//     move      deformation, plastic factoring, elastic forces, flow of the rest vectors, viscosity, positions
//     settle    fly-aways, cracks, embedding, resampling, neighborhoods
//
// Integrators. Both are Newmark's central-difference scheme for elastic and body forces (β = 0, γ = ½), written with
// the velocity of the middle of the step, which needs one evaluation a step:
//     v⁺ = v + h (a_elastic(x) + g + a_viscous),   x⁺ = x + h v⁺.
// leapfrog takes a_viscous at the old velocity, newmark at the new one, by conjugate gradients on
// (M + h K) v⁺ = M v + h f. (In print the Newmark scheme applies each force for half a step only, so that bodies would
// fall at half of g; what is meant is its source, Bridson and others 2003.) The solve is preconditioned by the masses:
// then every iterate, converged or not, keeps momentum.
//
// Volumes and masses are those of the start (point_based/volumes.hpp): plastic flow keeps volume, and a mass that
// followed eq. 3 would cost angular momentum. What resampling and fly-aways change of the body's motion is given back
// to the whole (point_based/whole_motion.hpp).
#pragma once

#include "point_based/cracks.hpp"
#include "point_based/kernels.hpp"
#include "point_based/neighbors.hpp"
#include "point_based/resample.hpp"
#include "point_based/stable_step.hpp"

#include <pliant/scene.hpp>

#include <array>

namespace pliant {

enum class PointStage { basis, deform, forces, viscosity, integrate, flow, cracks, embedding, resampling, neighbors };
inline constexpr std::size_t point_stage_count = 10;

/// What happened in one or more steps.
struct PointReport {
    std::uint64_t steps = 0;
    std::uint64_t embedding_iterations = 0, viscosity_iterations = 0;
    std::uint64_t longest_embedding = 0;  ///< the most iterations of one
    double embedding_residual = 0;        ///< by how much particles still want to move, rms over h, the largest
    std::uint64_t unconverged = 0;        ///< solves that ended before they had converged
    std::uint64_t queries = 0;            ///< steps in which neighbors were looked for
    std::uint64_t splits = 0, merges = 0, cancelled_splits = 0;
    std::uint64_t rejoined = 0;        ///< fly-away particles put back among their neighbors
    std::uint32_t first_rejoined = 0;  ///< id of the first of them
    std::uint64_t cracks = 0;          ///< neighborhoods that stress parted
    double breaking_force = 0;         ///< N: as CrackReport::force
    std::uint64_t speed_limited = 0;   ///< particles that were too fast or had no finite velocity
    std::array<double, point_stage_count> milliseconds{};

    void add(const PointReport& other);
};

/// Everything a body needs besides its state.
struct PointWork {
    const PointKernels* kernels = nullptr;
    PointScratch scratch;
    NeighborSearch search;
    ResampleWork resampling;

    /// After loading a state, or changing it from outside.
    void invalidate() {
        scratch.graph_valid = scratch.basis_valid = scratch.drag_valid = scratch.step_valid = false;
        search.cuts.valid = false;
    }
};

struct PointInput {
    double dt = 0;
    Vec3 gravity = Vec3::Zero();
    double speed_limit = 1e6;
    const Vector4* acceleration = nullptr;    ///< per particle, or none
    const std::uint8_t* held = nullptr;       ///< per particle, or none: pinned, never resampled or rejoined
    InsideTest inside;                        ///< where no half of a split may come to lie; may be empty
    const PointBreaking* breaking = nullptr;  ///< of a body that may break
    CrackInput cracks;
};

void refresh(PointBody& body, PointWork& work, PointReport& report);
void move(PointBody& body, const PointBased& settings, const PointInput& input, PointWork& work, PointReport& report);
/// Returns whether particles were added or removed, or changed slots.
bool settle(PointBody& body, const PointBased& settings, const PointInput& input, PointWork& work, PointReport& report);

/// All three with nothing in between.
void point_step(PointBody& body, const PointBased& settings, const PointInput& input, PointWork& work,
                PointReport& report);

}  // namespace pliant
