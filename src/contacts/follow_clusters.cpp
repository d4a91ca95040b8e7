#include "contacts/follow_clusters.hpp"

#include "shape_matching/columns_as_eigen.hpp"

#include <algorithm>
#include <map>

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

/// Calls f(particle, place when the cluster was made) for its members.
template <class F>
void for_each_born(const SoftBodies& soft, std::uint32_t cluster, const F& f) {
    for (std::uint32_t k = soft.by_cluster.rows[cluster]; k < soft.by_cluster.rows[cluster + 1]; ++k) {
        const std::uint32_t i = soft.by_cluster.index[k];
        for (std::uint32_t m = soft.finest.rows[i]; m < soft.finest.rows[i + 1]; ++m)
            if (soft.finest.cluster[m] == cluster) f(i, vec(soft.finest.born[m].vector));
    }
}

Proxy born_proxy(const SoftBodies& soft, const Collisions& settings, const BodyColliders& body, std::uint32_t cluster) {
    std::vector<Vec3> members;
    Mat3 moments = Mat3::Zero();
    for_each_born(soft, cluster, [&](std::uint32_t, const Vec3& p) {
        members.push_back(p);
        moments += p * p.transpose();
    });
    return make_proxy(members, moments, Vec3::Zero(), body.cluster_radius,
                      {settings.plane_fraction, body.radius, settings.more_planes});
}

/// A ball about where the members were when the body was built.
Ball built_ball(const SoftBodies& soft, const BuiltColliders& built, const BodyColliders& body, std::uint32_t cluster) {
    Vec3 center = Vec3::Zero();
    const std::uint32_t begin = soft.by_cluster.rows[cluster], end = soft.by_cluster.rows[cluster + 1];
    for (std::uint32_t k = begin; k < end; ++k)
        center += built.rest[soft.by_cluster.index[k]] / static_cast<double>(end - begin);
    double reach = body.cluster_radius;
    for (std::uint32_t k = begin; k < end; ++k)
        reach = std::max(reach, (built.rest[soft.by_cluster.index[k]] - center).norm());
    const double radius = neighbour_margin * (reach + body.radius);
    return {center, radius, radius};
}

bool as_built(const SoftBodies& soft, const BodyColliders& body, std::uint32_t first, std::uint32_t count) {
    if (body.cluster_count != count) return false;
    for (std::uint32_t k = 0; k < count; ++k)
        if (soft.cluster_id[body.first_cluster + k] != first + k) return false;
    return true;
}

void find_ranges(Colliders& colliders, const SoftBodies& soft) {
    for (BodyColliders& body : colliders.bodies) body.cluster_count = 0;
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        if (soft.mode[c].level != 0) continue;
        BodyColliders& body = colliders.bodies[soft.cluster_body[c]];
        if (body.cluster_count++ == 0) body.first_cluster = c;
    }
}

/// Moves the proxies of these clusters to their centers of mass.
void move_proxies(Colliders& colliders, const SoftBodies& soft, std::span<const std::uint32_t> clusters) {
    for (const std::uint32_t c : clusters)
        colliders.proxies[c] = counted_from(colliders.born[c], vec(soft.origin.row(c).data()));
}

/// Proxies as made, known ones by their ids.
void find_proxies(Colliders& colliders, const BuiltColliders& built, const SoftBodies& soft) {
    std::map<std::uint32_t, Proxy> known;
    for (std::size_t c = 0; c < colliders.born.size(); ++c) known[colliders.born_ids[c]] = colliders.born[c];
    colliders.born.assign(soft.cluster_count(), {});
    colliders.proxies.assign(soft.cluster_count(), {});
    colliders.born_ids = soft.cluster_id;
    std::vector<std::uint32_t> finest;
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c) {
        if (soft.mode[c].level != 0) continue;
        finest.push_back(c);
        const std::uint32_t id = soft.cluster_id[c];
        if (id < built.proxies.size()) {
            colliders.born[c] = built.proxies[id];
        } else if (const auto found = known.find(id); found != known.end()) {
            colliders.born[c] = found->second;
        } else {
            colliders.born[c] = born_proxy(soft, colliders.settings, colliders.bodies[soft.cluster_body[c]], c);
        }
    }
    move_proxies(colliders, soft, finest);
}

/// The trees of bodies, which know the neighbours.
void find_neighbours(Colliders& colliders, const BuiltColliders& built, const SoftBodies& soft) {
    for (std::size_t b = 0; b < colliders.bodies.size(); ++b) {
        BodyColliders& body = colliders.bodies[b];
        if (as_built(soft, body, built.first[b], built.count[b])) {
            body.tree = built.trees[b];
            continue;
        }
        std::vector<Ball> balls;
        for (std::uint32_t c = body.first_cluster; c < body.first_cluster + body.cluster_count; ++c)
            balls.push_back(built_ball(soft, built, body, c));
        body.tree = BoxTree(balls);
    }
}

void follow_clusters(Model& model, const SoftBodies& soft) {
    find_ranges(model.colliders, soft);
    find_proxies(model.colliders, model.built_colliders, soft);
    find_neighbours(model.colliders, model.built_colliders, soft);
    finish_colliders(model.colliders, soft, model.friction, model.restitution);
}

}  // namespace

void follow_step(Model& model, const State& state, Scratch& scratch) {
    if (!model.reclustering.any || !model.colliders.any) return;
    const std::vector<std::uint32_t>& touched = scratch.recluster.touched;
    if (scratch.recluster.edited || (model.colliders.born.empty() && !touched.empty())) {
        follow_clusters(model, state.soft);
        scratch.contacts.prepare(model.colliders, state.soft);
        return;
    }
    move_proxies(model.colliders, state.soft, touched);
    for (const std::uint32_t c : touched)
        set_contact_material(model.colliders, state.soft, model.friction, model.restitution, c);
}

void follow_state(Model& model, const State& state, Scratch& scratch) {
    if (model.reclustering.any && model.colliders.any && has_reclustered(state.soft)) {
        model.colliders.born.clear();
        follow_clusters(model, state.soft);
    }
    prepare_scratch(model, state, scratch);
}

}  // namespace pliant
