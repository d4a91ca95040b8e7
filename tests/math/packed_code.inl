// The doors of packed_code.hpp: included by one source per instruction set, after PLIANT_ISA is defined.
#include "math/packed_code.hpp"

#include "math/pack_rotation.hpp"

namespace pliant::PLIANT_ISA {
namespace {

using testing::Four;
using testing::Nine;
using testing::Six;
using testing::Three;

/// Component k of every lane's array as one Pack, and back.
template <class Array>
Pack gather(const Array* from, std::size_t k) {
    Pack p{};
    for (std::size_t l = 0; l < lanes; ++l) p[l] = from[l][k];
    return p;
}
template <class Array>
void scatter(Pack p, Array* to, std::size_t k) {
    for (std::size_t l = 0; l < lanes; ++l) to[l][k] = p[l];
}
PackVec gather(const Three* v) { return {gather(v, 0), gather(v, 1), gather(v, 2)}; }
PackQuat gather(const Four* q) { return {gather(q, 0), gather(q, 1), gather(q, 2), gather(q, 3)}; }
PackMat gather(const Nine* m) {
    return {{{gather(m, 0), gather(m, 1), gather(m, 2)},
             {gather(m, 3), gather(m, 4), gather(m, 5)},
             {gather(m, 6), gather(m, 7), gather(m, 8)}}};
}
void scatter(const PackVec& v, Three* to) { scatter(v.x, to, 0), scatter(v.y, to, 1), scatter(v.z, to, 2); }
void scatter(const PackQuat& q, Four* to) {
    scatter(q.w, to, 0), scatter(q.x, to, 1), scatter(q.y, to, 2), scatter(q.z, to, 3);
}
void scatter(const PackMat& m, Nine* to) {
    for (std::size_t j = 0; j < 3; ++j) {
        scatter(m.c[j].x, to, 3 * j);
        scatter(m.c[j].y, to, 3 * j + 1);
        scatter(m.c[j].z, to, 3 * j + 2);
    }
}
void scatter(Mask mask, bool* to) {
    for (std::size_t l = 0; l < lanes; ++l) to[l] = mask[l] != 0;
}

void nearest_rotation_door(const Nine* a, const Four* start, Nine* rotation) {
    scatter(to_matrix(nearest_rotation(gather(a), gather(start))), rotation);
}
void newton_rotation_door(const Nine* a, const Four* start, Nine* rotation, bool* arrived) {
    Mask there;
    scatter(to_matrix(newton_rotation(gather(a), gather(start), there)), rotation);
    scatter(there, arrived);
}
void svd_door(const Nine* a, const Four* previous, Nine* u, Three* sigma, Nine* v) {
    const PackSvd d = svd(gather(a), to_matrix(gather(previous)));
    scatter(d.u, u);
    scatter(d.sigma, sigma);
    scatter(d.v, v);
}
void solve_door(const Six* s, const Three* b, Real margin, Three* x, bool* definite) {
    const PackSym m{gather(s, 0), gather(s, 1), gather(s, 2), gather(s, 3), gather(s, 4), gather(s, 5)};
    Mask positive;
    scatter(solve(m, gather(b), pack(margin), positive), x);
    scatter(positive, definite);
}
void multiply_door(const Nine* a, const Nine* b, Nine* product) { scatter(multiply(gather(a), gather(b)), product); }
void transpose_multiply_door(const Nine* a, const Nine* b, Nine* product) {
    scatter(transpose_multiply(gather(a), gather(b)), product);
}
void to_matrix_door(const Four* q, Nine* m) { scatter(to_matrix(gather(q)), m); }
void to_quaternion_door(const Nine* m, Four* q) { scatter(to_quaternion(gather(m)), q); }
void turn_door(const Four* q, const Three* half, Four* turned) {
    scatter(normalized(turn(gather(q), gather(half))), turned);
}

// The same of single numbers.
Vector3<Real> one_of(const Three& v) { return {v[0], v[1], v[2]}; }
Quaternion<Real> one_of(const Four& q) { return {q[0], q[1], q[2], q[3]}; }
Matrix3<Real> one_of(const Nine& m) { return {{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}}}; }
Three array_of(const Vector3<Real>& v) { return {v.x, v.y, v.z}; }
Four array_of(const Quaternion<Real>& q) { return {q.w, q.x, q.y, q.z}; }
Nine array_of(const Matrix3<Real>& m) {
    return {m.c[0].x, m.c[0].y, m.c[0].z, m.c[1].x, m.c[1].y, m.c[1].z, m.c[2].x, m.c[2].y, m.c[2].z};
}

void nearest_rotation_by_one(const Nine* a, const Four* start, Nine* rotation) {
    for (std::size_t l = 0; l < lanes; ++l)
        rotation[l] = array_of(to_matrix(nearest_rotation(one_of(a[l]), one_of(start[l]))));
}
void svd_by_one(const Nine* a, const Four* previous, Nine* u, Three* sigma, Nine* v) {
    for (std::size_t l = 0; l < lanes; ++l) {
        const Svd<Real> d = svd(one_of(a[l]), to_matrix(one_of(previous[l])));
        u[l] = array_of(d.u), sigma[l] = array_of(d.sigma), v[l] = array_of(d.v);
    }
}
void solve_by_one(const Six* s, const Three* b, Real margin, Three* x, bool* definite) {
    for (std::size_t l = 0; l < lanes; ++l) {
        const Symmetric3<Real> m{s[l][0], s[l][1], s[l][2], s[l][3], s[l][4], s[l][5]};
        x[l] = array_of(solve(m, one_of(b[l]), margin, definite[l]));
    }
}
void to_quaternion_by_one(const Nine* m, Four* q) {
    for (std::size_t l = 0; l < lanes; ++l) q[l] = array_of(to_quaternion(one_of(m[l])));
}

}  // namespace

extern const testing::PackedCode packed_code;
const testing::PackedCode packed_code{PLIANT_ISA_TEXT,
                                      lanes,
                                      static_cast<double>(RotationLimits<Real>::newton_tolerance),
                                      static_cast<double>(RotationLimits<Real>::rank_tolerance),
                                      nearest_rotation_door,
                                      newton_rotation_door,
                                      svd_door,
                                      solve_door,
                                      multiply_door,
                                      transpose_multiply_door,
                                      to_matrix_door,
                                      to_quaternion_door,
                                      turn_door,
                                      nearest_rotation_by_one,
                                      svd_by_one,
                                      solve_by_one,
                                      to_quaternion_by_one};

}  // namespace pliant::PLIANT_ISA
