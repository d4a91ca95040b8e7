#include "core/instruction_sets.hpp"

namespace pliant {

std::span<const std::string_view> machine_sets() {
    static constexpr std::string_view all[] = {"avx2", "portable"};
#if defined(__x86_64__)
    static const bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    constexpr bool wide = false;
#endif
    return std::span(all).subspan(wide ? 0 : 1);
}

}  // namespace pliant
