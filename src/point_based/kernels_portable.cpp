// The point-based kernels for any machine.
#define PLIANT_ISA portable
#define PLIANT_ISA_TEXT "portable"
#include "point_based/kernels.inl"
