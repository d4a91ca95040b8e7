#include "contacts/contact_scratch.hpp"

#include "contacts/colliders.hpp"

namespace pliant {

void ContactScratch::prepare(const Colliders& colliders, const SoftBodies& soft) {
    if (!colliders.any) return;
    const std::size_t clusters = soft.cluster_count(), particles = soft.particle_count();
    balls.assign(clusters, {});
    drift.assign(clusters, {});
    place.assign(clusters, 0);
    struck_place.assign(clusters, 0);
    partner_rows.assign(clusters + 1, 0);
    is_active.assign(clusters, 0);
    trees.clear();
    for (const BodyColliders& body : colliders.bodies) trees.push_back(body.tree);
    keys.assign(trees.size(), 0);
    order.reserve(trees.size());
    body_balls.assign(trees.size(), {});
    body_tree = BoxTree(trees.size());
    touches.resize(particles);
    inverse_mass.clear();
    for (const Real mass : soft.mass) inverse_mass.push_back(Real(1) / mass);
    // What a step usually needs, so that most runs allocate nothing more.
    active.reserve(clusters);
    placed.reserve(clusters);
    struck_clusters.reserve(clusters);
    pairs.reserve(8 * clusters);
    partners.reserve(16 * clusters);
    struck.reserve(clusters);
    contacts.reserve(particles / 2);
    relative.reserve(particles / 2);
    striking.reserve(particles / 2);
    striking_of.reserve(particles / 2);
}

}  // namespace pliant
