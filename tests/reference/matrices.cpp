#include "reference/matrices.hpp"

namespace pliant::reference {
namespace {

Matrix3d columns(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
    Matrix3d result;
    result << a, b, c;
    return result;
}

/// The rotation that takes v₁ to u₁ and, as far as that allows, v₂ to where `previous` took it.
Matrix3d rotation_from_one_direction(const Vector3d& u1, const Matrix3d& v, const Matrix3d& previous) {
    const Vector3d v1 = v.col(0);
    Vector3d v2 = v.col(1);
    Vector3d u2 = previous * v2 - u1.dot(previous * v2) * u1;
    // previous v₂ and previous v₃ are orthogonal, so when one of them lies close to u₁ the other one does not.
    if (u2.squaredNorm() < 0.5) {
        const Vector3d other = previous * v.col(2) - u1.dot(previous * v.col(2)) * u1;
        if (other.squaredNorm() > u2.squaredNorm()) {
            v2 = v.col(2);
            u2 = other;
        }
    }
    u2.normalize();
    return columns(u1, u2, u1.cross(u2)) * columns(v1, v2, v1.cross(v2)).transpose();
}

}  // namespace

Matrix3d proper_rotation(const Matrix3d& matrix, const Matrix3d& previous) {
    const Eigen::JacobiSVD<Matrix3d> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Vector3d& s = svd.singularValues();  // falling
    const Matrix3d& u = svd.matrixU();
    const Matrix3d& v = svd.matrixV();
    if (s(0) == 0) return previous;
    if (s(1) < rank_cutoff * s(0)) return rotation_from_one_direction(u.col(0), v, previous);
    const double sign = (u * v.transpose()).determinant() < 0 ? -1 : 1;
    return u * Vector3d(1, 1, sign).asDiagonal() * v.transpose();
}

Matrix3d pseudo_inverse(const Matrix3d& symmetric, double relative_cutoff) {
    const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(symmetric);
    const Vector3d& values = eigen.eigenvalues();  // rising
    Vector3d inverse = Vector3d::Zero();
    for (int k = 0; k < 3; ++k) {
        if (values(k) > relative_cutoff * values(2)) inverse(k) = 1 / values(k);
    }
    return eigen.eigenvectors() * inverse.asDiagonal() * eigen.eigenvectors().transpose();
}

Matrix3d unit_inertia(const Vector3d& q) { return q.squaredNorm() * Matrix3d::Identity() - q * q.transpose(); }

}  // namespace pliant::reference
