// From sampled, clustered bodies to the flat arrays of SoftBodies.
#pragma once

#include "clustering/clustering.hpp"
#include "clustering/kernel.hpp"
#include "shape_matching/soft_bodies.hpp"

#include <pliant/scene.hpp>

#include <optional>
#include <span>

namespace pliant {

/// One body as built: everything per particle in the order of sampling, positions in body-local coordinates.
struct BodyInput {
    std::vector<Vec3> rest;      ///< undeformed
    std::vector<Vec3> position;  ///< at the start
    std::vector<Vec3> velocity;
    std::vector<double> mass;
    std::vector<double> alpha;         ///< α per step; nothing where there is a modulus
    std::vector<double> modulus;       ///< 2μ/ρ, m²/s², in place of α: a cluster's springs by its size; or empty
    std::vector<double> volume;        ///< λ/2μ, how much stiffer than its shape a cluster's volume is; or empty
    std::vector<double> k_d;           ///< per step, inside clusters
    std::vector<double> drag;          ///< per step, towards the rigid motion of the whole body; or empty
    std::vector<double> loss;          ///< 2ζ: part of critical damping of an impact, inside clusters; or empty
    double impact_size = 0;            ///< m: s of the body along its thinnest side, which sets how fast an impact is
    std::vector<double> strain_limit;  ///< γ
    /// Of contacts; may be empty where there are none.
    std::vector<double> friction, restitution;
    std::vector<double> reach;  ///< m: how far from its center a particle's matter reaches; likewise
    std::vector<Vec3> facing;   ///< unit, at rest: the way out of the body, near a face of it, else zero; likewise
    /// Plastic flow: λ, ν in 1/s and K; all empty for an elastic body.
    std::vector<double> yield, flow, hardening;
    std::vector<double> brittle;       ///< 1 over the strain at which it breaks, 0: never; empty: nothing breaks
    std::vector<std::uint32_t> cell;   ///< of the pattern of cracks; empty: there is none
    std::vector<Clustering> levels;    ///< finest first
    std::vector<double> level_weight;  ///< W_ℓ, summing to 1
    /// Per level: α and k_d instead of those of its particles.
    std::vector<std::optional<double>> level_alpha, level_k_d;
    RotationMode rotation = RotationMode::least_squares;
    DampingMode damping = DampingMode::rigid;
    int strain_sweeps = 0;
    double strain_relaxation = 0.3;  ///< ω of a projection
    double limit_stiffness = 0;      ///< a spring's stiffness over that of the cluster; 0: the limit is a projection
    double plastic_limit = 10;       ///< largest stretch that may become permanent, above 1
    double recovery = 0;             ///< 1/s: how fast what became permanent is forgotten
    WeightKernel kernel;             ///< what the finest level's weights came from
};

/// The body appended as number `body`: particles in Morton order, sorted by their number of memberships inside short
/// blocks; clusters in Morton order; both membership lists; A_rr⁺, widths, responses.
void append_body(SoftBodies& soft, const BodyInput& input, std::uint32_t body, double dt);

}  // namespace pliant
