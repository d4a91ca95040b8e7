// Every header that CPU and GPU share, as CUDA: does its compiler accept them, on both sides? Compiled by a test of
// tests/CMakeLists.txt where clang or nvcc is installed; never run.
#if defined(__clang__)
#include "cuda_words.hpp"
#endif

#include "math/shared/matrix3.hpp"
#include "math/shared/number.hpp"
#include "math/shared/rotation3.hpp"
#include "point_based/shared/elastoplastic.hpp"
#include "shape_matching/shared/cluster_fit.hpp"
#include "shape_matching/shared/member.hpp"

namespace pliant::PLIANT_ISA {

/// Calls every formula, so that it is instantiated.
template <class T>
__host__ __device__ T use_all(Matrix3<T> a, Vector3<T> v, T s) {
    const Quaternion<T> none{T(1), T(0), T(0), T(0)};
    const Quaternion<T> q = least_squares_rotation(a, a, none);
    const Matrix3<T> r = to_matrix(to_quaternion(deformation_rotation(a, to_matrix(q), a, a, a)));
    const Symmetric3<T> inertia = inertia_of(v, v, v);
    const Vector3<T> spin = solve_spin(inertia, v, s);
    const Vector3<T> pull = goal_from(r.c[0], r.c[1], r.c[2], v.x, v.y, v.z, spin);
    const Vector3<T> vote = vote_of(pull, share_left(s, pull.x, pull.y, pull.z));
    const Vector3<T> change = damping_change(vote, s, v, cross(spin, v));
    T factor = 0;
    if (is_too_fast(dot(change, change), s, factor)) return factor;
    Symmetric3<T> inverse;
    T volume;
    invert_basis(a, poly6_weight(s, s), inverse, volume);
    const Svd<T> d = svd(multiply(a, to_matrix(inverse)), r);
    const Vector3<T> p = stress_of(d.sigma, s, s);
    const T sigma[3] = {d.sigma.x, d.sigma.y, d.sigma.z};
    T plastic[3];
    const T flowed = plastic_stretch(sigma, flow_share(s, s, s, s), plastic);
    const Symmetric3<T> rest = rotated(d.v, Vector3<T>{plastic[0], plastic[1], plastic[2]});
    return flowed + dot(p, p) + rest.xx + volume + abs(min(s, max(s, T(1))));
}

__global__ void on_device(float* single, double* twice) {
    *single = use_all<float>({}, {}, *single);
    *twice = use_all<double>({}, {}, *twice);
}

void on_host(float* single, double* twice) {
    *single = use_all<float>({}, {}, *single);
    *twice = use_all<double>({}, {}, *twice);
}

}  // namespace pliant::PLIANT_ISA
