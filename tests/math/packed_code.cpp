#include "math/packed_code.hpp"

namespace pliant {
namespace portable {
extern const testing::PackedCode packed_code;
}
#if defined(__x86_64__)
namespace avx2 {
extern const testing::PackedCode packed_code;
}
#endif

std::vector<const testing::PackedCode*> testing::packed_codes() {
    std::vector<const PackedCode*> codes = {&portable::packed_code};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) codes.push_back(&avx2::packed_code);
#endif
    return codes;
}

}  // namespace pliant
