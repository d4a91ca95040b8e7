// The point-based kernels for machines with AVX2 and FMA; compiled with those flags (src/CMakeLists.txt), entered only
// after a check.
#define PLIANT_ISA avx2
#define PLIANT_ISA_TEXT "avx2"
#include "point_based/kernels.inl"
