// What an array of the state is. Each solver lists its arrays once, with these traits; building, editing, checkpoints,
// branches, hashes and checks of consistency all walk those lists (for_each_array in shape_matching/soft_bodies.hpp,
// point_based/point_body.hpp, rigid/rigid_bodies.hpp, glue/glue.hpp and particles/pins.hpp).
#pragma once

#include "core/columns.hpp"
#include "core/hash.hpp"
#include "particles/particle.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace pliant {

/// What an array has entries for.
enum class Per : std::uint8_t {
    particle,
    cluster,
    membership,         ///< of a particle in a cluster, all levels
    finest_membership,  ///< of level 0 alone
    body,               ///< one row for all of the solver's body (or bodies)
    other               ///< whatever its solver says; its own check knows
};

/// What an array is to branches, which go on from a state under a changed scene; checkpoints hold all of them.
enum class ArrayRole : std::uint8_t {
    bodies,     ///< which particles and clusters there are, and their rest shapes: a branch must have the same
    parameter,  ///< follows from the bodies and the scene's parameters: a branch has its own
    motion      ///< what the steps change: a branch takes it over
};

/// Is the array in the state's hash? Arrays that only some features touch join it when they do, so that the hash of a
/// scene does not depend on features that it does not use.
enum class Hashed : std::uint8_t {
    never,      ///< it follows from the scene and from what is hashed
    always,     ///<
    when_used,  ///< once any of its numbers is not 0
    refitted,   ///< once coarser levels were fitted anew (plasticity/refit_levels.hpp)
    replaced,   ///< once clusters were replaced (plasticity/recluster.hpp)
    edited      ///< once particles were added or removed
};

struct ArrayTraits {
    const char* name;  ///< part of the checkpoints' format
    Per per;
    ArrayRole role;
    Hashed hashed = Hashed::never;
    std::size_t stride = 1;     ///< entries for each
    std::size_t extra = 0;      ///< entries at the end that belong to none
    bool may_be_empty = false;  ///< only where a feature needs it
};

/// The value at birth of what is added in mid-run: as its parents have it. A particle's parent is the one that it is a
/// copy of; a cluster's are its members' clusters: the mean of numbers, by weight and mass, and of all else what the
/// heaviest one has.
struct Inherited {};
inline constexpr Inherited inherited{};

/// Set by whoever adds it: until then zero.
struct Given {};
inline constexpr Given given{};

template <class T>
inline constexpr bool is_columns = false;
template <std::size_t K>
inline constexpr bool is_columns<Columns<K>> = true;

/// Entry `k` of an array, whatever kind it is.
template <class T>
T entry(const std::vector<T>& array, std::size_t k) {
    return array[k];
}
template <std::size_t K>
std::array<Real, K> entry(const Columns<K>& array, std::size_t k) {
    return array.row(k);
}
template <class T>
void set_entry(std::vector<T>& array, std::size_t k, const T& value) {
    array[k] = value;
}
template <std::size_t K>
void set_entry(Columns<K>& array, std::size_t k, const std::array<Real, K>& value) {
    array.set_row(k, value);
}

/// `to` becomes the array with its rows (of `stride` entries) in a new order: row k is row from[k], or filled with
/// born() where that is no_slot.
template <class Array, class Born>
void rearrange(const Array& array, std::span<const std::uint32_t> from, std::size_t stride, const Born& born,
               Array& to) {
    to.resize(from.size() * stride);
    for (std::size_t k = 0; k < from.size(); ++k)
        for (std::size_t s = 0; s < stride; ++s)
            set_entry(to, k * stride + s, from[k] != no_slot ? entry(array, from[k] * stride + s) : born());
}

template <class T>
bool has_nonzero(const std::vector<T>& array) {
    if constexpr (std::is_arithmetic_v<T>)
        return std::any_of(array.begin(), array.end(), [](T x) { return x != 0; });
    else
        return !array.empty();
}
template <std::size_t K>
bool has_nonzero(const Columns<K>& array) {
    return has_nonzero(array.data());
}

template <class T>
void add_to_hash(Hash& hash, const std::vector<T>& values) {
    hash.add_value(values.size());
    hash.add(values.data(), values.size() * sizeof(T));
}
/// All numbers, padding included.
template <std::size_t K>
void add_to_hash(Hash& hash, const Columns<K>& columns) {
    add_to_hash(hash, columns.data());
}

}  // namespace pliant
