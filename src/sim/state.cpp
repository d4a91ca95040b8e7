#include "sim/state.hpp"

#include "core/hash.hpp"
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

bool is_consistent(const Memberships& table, std::size_t rows, std::size_t others) {
    if (table.rows.size() != rows + 1 || table.rows.front() != 0 || table.rows.back() != table.index.size() ||
        table.members.size() != table.index.size())
        return false;
    return std::is_sorted(table.rows.begin(), table.rows.end()) &&
           std::all_of(table.index.begin(), table.index.end(), [&](std::uint32_t k) { return k < others; });
}

/// The finest memberships of a particle are some of its own.
bool finest_rows_fit(const SoftBodies& soft) {
    for (std::size_t i = 0; i < soft.finest_rows.size(); ++i)
        if (soft.finest_rows[i] < soft.by_particle.rows[i] || soft.finest_rows[i] > soft.by_particle.rows[i + 1])
            return false;
    return true;
}

bool anything_bounces(const Model& model) {
    if (model.obstacles.empty()) return false;
    return std::any_of(model.obstacles.begin(), model.obstacles.end(),
                       [](const ObstacleBody& obstacle) { return obstacle.description().restitution > 0; }) ||
           std::any_of(model.restitution.begin(), model.restitution.end(), [](Real r) { return r > 0; });
}

}  // namespace

void prepare_scratch(const Model& model, const State& state, Scratch& scratch) {
    const std::size_t particles = state.soft.particle_count();
    scratch.match.resize(state.soft);
    scratch.acceleration.resize(model.fields.empty() ? 0 : particles);
    scratch.arriving.resize(anything_bounces(model) ? particles : 0);
    scratch.obstacles.reserve(model.obstacles.size());
    scratch.chunks.resize((particles + particle_chunk - 1) / particle_chunk);
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
    return hash.value();
}

std::uint64_t hash_bodies(const State& state) {
    Hash hash;
    const auto add = [&](const char*, ArrayRole role, const auto& array) {
        if (role == ArrayRole::bodies) add_all(hash, array);
    };
    for_each_array(add, state.soft);
    return hash.value();
}

bool is_consistent(const SoftBodies& soft) {
    const std::size_t particles = soft.particle_count(), clusters = soft.cluster_count();
    const auto has = [](std::size_t size, const auto&... arrays) { return ((arrays.size() == size) && ...); };
    std::vector<bool> seen(particles, false);
    for (const std::uint32_t id : soft.id) {
        if (id >= particles || seen[id]) return false;
        seen[id] = true;
    }
    return has(particles, soft.mass, soft.body, soft.id, soft.finest_rows) &&
           has(clusters, soft.cluster_body, soft.rotation, soft.center, soft.plastic, soft.rest_inverse,
               soft.rest_missing, soft.cluster_mass, soft.response, soft.full_response) &&
           is_consistent(soft.by_cluster, clusters, particles) &&
           is_consistent(soft.by_particle, particles, clusters) &&
           has(soft.membership_count(), soft.twin, soft.by_particle.index) &&
           std::all_of(soft.twin.begin(), soft.twin.end(),
                       [&](std::uint32_t k) { return k < soft.membership_count(); }) &&
           finest_rows_fit(soft);
}

}  // namespace pliant
