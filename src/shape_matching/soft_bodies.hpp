// The flat arrays of all shape-matching bodies of a simulation: particles, clusters and the memberships between them.
//
// Layout (measured in docs/performance.md): particle records of 32 bytes in Morton order; memberships in compressed rows
// twice, by cluster (to fit) and by particle (to blend), the latter with all levels in one list. Positions are relative
// to the origin of the particle's body, so that 32-bit floats keep their precision far from the world's origin;
// clusters never span two bodies. Everything is an index, never a pointer.
#pragma once

#include "core/columns.hpp"

#include <pliant/types.hpp>

#include <cstdint>
#include <vector>

namespace pliant {

/// Position and velocity, body-local, metres and metres per second. The fourth lanes stay zero.
struct alignas(8 * sizeof(Real)) Particle {
    Real position[4] = {};
    Real velocity[4] = {};
};

/// By particle: p_ic = r_i − r̄_c and w_ic. By cluster: the share w_ic m_i / Σ w m of the member, and p_ic times it,
/// which is what the fit sums.
struct alignas(4 * sizeof(Real)) Member {
    Real vector[3];
    Real weight;
};

/// Compressed rows: the members of row r are [rows[r], rows[r + 1]).
struct Memberships {
    std::vector<std::uint32_t> rows = {0};
    std::vector<std::uint32_t> index;
    std::vector<Member> members;
};

/// The memberships of level 0 by particle, packed for the strain limit, which needs no others: the rows of a particle
/// are as near to each other as if there were no coarser levels.
struct FinestMemberships {
    std::vector<std::uint32_t> rows = {0};
    std::vector<std::uint32_t> cluster;
    std::vector<std::uint32_t> twin;  ///< its place in by_cluster
    /// As the cluster was made: p_ic from the cluster's origin then, and what the kernel gave the membership, before
    /// fades and normalisation. Empty unless a body reclusters.
    std::vector<Member> born;
};

/// A cluster that reclustering brings in or takes out (plasticity/fades.hpp).
enum class Fading : std::uint8_t { none, in, out };

/// Whole-number settings of a cluster.
struct ClusterMode {
    std::uint8_t level = 0;             ///< 0 is the finest
    std::uint8_t strain_sweeps = 0;     ///< how many sweeps limit it; 0 for coarser levels
    bool deformation_rotation = false;  ///< R = polar(Fᵉ), as the papers do, in place of the least-squares one
    bool plastic = false;               ///< its rest shape may flow
    bool rigid_damping = true;          ///< damp towards v̄ + ω × y, in place of v̄
};

struct SoftBodies {
    // Per particle.
    std::vector<Particle> particles;
    std::vector<Real> mass;               ///< kg
    std::vector<std::uint32_t> body;      ///< index of its body
    std::vector<std::uint32_t> fragment;  ///< its piece: particles that hang together through finest clusters, from 0
    std::vector<std::uint32_t> id;        ///< its number in the order of sampling, stable in every output

    /// Bodies that flow and have coarser levels: x y z of each particle in the body's least-stress shape, m
    /// (plasticity/refit_levels.hpp).
    std::vector<Real> embedded;

    // Memberships, the same ones twice.
    Memberships by_cluster;
    Memberships by_particle;
    FinestMemberships finest;

    // Per cluster. Clusters of one body and level are contiguous.
    std::vector<std::uint32_t> cluster_body;
    std::vector<ClusterMode> mode;
    Columns<4> rotation;                ///< unit quaternion w x y z of R
    Columns<6> center;                  ///< last x̄ and v̄: what the next fit computes relative to
    Columns<9> plastic;                 ///< Fᵖ, by columns
    std::vector<Real> hardened;         ///< a, what hardening has accumulated, s
    std::vector<Real> flowed;           ///< change of Fᵖ since coarser levels were fitted to it
    std::vector<std::uint32_t> refits;  ///< how often it was fitted anew to finer ones (plasticity/refit_levels.hpp)
    Columns<5> flow;                    ///< how it flows, a FlowRule (plasticity/flow.hpp)
    Columns<6> rest_inverse;            ///< A_rr⁺: xx yy zz yz xz xy
    Columns<6> rest_missing;            ///< I − A_rr A_rr⁺, the directions without extent, likewise
    std::vector<double> cluster_mass;   ///< Σ w m, kg
    /// Per step: W α / h in 1/s, W k_d, γ W_c in metres, relaxation of the strain limit.
    Columns<4> response;
    Columns<3> full_response;  ///< α / h and k_d before the level's weight W, which may change over time; γ
    Columns<3> origin;         ///< r̄ from the place that `born` is relative to, m
    std::vector<Real> fade;    ///< share of its full weight: below 1 while it fades in or out
    std::vector<Fading> fading;
    std::vector<std::uint32_t> cluster_id;  ///< its number from birth to removal; those built with the scene come first

    std::size_t particle_count() const { return particles.size(); }
    std::size_t cluster_count() const { return mode.size(); }
    std::size_t membership_count() const { return by_cluster.index.size(); }
};

}  // namespace pliant
