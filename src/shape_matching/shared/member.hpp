// What a cluster does to one of its members: goal, damping, strain limit (docs/methods.md section 2).
//
// V is a vector: Vector3<T>, or what the CPU's kernels have in its stead, a Quad or a Pack of Quads. S is what a vector
// can be multiplied with: T, or the same vector with the number in all of its lanes.
#pragma once

#include "math/shared/matrix3.hpp"

namespace pliant::PLIANT_ISA {

/// R Fᵖ p + start, by the columns of R Fᵖ. From start = x̄ − x it is the goal minus the member's position, the
/// difference form that does not drift; with p and start times w m it is that times w m.
template <class V, class S>
PLIANT_SHARED V goal_from(const V& column0, const V& column1, const V& column2, S px, S py, S pz, const V& start) {
    return fma(column2, pz, fma(column1, py, fma(column0, px, start)));
}

/// What damping adds to a velocity v: the particle's clusters' drifts, weighted, less as much of v, plus their spins
/// crossed with its position.
template <class V, class S>
PLIANT_SHARED V damping_change(const V& drift, S rate, const V& v, const V& turned) {
    return drift - v * rate + turned;
}

/// Is a speed, given by its square, above the limit or no number at all? `factor` brings it down to the limit; 0 where
/// it has to be stopped.
template <class T>
PLIANT_SHARED bool is_too_fast(T squared, T limit, T& factor) {
    if (squared <= limit * limit) return false;
    const bool real = squared > T(0) && squared - squared == T(0);
    factor = real ? limit / sqrt(squared) : T(0);
    return true;
}

/// The share of the way from the member to its goal, (x, y, z), that the strain limit leaves: γ W_c / ‖d‖, at most 1,
/// and 1 when both are zero. Way and limit may both be times some w m.
template <class T>
PLIANT_SHARED T share_left(T limit, T x, T y, T z) {
    return min(limit / sqrt(fma(x, x, fma(y, y, z * z))), number<T>(1));
}

/// By how much a cluster asks its member to move.
template <class V, class S>
PLIANT_SHARED V vote_of(const V& pull, S left) {
    return fma(pull, -left, pull);
}

}  // namespace pliant::PLIANT_ISA
