#include "point_based/kernels.hpp"

#include "core/instruction_sets.hpp"

namespace pliant {
namespace portable {
extern const PointKernels point_kernels;
}
#if defined(__x86_64__)
namespace avx2 {
extern const PointKernels point_kernels;
}
#endif

const PointKernels* find_point_kernels(const std::string& name) {
#if defined(__x86_64__)
    static const PointKernels* const all[] = {&avx2::point_kernels, &portable::point_kernels};
#else
    static const PointKernels* const all[] = {&portable::point_kernels};
#endif
    return choose_kernels<PointKernels>(all, name);
}

}  // namespace pliant
