#include "sim/state.hpp"

#include "core/hash.hpp"
#include "sim/glue_step.hpp"
#include "sim/point_bodies.hpp"
#include "sim/step.hpp"

#include <algorithm>

namespace pliant {
namespace {

template <class T>
void add_all(Hash& hash, const std::vector<T>& values) {
    hash.add_value(values.size());
    hash.add(values.data(), values.size() * sizeof(T));
}

template <std::size_t K>
void add_all(Hash& hash, const Columns<K>& columns) {
    hash.add_value(columns.size());
    add_all(hash, columns.data());
}

bool all_below(const std::vector<std::uint32_t>& indices, std::size_t bound) {
    return std::all_of(indices.begin(), indices.end(), [&](std::uint32_t k) { return k < bound; });
}

/// Are these the borders of so many rows of so many entries?
bool are_rows(const std::vector<std::uint32_t>& rows, std::size_t count, std::size_t entries) {
    return rows.size() == count + 1 && rows.front() == 0 && rows.back() == entries &&
           std::is_sorted(rows.begin(), rows.end());
}

bool is_consistent(const Memberships& table, std::size_t rows, std::size_t others) {
    return are_rows(table.rows, rows, table.index.size()) && table.members.size() == table.index.size() &&
           all_below(table.index, others);
}

bool is_consistent(const FinestMemberships& table, std::size_t particles, std::size_t clusters, std::size_t all) {
    return are_rows(table.rows, particles, table.cluster.size()) && table.twin.size() == table.cluster.size() &&
           (table.born.empty() || table.born.size() == table.cluster.size()) && all_below(table.cluster, clusters) &&
           all_below(table.twin, all);
}

bool anything_touches(const Model& model) {
    return !model.obstacles.empty() || model.colliders.any || !model.rigid.empty();
}

bool anything_bounces(const Model& model) {
    if (!anything_touches(model)) return false;
    if (std::any_of(model.rigid.begin(), model.rigid.end(), [](const RigidBody& body) { return body.restitution > 0; }))
        return true;
    return std::any_of(model.obstacles.begin(), model.obstacles.end(),
                       [](const ObstacleBody& obstacle) { return obstacle.description().restitution > 0; }) ||
           std::any_of(model.restitution.begin(), model.restitution.end(), [](Real r) { return r > 0; });
}

std::vector<std::uint32_t> chunks_of_clusters(const SoftBodies& soft) {
    constexpr std::uint32_t memberships_per_chunk = 8192;
    std::vector<std::uint32_t> borders = {0};
    const auto& rows = soft.by_cluster.rows;
    for (std::size_t c = cluster_block; c < soft.cluster_count(); c += cluster_block)
        if (rows[c] - rows[borders.back()] >= memberships_per_chunk) borders.push_back(static_cast<std::uint32_t>(c));
    borders.push_back(static_cast<std::uint32_t>(soft.cluster_count()));
    return borders;
}

}  // namespace

void fit_scratch(const Model&, const State& state, Scratch& scratch) {
    scratch.match.resize(state.soft);
    scratch.cluster_chunks = chunks_of_clusters(state.soft);
}

void prepare_scratch(const Model& model, const State& state, Scratch& scratch) {
    const std::size_t particles = state.soft.particle_count();
    fit_scratch(model, state, scratch);
    scratch.acceleration.resize(model.fields.empty() ? 0 : particles);
    scratch.arriving.resize(anything_bounces(model) ? particles : 0);
    scratch.obstacles.reserve(model.obstacles.size());
    scratch.chunks.resize((particles + particle_chunk - 1) / particle_chunk);
    scratch.recluster.prepare(state.soft, model.reclustering);
    scratch.contacts.prepare(model.colliders, state.soft);
    scratch.points.resize(state.points.size());
    for (std::size_t k = 0; k < state.points.size(); ++k)
        prepare_point_body(model, model.points[k], state.points[k], scratch.points[k]);
    prepare_glue(model, state, scratch.glue);
    scratch.rigid.prepare(model.rigid.size(), model.obstacles.size(), scratch.chunks.size());
    scratch.impulse.assign(anything_touches(model) || !state.points.empty() ? particles : 0, {});
}

bool has_reclustered(const SoftBodies& soft) {
    for (std::uint32_t c = 0; c < soft.cluster_count(); ++c)
        if (soft.fading[c] != Fading::none || soft.cluster_id[c] != c || soft.refits[c] > 0) return true;
    return false;
}

std::uint64_t hash_state(const State& state) {
    Hash hash;
    const SoftBodies& soft = state.soft;
    hash.add_value(state.step);
    add_all(hash, soft.particles);
    add_all(hash, soft.id);
    add_all(hash, soft.by_cluster.index);
    add_all(hash, soft.by_cluster.members);
    add_all(hash, soft.rotation.data());
    add_all(hash, soft.center.data());
    add_all(hash, soft.plastic.data());
    // Only where something flowed: an elastic scene's hash does not know of plasticity.
    if (std::any_of(soft.hardened.begin(), soft.hardened.end(), [](Real a) { return a > 0; }))
        add_all(hash, soft.hardened);
    if (std::any_of(soft.flowed.begin(), soft.flowed.end(), [](Real f) { return f > 0; })) add_all(hash, soft.flowed);
    if (std::any_of(soft.refits.begin(), soft.refits.end(), [](std::uint32_t n) { return n > 0; }))
        add_all(hash, soft.embedded);
    for (const PointBody& body : state.points)
        for_each_point_array([&](const char*, const auto& array) { add_all(hash, array); }, body);
    // Likewise only where clusters have begun to be replaced.
    if (has_reclustered(soft)) {
        add_all(hash, soft.fade);
        add_all(hash, soft.fading);
        add_all(hash, soft.cluster_id);
        add_all(hash, soft.finest.born);
    }
    if (!state.rigid.motions.empty()) {
        add_all(hash, state.rigid.motions);
        add_all(hash, state.rigid.memory);
    }
    if (state.glue.size() > 0) {
        add_all(hash, state.glue.places);
        add_all(hash, state.glue.parent_places);
        add_all(hash, state.glue.parents);
        add_all(hash, state.glue.links);
        add_all(hash, state.glue.motions);
    }
    return hash.value();
}

std::uint64_t hash_bodies(const State& state) {
    Hash hash;
    const auto add = [&](const char*, ArrayRole role, const auto& array) {
        if (role == ArrayRole::bodies) add_all(hash, array);
    };
    for_each_array(add, state.soft);
    // Flow and resampling change everything of a point-based body but its volume.
    for (const PointBody& body : state.points) hash.add_value(body.true_volume());
    if (!state.rigid.shapes.empty()) add_all(hash, state.rigid.shapes);
    return hash.value();
}

bool is_consistent(const PointBody& body) {
    const std::size_t count = body.size();
    const auto has = [](std::size_t size, const auto&... arrays) { return ((arrays.size() == size) && ...); };
    return has(count, body.embedded, body.queried, body.id, body.count, body.radius, body.volume, body.mass,
               body.hardened, body.flowed, body.material) &&
           has(count * most_neighbors, body.neighbor) && has(count * most_neighbors + 1, body.rest) &&
           body.next_id.size() == 1 && body.constants.size() == point_constant_count &&
           all_below(body.neighbor, count) && all_below(body.count, most_neighbors + 1) &&
           all_below(body.id, body.next_id[0]);
}

bool is_consistent(const SoftBodies& soft) {
    const std::size_t particles = soft.particle_count(), clusters = soft.cluster_count();
    const auto has = [](std::size_t size, const auto&... arrays) { return ((arrays.size() == size) && ...); };
    std::vector<bool> seen(particles, false);
    for (const std::uint32_t id : soft.id) {
        if (id >= particles || seen[id]) return false;
        seen[id] = true;
    }
    return has(particles, soft.mass, soft.body, soft.fragment, soft.id) &&
           has(clusters, soft.cluster_body, soft.rotation, soft.center, soft.plastic, soft.hardened, soft.flowed,
               soft.refits, soft.flow, soft.rest_inverse, soft.rest_missing, soft.cluster_mass, soft.response,
               soft.full_response, soft.origin, soft.fade, soft.fading, soft.cluster_id) &&
           is_consistent(soft.by_cluster, clusters, particles) &&
           is_consistent(soft.by_particle, particles, clusters) &&
           has(soft.membership_count(), soft.by_particle.index) &&
           is_consistent(soft.finest, particles, clusters, soft.membership_count());
}

}  // namespace pliant
