// The two matrix questions of shape matching, answered for every input, singular ones included.
#pragma once

#include <Eigen/Dense>

namespace pliant::reference {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// A singular value below this share of the largest one leaves its direction undetermined.
inline constexpr double rank_cutoff = 1e-9;
/// An eigenvalue of an inertia tensor below this share of the largest one counts as zero: a spin about that axis moves
/// nothing.
inline constexpr double inertia_cutoff = 1e-6;

/// The proper rotation R (det = +1) that maximises tr(Rᵀ matrix). With matrix = U S Vᵀ it is R = U Z Vᵀ, where
/// Z = diag(1, 1, det(U Vᵀ)) gives the sign flip to the smallest singular value, so that matrix Rᵀ is symmetric.
///
/// Rank 2 still determines R. Rank 1 determines only R v₁ = u₁: the rest comes from `previous` by R v₂ ∥ previous v₂
/// made orthogonal to u₁. Rank 0 returns `previous`. matrix Rᵀ stays symmetric in each case, which is why no torque
/// appears.
Matrix3d proper_rotation(const Matrix3d& matrix, const Matrix3d& previous);

/// The Moore–Penrose inverse of a symmetric positive semi-definite matrix, with eigenvalues at or below
/// `relative_cutoff` times the largest taken as zero.
Matrix3d pseudo_inverse(const Matrix3d& symmetric, double relative_cutoff);

/// |q|² I − q qᵀ: what a unit mass at q adds to an inertia tensor about the origin.
Matrix3d unit_inertia(const Vector3d& q);

}  // namespace pliant::reference
