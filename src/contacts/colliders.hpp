// What may collide with what, fixed when the scene is built: the proxies of the finest clusters, which particles each
// cluster stands for, and which bodies take part.
//
// Which clusters of one body never collide: those that share a particle (CC15), and those whose proxies' bounding
// balls, 1.6 times as large, overlap at rest. The second rule includes the first, as the ball of a cluster holds its
// members. So a body at rest never collides with itself, nor do neighbours that bending brings together; parts collide
// that come from farther away.
//
// A particle is a member of several clusters; as one that strikes others it is asked for once, by its home: the cluster
// whose center is nearest to it at rest. A cluster that is struck moves its own particles; one with hardly any leaves
// that to the neighbour that has most.
#pragma once

#include "collision/box_tree.hpp"
#include "collision/proxy.hpp"
#include "shape_matching/soft_bodies.hpp"

#include <pliant/scene.hpp>

namespace pliant {

/// One body's part in collisions.
struct BodyColliders {
    std::uint32_t first_cluster = 0, cluster_count = 0;  ///< its finest clusters
    bool collides = false;
    bool self = false;          ///< also with itself, where it has parts that may
    double radius = 0;          ///< m: how far from a particle's center its matter reaches
    double cluster_radius = 0;  ///< m: d
    BoxTree tree;               ///< over its clusters; knows which are neighbours at rest
};

struct Colliders {
    Collisions settings;
    bool any = false;  ///< can there be any contact at all?
    std::vector<BodyColliders> bodies;
    std::vector<Proxy> proxies;           ///< per cluster; coarser levels' are not used
    std::vector<Proxy> born;              ///< the same as made (contacts/follow_clusters.hpp); empty unless bodies recluster
    std::vector<std::uint32_t> born_ids;  ///< per cluster: whose they are
    std::vector<std::uint32_t> home_rows;  ///< per cluster: its rows in `home`, and one more
    std::vector<std::uint32_t> home;       ///< particles, in storage order inside a cluster
    std::vector<std::uint32_t> home_of;    ///< per particle
    std::vector<double> home_reach;        ///< per cluster: the farthest of them from r̄ at rest, m
    std::vector<std::uint32_t> carrier;    ///< per cluster: whose own particles take the push when it is struck
    std::vector<Real> friction;            ///< per cluster: mean over its members
    std::vector<Real> restitution;         ///< likewise
};

/// Balls of one body that overlap at rest when they are this much larger never collide.
inline constexpr double neighbour_margin = 1.6;

/// What is known of a body only while it is built.
struct ColliderInput {
    std::vector<Vec3> rest;     ///< per particle, storage order
    std::vector<Vec3> centers;  ///< of the finest clusters' range queries, storage order
    double cluster_radius = 0;  ///< d, m
    double radius = 0;          ///< as BodyColliders
    bool collides = true;
    bool self = true;
};

/// Appends the body whose particles and finest clusters start at these places of `soft`.
void add_colliders(Colliders& colliders, const SoftBodies& soft, const ColliderInput& input,
                   std::uint32_t first_particle, std::uint32_t first_cluster);

/// What is kept of the colliders as built, where bodies recluster.
struct BuiltColliders {
    std::vector<Vec3> rest;            ///< per particle: where it was when its body was built, body-local, m
    std::vector<Proxy> proxies;        ///< by cluster id
    std::vector<BoxTree> trees;        ///< per body
    std::vector<std::uint32_t> first;  ///< per body: the id of its first finest cluster
    std::vector<std::uint32_t> count;  ///< per body: how many there were
};

/// After the last body: homes, materials, and whether anything can collide.
void finish_colliders(Colliders& colliders, const SoftBodies& soft, const std::vector<Real>& friction,
                      const std::vector<Real>& restitution);

/// Friction and restitution of one cluster, from those of its members.
void set_contact_material(Colliders& colliders, const SoftBodies& soft, const std::vector<Real>& friction,
                          const std::vector<Real>& restitution, std::uint32_t cluster);

/// F of a cluster from A_xr (per unit of mass): A_xr A_rr⁺, completed by the rotation in directions without extent.
Mat3 cluster_deformation(const SoftBodies& soft, std::size_t cluster, const Mat3& a_xr);

}  // namespace pliant
