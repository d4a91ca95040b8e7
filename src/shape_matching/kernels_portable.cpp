// The kernels for any machine: the compiler splits the vectors to what the baseline has (SSE2 on x86-64).
#define PLIANT_ISA portable
#define PLIANT_ISA_TEXT "portable"
#include "shape_matching/kernels.inl"
