// The rigid motion of each piece of a body: what the damping of the whole body leaves alone.
//
// Damping inside clusters (docs/methods.md section 2) hardly sees a swing of the whole body, which bends each cluster
// little: the finer the clusters, the slower it dies. Damping towards the rigid motion of the whole piece takes the
// same share of every motion in it, whatever its clusters. The motion is the one with the piece's own momentum and
// angular momentum, weighted as the drag is, so that both are kept. Where particles are held, it is theirs: a bar in a
// vice swings about the vice, not about its own middle.
#pragma once

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

/// Work space; never saved.
struct PieceScratch {
    bool any = false;  ///< has any particle a drag?
    std::vector<std::vector<PieceSums>> chunks;
    std::vector<PieceSums> free, held;  ///< per fragment
    std::vector<PieceMotion> motions;   ///< per fragment

    void prepare(const SoftBodies& soft);
};

/// scratch.motions of all pieces; `held` is empty, or says per particle whether something holds it.
void measure_pieces(const SoftBodies& soft, std::span<const std::uint8_t> held, bool parallel, PieceScratch& scratch);

}  // namespace pliant
