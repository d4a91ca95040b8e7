// PLIANT_VECTOR_CLONES before a function: it is compiled for wide vectors too, and the machine's best is taken when the
// program is loaded. For plain loops over arrays whose elements do not depend on each other: with contraction off they
// give the same bits in any width.
#pragma once

// Sanitizers do not bear functions that are resolved while the program is loaded.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define PLIANT_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define PLIANT_VECTOR_CLONES
#endif
