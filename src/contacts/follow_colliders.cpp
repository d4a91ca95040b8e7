#include "contacts/follow_colliders.hpp"

#include "core/assert.hpp"
#include "core/hash.hpp"
#include "particles/vectors.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace pliant {
namespace {

/// The proxy with its numbers counted from another point, `shift` metres from where they are counted from.
Proxy counted_from(const Proxy& proxy, const Vec3& shift) {
    Proxy moved = proxy;
    const Vec3 along = proxy.axes.transpose() * shift;
    moved.center -= along;
    moved.lower -= along;
    moved.upper -= along;
    for (std::size_t k = 0; k < moved.cut_count; ++k) moved.cuts[k].offset -= moved.cuts[k].normal.dot(along);
    moved.reach += shift.norm();
    moved.extent += shift.norm();
    return moved;
}

/// Calls f(particle, position when the cluster was made) for its members.
template <class F>
void for_each_born(const SoftBodies& soft, std::uint32_t cluster, const F& f) {
    for (std::uint32_t k = soft.by_cluster.rows[cluster]; k < soft.by_cluster.rows[cluster + 1]; ++k) {
        const std::uint32_t i = soft.by_cluster.index[k];
        for (std::uint32_t m = soft.finest.rows[i]; m < soft.finest.rows[i + 1]; ++m)
            if (soft.finest.cluster[m] == cluster) f(i, vec(soft.finest.born[m].vector));
    }
}

/// The normals of the planes that cut a proxy, in rest space.
std::vector<Vec3> faces_of(const Proxy& proxy) {
    std::vector<Vec3> faces;
    for (int k = 0; k < 3; ++k) {
        if (std::isfinite(proxy.upper[k])) faces.push_back(proxy.axes.col(k));
        if (std::isfinite(proxy.lower[k])) faces.push_back(-proxy.axes.col(k));
    }
    for (const HalfSpace& cut : proxy.more()) faces.push_back(proxy.axes * cut.normal);
    return faces;
}

/// What is left of a cluster that split has the faces that it had, and one at the crack, which its members show.
Proxy born_proxy(const SoftBodies& soft, const ColliderRules& rules, double cluster_radius, std::uint32_t cluster) {
    const Collisions& settings = rules.settings;
    std::vector<Vec3> members, faces;
    std::vector<double> reach;
    Mat3 moments = Mat3::Zero();
    if (soft.ancestor[cluster] < rules.proxies.size()) faces = faces_of(rules.proxies[soft.ancestor[cluster]]);
    for_each_born(soft, cluster, [&](std::uint32_t i, const Vec3& p) {
        if (soft.hidden[i]) return;
        members.push_back(p);
        reach.push_back(settings.thickness * static_cast<double>(soft.reach[i]));
        moments += p * p.transpose();
    });
    return make_proxy({members, reach, faces}, moments, Vec3::Zero(), cluster_radius,
                      {settings.plane_fraction, settings.more_planes});
}

/// Of all that a proxy is made of but the rules: cracks change what a cluster holds and how far its matter reaches.
std::uint64_t hash_of_born(const SoftBodies& soft, std::uint32_t cluster) {
    Hash hash;
    hash.add_value(soft.cluster_id[cluster]);
    for (std::uint32_t k = soft.by_cluster.rows[cluster]; k < soft.by_cluster.rows[cluster + 1]; ++k) {
        const std::uint32_t i = soft.by_cluster.index[k];
        hash.add_value(soft.id[i]);
        hash.add_value(soft.hidden[i]);
        hash.add_value(soft.reach[i]);
    }
    return hash.value();
}

/// A ball about where the members were when the body was built.
Ball built_ball(const SoftBodies& soft, double cluster_radius, double radius, std::uint32_t cluster) {
    PLIANT_ASSERT(soft.built.size() == soft.particle_count());
    Vec3 center = Vec3::Zero();
    const std::uint32_t begin = soft.by_cluster.rows[cluster], end = soft.by_cluster.rows[cluster + 1];
    for (std::uint32_t k = begin; k < end; ++k)
        center += soft.built[soft.by_cluster.index[k]] / static_cast<double>(end - begin);
    double reach = cluster_radius;
    for (std::uint32_t k = begin; k < end; ++k)
        reach = std::max(reach, (soft.built[soft.by_cluster.index[k]] - center).norm());
    const double grown = neighbor_margin * (reach + radius);
    return {center, grown, grown};
}

/// Has the body the clusters that it was built with?
bool as_built(const SoftBodies& soft, const Colliders& colliders, const BodyColliders& body, std::size_t b) {
    if (colliders.cluster_count[b] != body.count) return false;
    for (std::uint32_t k = 0; k < body.count; ++k)
        if (soft.cluster_id[colliders.first_cluster[b] + k] != body.first + k) return false;
    return true;
}

void find_ranges(const ColliderRules& rules, const SoftBodies& soft, Colliders& colliders) {
    colliders.first_cluster.assign(rules.bodies.size(), 0);
    colliders.cluster_count.assign(rules.bodies.size(), 0);
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        if (soft.mode[c].level != 0) continue;
        const std::uint32_t b = soft.cluster_body[c];
        if (colliders.cluster_count[b]++ == 0) colliders.first_cluster[b] = c;
    }
}

/// Moves the proxies of these clusters to their centers of mass.
void move_proxies(const SoftBodies& soft, std::span<const std::uint32_t> clusters, Colliders& colliders) {
    for (const std::uint32_t c : clusters)
        colliders.moved[c] = counted_from(colliders.born[c], vec(soft.origin.row(c).data()));
}

/// Proxies as made, known ones by their ids.
void find_proxies(const ColliderRules& rules, const SoftBodies& soft, Colliders& colliders) {
    std::unordered_map<std::uint64_t, Proxy> known;
    for (std::size_t c = 0; c < colliders.born.size(); ++c) known[colliders.born_of[c]] = colliders.born[c];
    colliders.born.assign(soft.cluster_count(), {});
    colliders.moved.assign(soft.cluster_count(), {});
    colliders.born_of.assign(soft.cluster_count(), 0);
    std::vector<std::uint32_t> finest;
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        if (soft.mode[c].level != 0) continue;
        finest.push_back(c);
        const std::uint32_t id = soft.cluster_id[c], body = soft.cluster_body[c];
        colliders.born_of[c] = hash_of_born(soft, c);
        if (id < rules.proxies.size()) {
            colliders.born[c] = rules.proxies[id];
        } else if (const auto found = known.find(colliders.born_of[c]); found != known.end()) {
            colliders.born[c] = found->second;
        } else {
            colliders.born[c] = born_proxy(soft, rules, rules.bodies[body].cluster_radius, c);
        }
    }
    move_proxies(soft, finest, colliders);
    colliders.proxies = colliders.moved;
}

void find_broken(const ColliderRules& rules, const SoftBodies& soft, Colliders& colliders) {
    colliders.broken.assign(rules.bodies.size(), 0);
    for (std::size_t b = 0; b < rules.bodies.size(); ++b)
        for (std::uint32_t k = 1; rules.bodies[b].may_break && k < colliders.cluster_count[b]; ++k)
            colliders.broken[b] |=
                fragment_of(soft, colliders.first_cluster[b] + k) != fragment_of(soft, colliders.first_cluster[b]);
    colliders.built_center.clear();
    if (std::find(colliders.broken.begin(), colliders.broken.end(), 1) == colliders.broken.end()) return;
    colliders.built_center.assign(soft.cluster_count(), Vec3::Zero());
    for (std::size_t c = 0; c < soft.cluster_count(); ++c)
        for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k)
            colliders.built_center[c] +=
                static_cast<double>(soft.by_cluster.members[k].weight) * soft.built[soft.by_cluster.index[k]];
}

/// The trees of bodies, which know the neighbors.
void find_trees(const ColliderRules& rules, std::span<const BodyInfo> bodies, const SoftBodies& soft,
                const Colliders& colliders, std::vector<BoxTree>& trees) {
    trees.clear();
    for (std::size_t b = 0; b < rules.bodies.size(); ++b) {
        if (as_built(soft, colliders, rules.bodies[b], b)) {
            trees.push_back(rules.bodies[b].tree);
            continue;
        }
        std::vector<Ball> balls;
        std::vector<std::uint32_t> pieces;
        for (std::uint32_t k = 0; k < colliders.cluster_count[b]; ++k)
            balls.push_back(built_ball(soft, rules.bodies[b].cluster_radius, bodies[b].contact_radius,
                                       colliders.first_cluster[b] + k));
        for (std::uint32_t k = 0; colliders.broken[b] && k < colliders.cluster_count[b]; ++k)
            pieces.push_back(fragment_of(soft, colliders.first_cluster[b] + k));
        trees.push_back(balls.empty() ? BoxTree() : pieces.empty() ? BoxTree(balls) : BoxTree(balls, pieces));
    }
}

}  // namespace

void follow_proxies(const ColliderRules& rules, std::span<const BodyInfo> bodies, const SoftBodies& soft,
                    Colliders& colliders) {
    PLIANT_ASSERT(rules.bodies.size() == bodies.size());
    if (has_reclustered(soft))
        find_proxies(rules, soft, colliders);
    else
        colliders.proxies = rules.proxies;
    PLIANT_ASSERT(colliders.proxies.size() == soft.cluster_count());
}

void follow_clusters(const ColliderRules& rules, std::span<const BodyInfo> bodies, const SoftBodies& soft,
                     Colliders& colliders, ContactScratch& contacts) {
    if (!rules.any) return;
    find_ranges(rules, soft, colliders);
    follow_proxies(rules, bodies, soft, colliders);
    find_homes(rules, soft, colliders);
    find_broken(rules, soft, colliders);
    find_trees(rules, bodies, soft, colliders, contacts.trees);
    contacts.prepare(soft, rules.bodies.size());
}

void follow_weights(const ColliderRules& rules, std::span<const BodyInfo> bodies, const SoftBodies& soft,
                    std::span<const std::uint32_t> touched, Colliders& colliders, ContactScratch& contacts) {
    if (!rules.any || touched.empty()) return;
    if (colliders.born.empty()) {
        follow_clusters(rules, bodies, soft, colliders, contacts);
        return;
    }
    move_proxies(soft, touched, colliders);
    for (const std::uint32_t c : touched) set_contact_material(soft, c, colliders);
}

}  // namespace pliant
