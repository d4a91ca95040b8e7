// The few words of CUDA that tests/math/shared_headers.cu needs, for clang without CUDA's own headers.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))

extern "C" {
__device__ float fmaf(float, float, float);
__device__ float sqrtf(float);
__device__ float logf(float);
__device__ float expf(float);
__device__ float expm1f(float);
__device__ double fma(double, double, double);
__device__ double sqrt(double);
__device__ double log(double);
__device__ double exp(double);
__device__ double expm1(double);
}
