#include "shape_matching/kernels.hpp"

#include <string>

namespace pliant {
namespace portable {
extern const Kernels kernels;
}
#if defined(__x86_64__)
namespace avx2 {
extern const Kernels kernels;
}
#endif

std::span<const Kernels* const> available_kernels() {
#if defined(__x86_64__)
    static const Kernels* const all[] = {&avx2::kernels, &portable::kernels};
    static const bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    return std::span(all).subspan(wide ? 0 : 1);
#else
    static const Kernels* const all[] = {&portable::kernels};
    return all;
#endif
}

const Kernels* find_kernels(const std::string& name) {
    for (const Kernels* kernels : available_kernels())
        if (name.empty() || name == kernels->name) return kernels;
    return nullptr;
}

}  // namespace pliant
