#include "shape_matching/kernels.hpp"

#include "core/instruction_sets.hpp"

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
#else
    static const Kernels* const all[] = {&portable::kernels};
#endif
    return std::span(all).last(machine_sets().size());
}

const Kernels* find_kernels(const std::string& name) { return choose_kernels<Kernels>(available_kernels(), name); }

}  // namespace pliant
