// Which bodies sleep (sim/sleep.hpp).
#pragma once

#include "particles/arrays.hpp"

#include <cstdint>
#include <vector>

namespace pliant {

/// Part of the state; empty unless the scene lets bodies sleep.
struct SleepState {
    std::vector<std::uint32_t> group;  ///< per body: 0 awake; or the number of the group that it sleeps and wakes with
    std::vector<std::uint32_t> quiet;  ///< per body: frames that it has been at rest
};

/// Calls f(traits, value at birth, array…) for every array.
template <class F, class... Sleep>
void for_each_array(const F& f, Sleep&... sleep) requires(std::is_same_v<std::remove_const_t<Sleep>, SleepState>&&...) {
    f(ArrayTraits{"group", Per::other, ArrayRole::motion, Hashed::always}, given, sleep.group...);
    f(ArrayTraits{"quiet", Per::other, ArrayRole::motion, Hashed::always}, given, sleep.quiet...);
}

inline bool is_consistent(const SleepState& sleep, std::size_t bodies) {
    return sleep.group.size() == bodies && sleep.quiet.size() == bodies;
}

}  // namespace pliant
