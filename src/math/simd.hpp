// Short vectors for the hot loops, on the compiler's vector extensions, so that one source serves every instruction
// set.
//
//   Quad   four Reals: a point or vector with a spare lane.
//   Pack   eight floats or four doubles: the same number of eight (four) different clusters.
//
// A file that includes this is compiled once per instruction set; PLIANT_ISA names the set and keeps the copies apart
// (no inline function here may ever be shared between two sets by the linker). Multiply-adds are fused exactly where
// fma() says so and the set has the instruction: results are bit-equal on one instruction set, not across two.
#pragma once

#include "math/shared/number.hpp"

#include <pliant/types.hpp>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace pliant::PLIANT_ISA {

typedef Real Quad __attribute__((vector_size(4 * sizeof(Real))));
typedef Real Pack __attribute__((vector_size(32)));
inline constexpr std::size_t lanes = sizeof(Pack) / sizeof(Real);
// Comparing two Packs gives a lane mask of integers of the same width.
using Mask = decltype(Pack{} < Pack{});

#define PLIANT_INLINE [[gnu::always_inline]] inline

PLIANT_INLINE Quad load_quad(const Real* p) { return *reinterpret_cast<const Quad*>(p); }
PLIANT_INLINE void store_quad(Real* p, Quad q) { *reinterpret_cast<Quad*>(p) = q; }
PLIANT_INLINE Quad quad(Real s) { return Quad{s, s, s, s}; }
template <int Lane>
PLIANT_INLINE Quad broadcast(Quad q) {
    return __builtin_shufflevector(q, q, Lane, Lane, Lane, Lane);
}
/// (y, z, x, w)
PLIANT_INLINE Quad rotate_xyz(Quad q) { return __builtin_shufflevector(q, q, 1, 2, 0, 3); }
PLIANT_INLINE Quad without_w(Quad q) { return __builtin_shufflevector(q, Quad{}, 0, 1, 2, 7); }
PLIANT_INLINE Quad cross(Quad a, Quad b) { return rotate_xyz(a * rotate_xyz(b) - rotate_xyz(a) * b); }
PLIANT_INLINE Real dot3(Quad a, Quad b) {
    const Quad ab = a * b;
    return (ab + broadcast<1>(ab) + broadcast<2>(ab))[0];
}

PLIANT_INLINE Pack pack(Real s) { return Pack{} + s; }
PLIANT_INLINE Pack load_pack(const Real* p) {
    Pack r;
    __builtin_memcpy(&r, p, sizeof r);
    return r;
}
PLIANT_INLINE void store_pack(Real* p, Pack v) { __builtin_memcpy(p, &v, sizeof v); }
PLIANT_INLINE Pack select(Mask mask, Pack a, Pack b) { return mask ? a : b; }
PLIANT_INLINE Pack abs(Pack a) { return a < Real(0) ? -a : a; }
PLIANT_INLINE Pack max(Pack a, Pack b) { return a > b ? a : b; }
/// b where a is not a number.
PLIANT_INLINE Pack min(Pack a, Pack b) {
#if defined(__AVX__) && !defined(PLIANT_REAL_DOUBLE)
    return Pack(_mm256_min_ps(__m256(a), __m256(b)));
#elif defined(__AVX__)
    return Pack(_mm256_min_pd(__m256d(a), __m256d(b)));
#else
    return a < b ? a : b;
#endif
}
PLIANT_INLINE bool any(Mask m) {
#if defined(__AVX__)
    return !_mm256_testz_si256(__m256i(m), __m256i(m));
#else
    bool r = false;
    for (std::size_t l = 0; l < lanes; ++l) r |= m[l] != 0;
    return r;
#endif
}

#if defined(__FMA__) && !defined(PLIANT_REAL_DOUBLE)
PLIANT_INLINE Quad fma(Quad a, Quad b, Quad c) { return Quad(_mm_fmadd_ps(__m128(a), __m128(b), __m128(c))); }
PLIANT_INLINE Pack fma(Pack a, Pack b, Pack c) { return Pack(_mm256_fmadd_ps(__m256(a), __m256(b), __m256(c))); }
#elif defined(__FMA__)
PLIANT_INLINE Pack fma(Pack a, Pack b, Pack c) { return Pack(_mm256_fmadd_pd(__m256d(a), __m256d(b), __m256d(c))); }
#else
PLIANT_INLINE Pack fma(Pack a, Pack b, Pack c) { return a * b + c; }
#ifndef PLIANT_REAL_DOUBLE
PLIANT_INLINE Quad fma(Quad a, Quad b, Quad c) { return a * b + c; }
#endif
#endif

PLIANT_INLINE Real sqrt(Real a) {
    return sizeof(Real) == 8 ? Real(__builtin_sqrt(double(a))) : Real(__builtin_sqrtf(float(a)));
}
PLIANT_INLINE Pack sqrt(Pack a) {
#if defined(__AVX__) && !defined(PLIANT_REAL_DOUBLE)
    return Pack(_mm256_sqrt_ps(__m256(a)));
#elif defined(__AVX__)
    return Pack(_mm256_sqrt_pd(__m256d(a)));
#else
    for (std::size_t l = 0; l < lanes; ++l) a[l] = sqrt(a[l]);
    return a;
#endif
}

/// What the shared headers need of a Pack.
template <>
struct Number<Pack> {
    using Scalar = Real;
    using Mask = PLIANT_ISA::Mask;

    PLIANT_INLINE static Pack of(Real value) { return pack(value); }
    PLIANT_INLINE static Pack select(Mask mask, Pack a, Pack b) { return PLIANT_ISA::select(mask, a, b); }
    PLIANT_INLINE static bool any(Mask mask) { return PLIANT_ISA::any(mask); }
    PLIANT_INLINE static bool all(Mask mask) { return !PLIANT_ISA::any(~mask); }
    PLIANT_INLINE static Pack abs(Pack a) { return PLIANT_ISA::abs(a); }
    PLIANT_INLINE static Pack max(Pack a, Pack b) { return PLIANT_ISA::max(a, b); }
    PLIANT_INLINE static Pack min(Pack a, Pack b) { return PLIANT_ISA::min(a, b); }
    PLIANT_INLINE static Pack fma(Pack a, Pack b, Pack c) { return PLIANT_ISA::fma(a, b, c); }
    PLIANT_INLINE static Pack sqrt(Pack a) { return PLIANT_ISA::sqrt(a); }
};
#ifndef PLIANT_REAL_DOUBLE
/// And of a Quad, which is a Pack in double.
template <>
struct Number<Quad> {
    using Scalar = Real;

    PLIANT_INLINE static Quad fma(Quad a, Quad b, Quad c) { return PLIANT_ISA::fma(a, b, c); }
};
#endif

/// The Quads at two addresses side by side; in double, where a Pack has room for one, the first.
PLIANT_INLINE Pack load_quads(const Real* first, const Real* second) {
#if defined(PLIANT_REAL_DOUBLE)
    return static_cast<void>(second), load_quad(first);
#elif defined(__AVX__)
    return Pack(_mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(first)), _mm_load_ps(second), 1));
#else
    return __builtin_shufflevector(load_quad(first), load_quad(second), 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}
#if defined(__AVX__) && !defined(PLIANT_REAL_DOUBLE)
#define PLIANT_HAS_LENGTH_SQUARED
/// x² + y² + z² of each Quad of a Pack, in all of its lanes.
PLIANT_INLINE Pack length_squared(Pack p) { return Pack(_mm256_dp_ps(__m256(p), __m256(p), 0x7f)); }
#endif

}  // namespace pliant::PLIANT_ISA
