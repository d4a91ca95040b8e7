#include "reference/glue.hpp"

namespace pliant::reference {
namespace {

Cloud cloud_of(const BoundSystem::Binding& binding, const std::vector<Vector3d>& position) {
    Cloud cloud{binding.rest, {}, binding.weight};
    for (const std::size_t p : binding.parents) cloud.now.push_back(position[p]);
    return cloud;
}

/// φ − x_b of all bindings.
Eigen::VectorXd gaps(const BoundSystem& system, const std::vector<Vector3d>& position) {
    Eigen::VectorXd c(3 * static_cast<Eigen::Index>(system.bindings.size()));
    for (std::size_t b = 0; b < system.bindings.size(); ++b) {
        const BoundSystem::Binding& binding = system.bindings[b];
        c.segment<3>(3 * static_cast<Eigen::Index>(b)) =
            bound_place(cloud_of(binding, position), binding.rest_point) - position[binding.particle];
    }
    return c;
}

/// Their derivative.
Eigen::MatrixXd derivative(const BoundSystem& system, const std::vector<Vector3d>& position) {
    Eigen::MatrixXd c = Eigen::MatrixXd::Zero(3 * static_cast<Eigen::Index>(system.bindings.size()),
                                              3 * static_cast<Eigen::Index>(position.size()));
    for (std::size_t b = 0; b < system.bindings.size(); ++b) {
        const BoundSystem::Binding& binding = system.bindings[b];
        const Cloud cloud = cloud_of(binding, position);
        const auto row = 3 * static_cast<Eigen::Index>(b);
        for (std::size_t i = 0; i < binding.parents.size(); ++i)
            c.block<3, 3>(row, 3 * static_cast<Eigen::Index>(binding.parents[i])) +=
                bound_derivative(cloud, binding.rest_point, i);
        c.block<3, 3>(row, 3 * static_cast<Eigen::Index>(binding.particle)) -= Matrix3d::Identity();
    }
    return c;
}

std::vector<Vector3d> moved(const BoundSystem& system, const Eigen::VectorXd& velocity, double h) {
    std::vector<Vector3d> position = system.position;
    for (std::size_t i = 0; i < position.size(); ++i)
        position[i] += h * velocity.segment<3>(3 * static_cast<Eigen::Index>(i));
    return position;
}

}  // namespace

CloudFit fit_cloud(const Cloud& cloud) {
    CloudFit fit;
    fit.center = fit.rest_center = Vector3d::Zero();
    for (std::size_t i = 0; i < cloud.now.size(); ++i) {
        fit.center += cloud.weight[i] * cloud.now[i];
        fit.rest_center += cloud.weight[i] * cloud.rest[i];
    }
    Matrix3d m = Matrix3d::Zero();
    for (std::size_t i = 0; i < cloud.now.size(); ++i)
        m += cloud.weight[i] * (cloud.now[i] - fit.center) * (cloud.rest[i] - fit.rest_center).transpose();
    const Eigen::JacobiSVD<Matrix3d> svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
    fit.u = svd.matrixU();
    fit.v = svd.matrixV();
    if ((fit.u * fit.v.transpose()).determinant() < 0) fit.u.col(2) *= -1;
    fit.s = (fit.u.transpose() * m * fit.v).diagonal();
    fit.rotation = fit.u * fit.v.transpose();
    return fit;
}

Vector3d bound_place(const Cloud& cloud, const Vector3d& rest_point) {
    const CloudFit fit = fit_cloud(cloud);
    return fit.rotation * (rest_point - fit.rest_center) + fit.center;
}

Matrix3d bound_derivative(const Cloud& cloud, const Vector3d& rest_point, std::size_t i) {
    const CloudFit fit = fit_cloud(cloud);
    Matrix3d result = cloud.weight[i] * Matrix3d::Identity();  // ∂t/∂x_i
    for (int l = 0; l < 3; ++l) {
        const Matrix3d d_m = cloud.weight[i] * Vector3d::Unit(l) * (cloud.rest[i] - fit.rest_center).transpose();
        const Matrix3d turned = fit.u.transpose() * d_m * fit.v;
        Matrix3d omega = Matrix3d::Zero();
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k)
                if (j != k) omega(j, k) = (turned(j, k) - turned(k, j)) / (fit.s[j] + fit.s[k]);
        result.col(l) += fit.u * omega * fit.v.transpose() * (rest_point - fit.rest_center);
    }
    return result;
}

void step_bound(BoundSystem& system, double h) {
    const auto size = 3 * static_cast<Eigen::Index>(system.position.size());
    Eigen::VectorXd velocity(size), inverse_mass(size);
    for (std::size_t i = 0; i < system.position.size(); ++i) {
        velocity.segment<3>(3 * static_cast<Eigen::Index>(i)) = system.velocity[i];
        inverse_mass.segment<3>(3 * static_cast<Eigen::Index>(i)).setConstant(1 / system.mass[i]);
    }
    const Eigen::MatrixXd before = derivative(system, system.position);
    for (int iteration = 0; iteration < 20; ++iteration) {
        const std::vector<Vector3d> position = moved(system, velocity, h);
        const Eigen::VectorXd c = gaps(system, position);
        const Eigen::MatrixXd after = derivative(system, position);
        const Eigen::MatrixXd response = h * after * inverse_mass.asDiagonal() * before.transpose();
        velocity -= inverse_mass.asDiagonal() * (before.transpose() * response.fullPivLu().solve(c));
    }
    system.position = moved(system, velocity, h);
    for (std::size_t i = 0; i < system.position.size(); ++i)
        system.velocity[i] = velocity.segment<3>(3 * static_cast<Eigen::Index>(i));
}

Vector3d linear_weights(const Vector3d (&triangle)[3], const Vector3d& point) {
    Eigen::Matrix<double, 4, 3> equations;
    Eigen::Vector4d right;
    for (int k = 0; k < 3; ++k) equations.col(k) << triangle[k], 1;
    right << point, 1;
    return equations.colPivHouseholderQr().solve(right);
}

}  // namespace pliant::reference
