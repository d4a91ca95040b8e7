// The packed 3×3 code behind plain arrays, so that the tests see every instruction set through the same door and no
// Eigen or GoogleTest is compiled with the flags of one of them (see src/shape_matching/kernels.inl).
#pragma once

#include <pliant/types.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace pliant::testing {

/// One matrix, by columns; one quaternion, w first; a symmetric matrix as xx yy zz yz xz xy.
using Nine = std::array<Real, 9>;
using Six = std::array<Real, 6>;
using Four = std::array<Real, 4>;
using Three = std::array<Real, 3>;

/// Every pointer is to `lanes` things.
struct PackedCode {
    const char* name;
    std::size_t lanes;
    double newton_tolerance;
    double rank_tolerance;
    void (*nearest_rotation)(const Nine* a, const Four* start, Nine* rotation);
    void (*newton_rotation)(const Nine* a, const Four* start, Nine* rotation, bool* arrived);
    void (*svd)(const Nine* a, const Four* previous, Nine* u, Three* sigma, Nine* v);
    void (*solve)(const Six* s, const Three* b, Real margin, Three* x, bool* definite);
    void (*multiply)(const Nine* a, const Nine* b, Nine* product);
    void (*transpose_multiply)(const Nine* a, const Nine* b, Nine* product);
    void (*to_matrix)(const Four* q, Nine* m);
    void (*to_quaternion)(const Nine* m, Four* q);
    void (*turn)(const Four* q, const Three* half, Four* turned);
    // The same formulas of single numbers, one lane after the other.
    void (*nearest_rotation_by_one)(const Nine* a, const Four* start, Nine* rotation);
    void (*svd_by_one)(const Nine* a, const Four* previous, Nine* u, Three* sigma, Nine* v);
    void (*solve_by_one)(const Six* s, const Three* b, Real margin, Three* x, bool* definite);
    void (*to_quaternion_by_one)(const Nine* m, Four* q);
};

/// Those this machine can run; the portable one is always there.
std::vector<const PackedCode*> packed_codes();

}  // namespace pliant::testing
