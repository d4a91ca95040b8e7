// Numbers for arithmetic that CPU and GPU share.
//
// The headers in folders named `shared` hold formulas once, as templates over the type of number T:
//     float, double   one cluster or particle: a GPU's thread, tests, plain loops
//     Pack            eight (four in double) of them at a time: the CPU's kernels (math/simd.hpp)
// They are plain enough for every compiler that will see them, CUDA's included: no Eigen, no standard library, no
// exceptions, no allocation. What T can do besides + − · ÷ and comparisons is in Number<T>. The same operations in the
// same order give the same bits in a float as in the lane of a Pack, where both have fused multiply-adds or neither
// has; nothing is fused unless fma() says so.
#pragma once

// nvcc says it is CUDA by the first, clang by the second.
#if defined(__CUDACC__) || defined(__CUDA__)
#define PLIANT_CUDA
#endif

#ifndef PLIANT_ISA
#if defined(PLIANT_CUDA)
#define PLIANT_ISA cuda
#else
#define PLIANT_ISA portable
#endif
#endif

#if defined(PLIANT_CUDA)
#define PLIANT_SHARED __host__ __device__ inline
// Large and rarely called: kept out of line.
#define PLIANT_SHARED_COLD static __host__ __device__ __attribute__((noinline))
#else
#define PLIANT_SHARED [[gnu::always_inline]] inline
#define PLIANT_SHARED_COLD [[gnu::noinline]] static
#endif

// As in math/simd.hpp, each instruction set has its own copies, which no linker can mistake for another's.
namespace pliant::PLIANT_ISA {

/// What all scalars have in common; Scalar is float or double.
template <class S>
struct ScalarNumber {
    using Scalar = S;
    using Mask = bool;

    static constexpr bool in_double = sizeof(S) == 8;
    /// The distance from 1 to the next number.
    static constexpr S epsilon = in_double ? S(0x1p-52) : S(0x1p-23);

    PLIANT_SHARED static S of(S value) { return value; }
    PLIANT_SHARED static S select(bool mask, S a, S b) { return mask ? a : b; }
    PLIANT_SHARED static bool any(bool mask) { return mask; }
    PLIANT_SHARED static bool all(bool mask) { return mask; }
    PLIANT_SHARED static S abs(S a) { return a < S(0) ? -a : a; }
    PLIANT_SHARED static S max(S a, S b) { return a > b ? a : b; }
    /// b where a is not a number.
    PLIANT_SHARED static S min(S a, S b) { return a < b ? a : b; }
};

/// For float and double; math/simd.hpp has that of Pack.
template <class T>
struct Number;

template <>
struct Number<float> : ScalarNumber<float> {
    PLIANT_SHARED static float fma(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
        return ::fmaf(a, b, c);
#elif defined(__FMA__)
        return __builtin_fmaf(a, b, c);
#else
        return a * b + c;
#endif
    }
#if defined(__CUDA_ARCH__)
    PLIANT_SHARED static float sqrt(float a) { return ::sqrtf(a); }
    PLIANT_SHARED static float log(float a) { return ::logf(a); }
    PLIANT_SHARED static float exp(float a) { return ::expf(a); }
    PLIANT_SHARED static float expm1(float a) { return ::expm1f(a); }
#else
    PLIANT_SHARED static float sqrt(float a) { return __builtin_sqrtf(a); }
    PLIANT_SHARED static float log(float a) { return __builtin_logf(a); }
    PLIANT_SHARED static float exp(float a) { return __builtin_expf(a); }
    PLIANT_SHARED static float expm1(float a) { return __builtin_expm1f(a); }
#endif
};

template <>
struct Number<double> : ScalarNumber<double> {
    PLIANT_SHARED static double fma(double a, double b, double c) {
#if defined(__CUDA_ARCH__)
        return ::fma(a, b, c);
#elif defined(__FMA__)
        return __builtin_fma(a, b, c);
#else
        return a * b + c;
#endif
    }
#if defined(__CUDA_ARCH__)
    PLIANT_SHARED static double sqrt(double a) { return ::sqrt(a); }
    PLIANT_SHARED static double log(double a) { return ::log(a); }
    PLIANT_SHARED static double exp(double a) { return ::exp(a); }
    PLIANT_SHARED static double expm1(double a) { return ::expm1(a); }
#else
    PLIANT_SHARED static double sqrt(double a) { return __builtin_sqrt(a); }
    PLIANT_SHARED static double log(double a) { return __builtin_log(a); }
    PLIANT_SHARED static double exp(double a) { return __builtin_exp(a); }
    PLIANT_SHARED static double expm1(double a) { return __builtin_expm1(a); }
#endif
};

/// float or double: what T is made of.
template <class T>
using ScalarOf = typename Number<T>::Scalar;
/// What comparing two T gives.
template <class T>
using MaskOf = typename Number<T>::Mask;

/// The same scalar in all lanes.
template <class T>
PLIANT_SHARED T number(ScalarOf<T> value) {
    return Number<T>::of(value);
}
template <class T>
PLIANT_SHARED T select(MaskOf<T> mask, T a, T b) {
    return Number<T>::select(mask, a, b);
}
template <class T>
PLIANT_SHARED T abs(T a) {
    return Number<T>::abs(a);
}
template <class T>
PLIANT_SHARED T max(T a, T b) {
    return Number<T>::max(a, b);
}
template <class T>
PLIANT_SHARED T min(T a, T b) {
    return Number<T>::min(a, b);
}
template <class T>
PLIANT_SHARED T fma(T a, T b, T c) {
    return Number<T>::fma(a, b, c);
}
template <class T>
PLIANT_SHARED T sqrt(T a) {
    return Number<T>::sqrt(a);
}

}  // namespace pliant::PLIANT_ISA
