#include "sim/state.hpp"

#include "core/hash.hpp"
#include "sim/model.hpp"

#include <algorithm>

namespace pliant {
namespace {

/// Is an array hashed in this pass? What only replaced clusters have comes in the last one.
bool is_hashed(const SoftBodies& soft, Hashed hashed, bool used) {
    switch (hashed) {
        case Hashed::never:
        case Hashed::replaced:
            return false;
        case Hashed::always:
            return true;
        case Hashed::when_used:
            return used;
        case Hashed::refitted:
            return has_nonzero(soft.refits);
        case Hashed::edited:
            return has_other_particles(soft);
    }
    return false;
}

void hash_soft(const SoftBodies& soft, Hash& hash) {
    for_each_array(
        [&](const ArrayTraits& traits, const auto&, const auto& array) {
            const bool used = traits.hashed == Hashed::when_used && has_nonzero(array);
            if (is_hashed(soft, traits.hashed, used)) add_to_hash(hash, array);
        },
        soft);
}

void hash_replaced(const SoftBodies& soft, Hash& hash) {
    if (!has_reclustered(soft)) return;
    for_each_array(
        [&](const ArrayTraits& traits, const auto&, const auto& array) {
            if (traits.hashed == Hashed::replaced) add_to_hash(hash, array);
        },
        soft);
}

template <class Part>
void hash_part(const Part& part, Hash& hash) {
    for_each_array(
        [&](const ArrayTraits& traits, const auto&, const auto& array) {
            const bool used = traits.hashed == Hashed::when_used && has_nonzero(array);
            if (traits.hashed != Hashed::always && !used) return;
            if constexpr (is_columns<std::decay_t<decltype(array)>>) hash.add_value(array.size());
            add_to_hash(hash, array);
        },
        part);
}

}  // namespace

double time_of(const Model& model, const State& state) { return static_cast<double>(state.step) * model.dt; }

int frame_of(const Model& model, const State& state) {
    return static_cast<int>(state.step / static_cast<std::uint64_t>(model.substeps));
}

std::uint64_t hash_state(const State& state) {
    Hash hash;
    hash.add_value(state.step);
    hash_soft(state.soft, hash);
    for (const PointBody& body : state.points) hash_part(body, hash);
    hash_replaced(state.soft, hash);
    if (!state.rigid.motions.empty()) hash_part(state.rigid, hash);
    if (state.glue.size() > 0) hash_part(state.glue, hash);
    if (has_other_particles(state.soft)) {
        add_to_hash(hash, state.pins.rule);
        add_to_hash(hash, state.pins.id);
    }
    // Only scenes that let bodies sleep have these.
    if (!state.sleep.group.empty()) hash_part(state.sleep, hash);
    return hash.value();
}

std::uint64_t hash_bodies(const State& state) {
    Hash hash;
    // Flow and resampling change everything of a point-based body but its volume.
    for (const PointBody& body : state.points) hash.add_value(body.true_volume());
    for_each_part(
        [&](const std::string&, const auto& part) {
            for_each_array(
                [&](const ArrayTraits& traits, const auto&, const auto& array) {
                    if (traits.role == ArrayRole::bodies) add_to_hash(hash, array);
                },
                part);
        },
        state);
    return hash.value();
}

std::uint64_t hash_parameters(const State& state, double dt) {
    Hash hash;
    hash.add_value(dt);
    for_each_array(
        [&](const ArrayTraits& traits, const auto&, const auto& array) {
            if (traits.role == ArrayRole::parameter) add_to_hash(hash, array);
        },
        state.soft);
    return hash.value();
}

bool is_consistent(const State& state, const Model& model) {
    return is_consistent(state.soft) && state.points.size() == model.points.size() &&
           std::all_of(state.points.begin(), state.points.end(),
                       [](const PointBody& body) { return is_consistent(body); }) &&
           is_consistent(state.rigid, model.rigid.size()) &&
           is_consistent(state.glue, model.glue.size(), model.rigid.size(), model.obstacles.size()) &&
           is_consistent(state.pins, model.pins.size()) &&
           is_consistent(state.sleep, model.sleep.any ? model.bodies.size() : 0);
}

}  // namespace pliant
