#define PLIANT_ISA portable
#define PLIANT_ISA_TEXT "portable"
#include "math/packed_code.inl"
