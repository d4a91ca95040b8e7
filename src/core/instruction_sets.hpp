// The instruction sets that the kernels are compiled for and that this machine can run.
#pragma once

#include <span>
#include <string_view>

namespace pliant {

/// Best first; "portable" is always there.
std::span<const std::string_view> machine_sets();

/// The table of kernels with this name of those given (one for each compiled set, best first), or the best one that the
/// machine can run for an empty name; null when it cannot run that one.
template <class Kernels>
const Kernels* choose_kernels(std::span<const Kernels* const> compiled, std::string_view name) {
    for (const std::string_view set : machine_sets())
        for (const Kernels* kernels : compiled)
            if (set == kernels->name && (name.empty() || name == set)) return kernels;
    return nullptr;
}

}  // namespace pliant
