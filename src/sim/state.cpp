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

}  // namespace pliant
