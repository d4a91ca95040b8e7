#include "contacts/contact_scratch.hpp"

#include "core/assert.hpp"
#include "shape_matching/soft_bodies.hpp"

namespace pliant {

void ContactScratch::prepare(const SoftBodies& soft, std::size_t bodies) {
    PLIANT_ASSERT(trees.size() == bodies);
    const std::size_t clusters = soft.cluster_count(), particles = soft.particle_count();
    balls.assign(clusters, {});
    drift.assign(clusters, {});
    active_slot.assign(clusters, 0);
    struck_slot.assign(clusters, 0);
    partner_rows.assign(clusters + 1, 0);
    is_active.assign(clusters, 0);
    keys.assign(bodies, 0);
    order.reserve(bodies);
    body_balls.assign(bodies, {});
    body_tree = BoxTree(bodies);
    touches.resize(particles);
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
