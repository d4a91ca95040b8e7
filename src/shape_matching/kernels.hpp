// The four hot loops of shape matching, compiled once per instruction set and chosen at run time.
//
// One step is match → advance → (limit_clusters → limit_particles) × sweeps. The loops over clusters only read
// particles and write their own clusters; the loops over particles only read clusters and write their own particles:
// two gathers, no scatter, so every sum has one order and the result does not depend on how a range is cut among
// threads.
#pragma once

#include "shape_matching/soft_bodies.hpp"

#include <span>
#include <string>

namespace pliant {

/// A cluster's result: the columns of R Fᵖ, the centre, and W k_d times the cluster's rigid motion v̂(x) = drift +
/// spin × x; all body-local. The spare lanes carry W α/h (first column), γ W_c (second) and W k_d (drift).
struct alignas(8 * sizeof(Real)) ClusterFrame {
    Real column[3][4] = {};
    Real center[4] = {};
    Real drift[4] = {};
    Real spin[4] = {};
};
/// What a cluster that limits strain takes off every vote so that its momentum is kept, shift + spin × x_before, times
/// ω Σ w m; the spare lane of shift is ω Σ w m itself. Zero while it limits nothing.
struct alignas(8 * sizeof(Real)) ClusterLimit {
    Real shift[4] = {};
    Real spin[4] = {};
};

/// Clusters are handled in blocks of this many; ranges given to the cluster kernels start at a multiple of it.
inline constexpr std::size_t cluster_block = 8;
/// Loops over clusters that are no kernels hand them to threads in pieces of this size.
inline constexpr std::size_t cluster_chunk = 8 * cluster_block;

enum class DampingWork { none, mean, rigid };

/// Work space of a step; never saved. Per cluster, with room for whole blocks, except where said otherwise.
struct MatchScratch {
    void resize(const SoftBodies& soft) {
        const std::size_t clusters = (soft.cluster_count() + cluster_block - 1) / cluster_block * cluster_block;
        frames.resize(clusters);
        before.resize(clusters);
        shape.resize(clusters);
        swept.resize(clusters);
        limits.assign(clusters, {});
        limiting.assign(clusters, 0);
        votes.assign(soft.membership_count(), {});
        predicted.resize(soft.particle_count());
    }

    std::vector<ClusterFrame> frames;
    std::vector<ClusterLimit> limits;
    /// Inertia per unit of mass (xx yy zz yz xz xy) and centre before the step; trace of the moments it comes from.
    Columns<10> before;
    Columns<4> swept;                    ///< unit quaternion of R in the last sweep of the strain limit
    Columns<9> shape;                    ///< A_xr over Σ w m, by columns, as fitted at the start of a step that flows
    std::vector<std::uint8_t> limiting;  ///< does it limit any member in this sweep? If not, its votes are all zero
    std::vector<Vector4> votes;          ///< by cluster membership: w m / Σ w m times the vote, and that factor itself
    /// Per particle: its velocity before its strain was limited, and the share of the way back to that which a sweep
    /// goes; 0 where the limit is a projection.
    std::vector<Vector4> predicted;
};

/// The rigid motion of a piece of a body, v̂(x) = drift + spin × x, body-local: what its whole motion is damped towards.
struct PieceMotion {
    Real drift[4] = {};
    Real spin[4] = {};
};

struct StepInput {
    Real dt = 0;
    Vector4 gravity;
    const Vector4* acceleration = nullptr;  ///< per particle, or none: force fields
    Real speed_limit = 0;                   ///< m/s; faster particles are slowed to it, unreal ones stopped
    DampingWork damping = DampingWork::none;
    bool any_deformation_rotation = false;
    bool flows = false;          ///< plastic flow will read the fits
    bool limits_strain = false;  ///< strain-limiting sweeps will follow
    bool elastic = false;        ///< some cluster keeps its volume, or bends more easily than it stretches
    /// Per fragment, or none: what particles with a `drag` are damped towards (shape_matching/piece_motion.hpp).
    const PieceMotion* pieces = nullptr;
};

/// Particles that were slowed down: how many, and the first slot; no_slot: none.
struct Limited {
    std::size_t count = 0;
    std::uint32_t first = no_slot;
};

struct Kernels {
    const char* name;
    /// Fits clusters [begin, end): centre, rotation, R Fᵖ, mean and angular velocity (docs/methods.md section 2).
    void (*match)(SoftBodies&, MatchScratch&, const StepInput&, std::size_t begin, std::size_t end);
    /// Blends the clusters' goals and velocities into particles [begin, end) and integrates them (symplectic Euler).
    /// Returns how many particles hit the speed limit or had no finite velocity, and the first of them.
    Limited (*advance)(SoftBodies&, const MatchScratch&, const StepInput&, std::size_t begin, std::size_t end);
    /// One strain-limiting sweep, first half: refit, and what each cluster votes for, made free of momentum. False when
    /// no cluster limits anything: then the second half and all further sweeps would change nothing.
    bool (*limit_clusters)(SoftBodies&, MatchScratch&, const StepInput&, int sweep, std::size_t begin, std::size_t end);
    /// Second half: the particles follow the votes; those whose limit is a spring are drawn back to where the step put
    /// them as well, so that the sweeps converge to the implicit step of the spring.
    void (*limit_particles)(SoftBodies&, MatchScratch&, const StepInput&, int sweep, std::size_t begin,
                            std::size_t end);
    /// The proper rotations (unit quaternions) nearest to the matrices [begin, end), from warm starts: the very code of
    /// match, for tests and measurements.
    void (*rotate)(const Columns<9>& matrices, const Columns<4>& warm, Columns<4>& rotations, std::size_t begin,
                   std::size_t end);
};

/// The names of the instruction sets this machine can run, best first; "portable" is always there.
std::span<const Kernels* const> available_kernels();
/// The kernels with this name, or the best ones for an empty name; nullptr when the machine cannot run them.
const Kernels* find_kernels(const std::string& name);

}  // namespace pliant
