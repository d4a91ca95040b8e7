#include "point_based/kernels.hpp"

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
    // The same names on the same machines as the kernels of shape matching.
    const Kernels* kernels = find_kernels(name);
    if (!kernels) return nullptr;
#if defined(__x86_64__)
    if (kernels->name == std::string(avx2::point_kernels.name)) return &avx2::point_kernels;
#endif
    return &portable::point_kernels;
}

}  // namespace pliant
