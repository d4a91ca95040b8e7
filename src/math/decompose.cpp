#include "math/decompose.hpp"

#include "core/assert.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/SVD>

namespace pliant {

Mat3 nearest_rotation(const Mat3& m) {
    const Eigen::JacobiSVD<Mat3> svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Mat3 u = svd.matrixU();
    if ((u * svd.matrixV().transpose()).determinant() < 0) u.col(2) *= -1;
    return u * svd.matrixV().transpose();
}

Vec3 signed_singular_values(const Mat3& m) {
    Vec3 s = Eigen::JacobiSVD<Mat3>(m).singularValues();
    if (m.determinant() < 0) s.z() = -s.z();
    return s;
}

PseudoInverse pseudo_inverse(const Mat3& symmetric, double cutoff) {
    PLIANT_ASSERT(cutoff >= 0);
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(symmetric);
    const double threshold = cutoff * eigen.eigenvalues().maxCoeff();
    PseudoInverse result{Mat3::Zero(), Mat3::Zero()};
    for (int k = 0; k < 3; ++k) {
        const Vec3 axis = eigen.eigenvectors().col(k);
        const double value = eigen.eigenvalues()[k];
        if (value > threshold && value > 0)
            result.inverse += axis * axis.transpose() / value;
        else
            result.missing += axis * axis.transpose();
    }
    return result;
}

Mat3 axis_angle(const Vec3& axis, double radians) {
    PLIANT_ASSERT(radians == 0 || axis.squaredNorm() > 0);
    return Eigen::AngleAxisd(radians, axis.normalized()).toRotationMatrix();
}

}  // namespace pliant
