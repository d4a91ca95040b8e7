// What may collide with what: the rules, fixed when the scene is built, and what follows from them and from the
// clusters as they are: their proxies, which particles each cluster stands for, who takes the push.
//
// Which clusters of one body never collide: those that share a particle (CC15), and those whose proxies' bounding
// balls, 1.6 times as large, overlap at rest. The second rule includes the first, as the ball of a cluster holds its
// members. Clusters of different pieces of a body that broke collide, but for what they overlapped when they were one:
// proxies are coarser than cracks. So a body at rest never collides with itself, nor do neighbors that bending brings
// together; parts collide that come from farther away.
//
// A particle is a member of several clusters; as one that strikes others it is asked for once, by its home: the cluster
// whose center is nearest to it at rest. Hidden ones, which cracks leave on their wrong sides, strike nothing. A
// cluster that is struck moves its own particles; one with hardly any leaves that to the neighbor that has most.
#pragma once

#include "collision/box_tree.hpp"
#include "collision/proxy.hpp"
#include "shape_matching/soft_bodies.hpp"

#include <pliant/scene.hpp>

#include <span>

namespace pliant {

/// A body's part in collisions. Bodies of other solvers than shape matching have none.
struct BodyColliders {
    bool collides = false;
    bool self = false;          ///< also with itself, where it has parts that may
    bool may_break = false;     ///< into pieces that collide with each other
    double cluster_radius = 0;  ///< m: d
    std::uint32_t first = 0;    ///< id of its first finest cluster, as built
    std::uint32_t count = 0;    ///< how many there were
    BoxTree tree;               ///< over those; knows which are neighbors at rest
};

/// What a run cannot change.
struct ColliderRules {
    Collisions settings;
    bool any = false;  ///< can there be any contact of soft bodies at all?
    std::vector<BodyColliders> bodies;
    std::vector<Proxy> proxies;  ///< by cluster id, as built; coarser levels' are not used
};

/// What follows from the rules and the clusters as they are (contacts/follow_colliders.hpp); never saved.
struct Colliders {
    std::span<const Proxy> proxies;            ///< per cluster: the rules', or `moved`
    std::vector<Proxy> moved;                  ///< per cluster, once clusters were replaced
    std::vector<Proxy> born;                   ///< the same as made; empty until then
    std::vector<std::uint64_t> born_of;        ///< per cluster: a hash of what they were made of
    std::vector<std::uint32_t> first_cluster;  ///< per body, of its finest clusters
    std::vector<std::uint32_t> cluster_count;  ///< likewise
    std::vector<std::uint32_t> home_rows;      ///< per cluster: its rows in `home`, and one more
    std::vector<std::uint32_t> home;           ///< particles, in storage order inside a cluster
    std::vector<std::uint32_t> home_of;        ///< per particle
    std::vector<double> home_reach;            ///< per cluster: the farthest of them from r̄ at rest, m
    std::vector<std::uint32_t> carrier;        ///< per cluster: whose own particles take the push when it is struck
    std::vector<std::uint8_t> broken;          ///< per body: is it in pieces, which collide with each other?
    std::vector<Vec3> built_center;            ///< per cluster of a broken body: r̄ when the body was built
    std::vector<Real> friction;                ///< per cluster: mean over its members
    std::vector<Real> restitution;             ///< likewise
};

/// Balls of one body that overlap at rest when they are this much larger never collide.
inline constexpr double neighbor_margin = 1.6;

/// What is known of a body only while it is built.
struct ColliderInput {
    std::vector<Vec3> rest;     ///< per particle, storage order
    std::vector<double> reach;  ///< m, likewise: how far its matter reaches against other bodies
    std::vector<Vec3> normal;   ///< likewise: of the surface near it, or zero; empty where nothing is known of it
    std::vector<Vec3> centers;  ///< of the finest clusters' range queries, storage order
    double cluster_radius = 0;  ///< d, m
    double radius = 0;          ///< m: BodyInfo::contact_radius
    bool collides = true;
    bool self = true;
    bool may_break = false;
};

/// Appends the rules of the body whose particles and finest clusters start in these slots of `soft`.
void add_colliders(ColliderRules& rules, const SoftBodies& soft, const ColliderInput& input,
                   std::uint32_t first_particle, std::uint32_t first_cluster);
/// After the last body: whether anything can collide.
void finish_rules(ColliderRules& rules);

/// Homes, carriers and materials of all finest clusters.
void find_homes(const ColliderRules& rules, const SoftBodies& soft, Colliders& colliders);
/// Friction and restitution of one cluster, from those of its members.
void set_contact_material(const SoftBodies& soft, std::uint32_t cluster, Colliders& colliders);

/// F of a cluster from A_xr (per unit of mass): A_xr A_rr⁺, completed by the rotation in directions without extent.
Mat3 cluster_deformation(const SoftBodies& soft, std::size_t cluster, const Mat3& a_xr);

}  // namespace pliant
