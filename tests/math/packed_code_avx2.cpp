// Compiled with AVX2 and FMA (tests/CMakeLists.txt), entered only after a check.
#define PLIANT_ISA avx2
#define PLIANT_ISA_TEXT "avx2"
#include "math/packed_code.inl"
