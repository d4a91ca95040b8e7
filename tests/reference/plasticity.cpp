#include "reference/plasticity.hpp"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace pliant::reference {

void flow(const FlowRule& rule, const Matrix3d& elastic, double dt, Matrix3d& plastic, double& accumulated,
          double part) {
    const Eigen::JacobiSVD<Matrix3d> svd(elastic, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Vector3d sigma = svd.singularValues();
    const Matrix3d v = svd.matrixV();
    if (elastic.determinant() > 0 && sigma[2] > 1e-3 * sigma[0]) {
        const Vector3d same_volume = sigma / std::cbrt(sigma.prod());
        const double size = (same_volume - Vector3d::Ones()).norm();
        const double yield = std::max(rule.yield + rule.hardening * accumulated, 0.0);
        if (size > yield + 1e-7) {
            const double per_step = 1 - std::exp(-rule.rate * dt);
            double gamma = std::clamp(per_step * (size - yield) / size, 0.0, 1.0);
            // Not so far that the springs are strained more than before: see docs/methods.md section 3.
            const double before = (sigma - Vector3d::Ones()).squaredNorm();
            for (int tries = 0; tries < 8; ++tries) {
                if ((sigma - Vector3d(same_volume.array().pow(gamma))).squaredNorm() <= before) break;
                gamma = tries < 7 ? 0.5 * gamma : 0;
            }
            const Vector3d power = same_volume.array().pow(part * gamma);
            plastic = v * power.asDiagonal() * v.transpose() * plastic;
            plastic /= std::cbrt(plastic.determinant());
            accumulated += dt * (sigma - Vector3d::Ones()).norm();
        }
    }
    const Eigen::JacobiSVD<Matrix3d> own(plastic, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Vector3d logs = own.singularValues().array().log();
    const double bound = std::log(rule.largest_stretch), largest = logs.cwiseAbs().maxCoeff();
    const double scale = std::exp(-rule.recovery * dt) * (largest > bound ? bound / largest : 1);
    const Vector3d scaled = (scale * logs).array().exp();
    plastic = own.matrixU() * scaled.asDiagonal() * own.matrixV().transpose();
}

}  // namespace pliant::reference
