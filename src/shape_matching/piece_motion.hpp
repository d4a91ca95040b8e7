// The rigid motion of each piece of a body: what the damping of the whole body leaves alone.
//
// Damping inside clusters (docs/methods.md section 2) hardly sees a swing of the whole body, which bends each cluster
// little: the finer the clusters, the slower it dies. Damping towards the rigid motion of the whole piece takes the
// same share of every motion in it, whatever its clusters. The motion is the one with the piece's own momentum and
// angular momentum, weighted as the drag is, so that both are kept. Where particles are held, it is theirs: a bar in a
// vice swings about the vice, not about its own middle.
#pragma once

#include "core/parallel.hpp"
#include "shape_matching/kernels.hpp"
#include "shape_matching/soft_bodies.hpp"

#include <span>
#include <vector>

namespace pliant {

/// Sums of a piece, from which its motion follows. Weights are m times drag, or m of held particles.
struct PieceSums {
    std::uint32_t fragment = 0;
    double mass = 0;
    Vec3 first = Vec3::Zero();     ///< Σ w x
    Vec3 momentum = Vec3::Zero();  ///< Σ w v
    Vec3 angular = Vec3::Zero();   ///< Σ w x × v
    Mat3 second = Mat3::Zero();    ///< Σ w x xᵀ
};

/// Sums of all pieces, and what they are made from. Never saved.
struct PieceTotals {
    std::vector<std::vector<PieceSums>> chunks;  ///< per part of the particles
    std::vector<PieceSums> free, held;           ///< per fragment

    void prepare(const SoftBodies& soft);
};

/// A piece as a rigid body, about its center of mass; `weight` as of its sums.
struct RigidPiece {
    double weight = 0;
    Vec3 center = Vec3::Zero();    ///< m, body-local
    Vec3 velocity = Vec3::Zero();  ///< m/s
    Vec3 spin = Vec3::Zero();      ///< rad/s; none about a line that all of it lies on
    Mat3 inertia = Mat3::Zero();
    Mat3 inverse_inertia = Mat3::Zero();  ///< zero along such a line
};
RigidPiece rigid_piece(const PieceSums& sums);

/// Work space of the damping of whole pieces.
struct PieceScratch {
    bool any = false;  ///< has any particle a drag?
    PieceTotals totals;
    std::vector<PieceMotion> motions;  ///< per fragment

    void prepare(const SoftBodies& soft);
};

/// Sums free particles by m times their `share` (by m where that is empty), held ones by m. `held` is empty, or says
/// per particle whether something holds it. Particles outside of `parts`, whose bodies sleep, count for nothing.
void sum_pieces(const SoftBodies& soft, std::span<const Real> share, std::span<const std::uint8_t> held,
                std::span<const WorkPart> parts, bool parallel, PieceTotals& totals);

/// scratch.motions of all pieces in these parts.
void measure_pieces(const SoftBodies& soft, std::span<const std::uint8_t> held, std::span<const WorkPart> parts,
                    bool parallel, PieceScratch& scratch);

}  // namespace pliant
