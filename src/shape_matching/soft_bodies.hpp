// The flat arrays of all shape-matching bodies of a simulation: particles, clusters and the memberships between them.
//
// Layout (measured in docs/performance.md): particle records of 32 bytes in Morton order; memberships in compressed
// rows twice, by cluster (to fit) and by particle (to blend), the latter with all levels in one list. Positions are
// relative to the origin of the particle's body, so that 32-bit floats keep their precision far from the world's
// origin; clusters never span two bodies. Particles of one body are contiguous, and so are its clusters of one level,
// both by rising body. Everything is an index, never a pointer.
//
// A Member of by_particle holds p_ic = r_i − r̄_c and w_ic; one of by_cluster the share w_ic m_i / Σ w m of the member,
// and p_ic times it, which is what the fit sums.
#pragma once

#include "particles/arrays.hpp"
#include "particles/particle.hpp"

#include <pliant/types.hpp>

#include <cstdint>
#include <vector>

namespace pliant {

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
    std::vector<std::uint32_t> twin;  ///< its slot in by_cluster
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
    bool deformation_rotation = false;  ///< R = polar(Fᵉ), as the papers do, instead of the least-squares one
    bool plastic = false;               ///< its rest shape may flow
    bool rigid_damping = true;          ///< damp towards v̄ + ω × y, instead of v̄
};

struct SoftBodies {
    // Per particle.
    std::vector<Particle> particles;
    std::vector<Real> mass;               ///< kg
    std::vector<std::uint32_t> body;      ///< index of its body
    std::vector<std::uint32_t> fragment;  ///< its piece: particles that hang together through finest clusters, from 0
    /// Its number, stable in every output and never used twice: those built with the scene in the order of sampling,
    /// later ones after them. There may be gaps.
    std::vector<std::uint32_t> id;
    std::vector<Real> friction, restitution;  ///< of contacts
    std::vector<Real> reach;                  ///< m: how far from its center its matter reaches
    std::vector<Vec3> facing;  ///< unit, at rest: the way out of the body, of particles at one of its faces; or zero
    std::vector<Real> drag;    ///< share of its motion relative to its piece's rigid one that a step takes
    /// A twin that lies on the far side of the crack that made it (fracture/): it has a part of the mass, but no matter
    /// of its own, and nothing touches it.
    std::vector<std::uint8_t> hidden;
    std::vector<std::uint32_t> cell;  ///< which part of the artist's pattern of cracks it is in; 0 without one

    /// Where bodies flow and have coarser levels: x y z of each particle in its body's least-stress shape, m
    /// (plasticity/refit_levels.hpp).
    std::vector<Real> embedded;
    /// Where bodies recluster: where the particle was when its body was built, body-local, m.
    std::vector<Vec3> built;
    /// Two numbers: the id of the next particle to be added, and how many particles were built.
    std::vector<std::uint32_t> counts = {0, 0};
    /// Once anything broke: per fragment, by its number, the one that it broke from; of those that were built, itself.
    std::vector<std::uint32_t> fragment_parents;
    /// Once anything broke: two ids each of neighbors that clusters held together and that a crack has parted
    /// (fracture/torn.hpp). Steps do not read it.
    std::vector<std::uint32_t> torn;

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
    /// Per step: W α / h in 1/s, W k_d, γ W_c in metres, strength of a sweep of the strain limit: ω of a projection, or
    /// α_L / (1 + α_L) of a spring; and the spring's α_L / h² in 1/s², 0 of a projection.
    Columns<5> response;
    /// α / h and k_d before the level's weight W, which may change over time; γ; λ / 2μ, how much stiffer than its
    /// shape its volume is; the part of α / h that a modulus gives, times the square of its size, m²/s; and the largest
    /// α / h that this may come to, that of the stiffest cluster as built, which the step was chosen for.
    Columns<6> full_response;
    Columns<1> volume;       ///< m²: λ / 2μ times the square of its size; 0: its volume is free
    Columns<1> bending;      ///< how stiff it is to what bends it, over what strains it: 1 in the papers
    Columns<3> origin;       ///< r̄ from the position that `born` is relative to, m
    std::vector<Real> fade;  ///< share of its full weight: below 1 while it fades in or out
    std::vector<Fading> fading;
    std::vector<std::uint32_t> cluster_id;  ///< its number from birth to removal; those built with the scene come first
    /// 1 over the elastic strain at which it breaks; 0: never (fracture/).
    std::vector<Real> brittle;
    std::vector<Real> toughened;          ///< by which part it is tougher than that, since it came out of a split
    std::vector<Real> quiet;              ///< s before which it does not break again, for the same reason
    std::vector<std::uint8_t> calming;    ///< did it split, and has not come below its toughness since?
    std::vector<std::uint32_t> ancestor;  ///< id of the built cluster that it is a part of by splits; no_slot: of none

    std::size_t particle_count() const { return particles.size(); }
    std::size_t cluster_count() const { return mode.size(); }
    std::size_t membership_count() const { return by_cluster.index.size(); }
};

/// Calls f(traits, value at birth, array…) for every array, with the array of each of the SoftBodies given: a
/// std::vector or Columns. An array that is added to SoftBodies is added here, and nowhere else. What is hashed is
/// hashed in this order.
template <class F, class... Soft>
void for_each_array(const F& f, Soft&... soft) requires(std::is_same_v<std::remove_const_t<Soft>, SoftBodies>&&...) {
    using enum Per;
    using enum ArrayRole;
    using T = ArrayTraits;
    f(T{"particles", particle, motion, Hashed::always}, inherited, soft.particles...);
    f(T{"id", particle, bodies, Hashed::always}, given, soft.id...);
    f(T{"by_cluster.index", membership, bodies, Hashed::always}, given, soft.by_cluster.index...);
    f(T{"by_cluster.members", membership, parameter, Hashed::always}, given, soft.by_cluster.members...);
    f(T{"rotation", cluster, motion, Hashed::always}, std::array<Real, 4>{1, 0, 0, 0}, soft.rotation...);
    f(T{"center", cluster, motion, Hashed::always}, given, soft.center...);
    f(T{"plastic", cluster, motion, Hashed::always}, std::array<Real, 9>{1, 0, 0, 0, 1, 0, 0, 0, 1}, soft.plastic...);
    f(T{"hardened", cluster, motion, Hashed::when_used}, inherited, soft.hardened...);
    f(T{"flowed", cluster, motion, Hashed::when_used}, Real(0), soft.flowed...);
    f(T{"embedded", particle, motion, Hashed::refitted, 3, 0, true}, inherited, soft.embedded...);
    f(T{"fade", cluster, motion, Hashed::replaced}, Real(1), soft.fade...);
    f(T{"fading", cluster, motion, Hashed::replaced}, Fading::none, soft.fading...);
    f(T{"cluster_id", cluster, motion, Hashed::replaced}, given, soft.cluster_id...);
    f(T{"finest.born", finest_membership, parameter, Hashed::replaced, 1, 0, true}, given, soft.finest.born...);
    f(T{"counts", body, motion, Hashed::edited, 2}, given, soft.counts...);
    f(T{"mass", particle, parameter, Hashed::edited}, inherited, soft.mass...);
    f(T{"body", particle, bodies}, inherited, soft.body...);
    f(T{"fragment", particle, bodies}, inherited, soft.fragment...);
    f(T{"friction", particle, parameter}, inherited, soft.friction...);
    f(T{"restitution", particle, parameter}, inherited, soft.restitution...);
    f(T{"reach", particle, parameter}, inherited, soft.reach...);
    f(T{"facing", particle, parameter}, inherited, soft.facing...);
    f(T{"drag", particle, parameter}, inherited, soft.drag...);
    f(T{"built", particle, parameter, Hashed::never, 1, 0, true}, inherited, soft.built...);
    f(T{"hidden", particle, bodies, Hashed::edited}, inherited, soft.hidden...);
    f(T{"cell", particle, parameter}, inherited, soft.cell...);
    f(T{"fragment_parents", other, motion, Hashed::edited, 1, 0, true}, given, soft.fragment_parents...);
    f(T{"torn", other, motion, Hashed::never, 2, 0, true}, given, soft.torn...);
    f(T{"brittle", cluster, parameter}, inherited, soft.brittle...);
    f(T{"toughened", cluster, motion, Hashed::when_used}, Real(0), soft.toughened...);
    f(T{"quiet", cluster, motion, Hashed::when_used}, Real(0), soft.quiet...);
    f(T{"calming", cluster, motion, Hashed::when_used}, std::uint8_t{0}, soft.calming...);
    f(T{"ancestor", cluster, bodies}, no_slot, soft.ancestor...);
    f(T{"by_cluster.rows", cluster, bodies, Hashed::never, 1, 1}, given, soft.by_cluster.rows...);
    f(T{"by_particle.rows", particle, bodies, Hashed::never, 1, 1}, given, soft.by_particle.rows...);
    f(T{"by_particle.index", membership, bodies}, given, soft.by_particle.index...);
    f(T{"by_particle.members", membership, bodies}, given, soft.by_particle.members...);
    f(T{"finest.rows", particle, bodies, Hashed::never, 1, 1}, given, soft.finest.rows...);
    f(T{"finest.cluster", finest_membership, bodies}, given, soft.finest.cluster...);
    f(T{"finest.twin", finest_membership, bodies}, given, soft.finest.twin...);
    f(T{"cluster_body", cluster, bodies}, inherited, soft.cluster_body...);
    f(T{"mode", cluster, parameter}, inherited, soft.mode...);
    f(T{"refits", cluster, motion}, std::uint32_t{0}, soft.refits...);
    f(T{"flow", cluster, parameter}, inherited, soft.flow...);
    f(T{"rest_inverse", cluster, parameter}, given, soft.rest_inverse...);
    f(T{"rest_missing", cluster, parameter}, given, soft.rest_missing...);
    f(T{"cluster_mass", cluster, parameter}, given, soft.cluster_mass...);
    f(T{"response", cluster, parameter}, inherited, soft.response...);
    f(T{"full_response", cluster, parameter}, inherited, soft.full_response...);
    f(T{"volume", cluster, parameter}, given, soft.volume...);
    f(T{"bending", cluster, parameter}, std::array<Real, 1>{1}, soft.bending...);
    f(T{"origin", cluster, motion}, given, soft.origin...);
}

/// Do the arrays' sizes and indices fit together, so that a step stays inside them? In builds with assertions also
/// whether every particle's weights sum to 1 on each level, and each cluster's shares to 1.
bool is_consistent(const SoftBodies& soft);

/// Have clusters begun to be replaced (plasticity/recluster.hpp), refitted (plasticity/refit_levels.hpp) or edited?
/// Then the arrays with the role `bodies` are the state's own.
bool has_reclustered(const SoftBodies& soft);
/// Have particles been added or removed since the bodies were built?
bool has_other_particles(const SoftBodies& soft);

/// The id of the next cluster to be made, where those that were built have lower ones than `built_clusters`.
std::uint32_t next_cluster_id(const SoftBodies& soft, std::uint32_t built_clusters);
/// The fragment that a finest cluster holds together.
std::uint32_t fragment_of(const SoftBodies& soft, std::uint32_t cluster);

/// [first, last) of one body.
struct SlotRange {
    std::uint32_t first = 0, last = 0;
    std::uint32_t size() const { return last - first; }
};
SlotRange particles_of(const SoftBodies& soft, std::uint32_t body);
/// Of its finest level.
SlotRange finest_clusters_of(const SoftBodies& soft, std::uint32_t body);

}  // namespace pliant
