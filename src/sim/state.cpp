#include "sim/state.hpp"

#include "core/hash.hpp"
#include "sim/step.hpp"

namespace pliant {
namespace {

template <class T>
void add_all(Hash& hash, const std::vector<T>& values) {
    hash.add_value(values.size());
    hash.add(values.data(), values.size() * sizeof(T));
}

}  // namespace

void prepare_scratch(const State& state, bool any_fields, std::size_t obstacles, Scratch& scratch) {
    const std::size_t particles = state.soft.particle_count();
    scratch.match.resize(state.soft.cluster_count());
    scratch.acceleration.resize(any_fields ? particles : 0);
    scratch.obstacles.reserve(obstacles);
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
