#include "reference/glue.hpp"

#include <Eigen/Geometry>

namespace pliant::reference {
namespace {

/// Where everything is.
struct Places {
    std::vector<Vector3d> particles;
    std::vector<GluedSystem::Pose> rigid;
};
using Binding = GluedSystem::Binding;
using End = GluedSystem::End;

Cloud cloud_of(const End& end, const Places& places) {
    Cloud cloud{end.rest, {}, end.weight};
    for (const std::size_t p : end.parents) cloud.now.push_back(places.particles[p]);
    return cloud;
}

bool is_particle(const End& end) { return end.parents.size() == 1; }

Vector3d place_of(const End& end, const Places& places) {
    if (end.rigid) return places.rigid[*end.rigid].center + places.rigid[*end.rigid].rotation * end.point;
    return is_particle(end) ? places.particles[end.parents[0]] : bound_place(cloud_of(end, places), end.point);
}

Matrix3d turn_of(const End& end, const Places& places) {
    if (end.rigid) return places.rigid[*end.rigid].rotation * end.turn.transpose();
    return fit_cloud(cloud_of(end, places)).rotation;
}

/// The turn from one rotation to the other, rad.
Vector3d angle_between(const Matrix3d& from, const Matrix3d& to) {
    const Eigen::AngleAxisd turn(Matrix3d(to * from.transpose()));
    return turn.angle() * turn.axis();
}

Vector3d point_of_force(const Binding& binding, const Places& position) {
    const Vector3d a = place_of(binding.a, position), b = place_of(binding.b, position);
    return is_particle(binding.b) ? b : Vector3d(0.5 * (a + b));
}

/// Numbers in the velocities of all: three of a particle, six of a rigid body.
Eigen::Index size_of(const Places& places) {
    return 3 * static_cast<Eigen::Index>(places.particles.size() + 2 * places.rigid.size());
}

/// c of all bindings, three rows each, and three more of welded ones.
Eigen::VectorXd gaps(const GluedSystem& system, const Places& position) {
    std::vector<double> c;
    const auto add = [&](const Vector3d& rows) { c.insert(c.end(), {rows.x(), rows.y(), rows.z()}); };
    for (const Binding& binding : system.bindings) {
        add(place_of(binding.a, position) - place_of(binding.b, position));
        if (binding.welded) add(angle_between(turn_of(binding.b, position), turn_of(binding.a, position)));
    }
    return Eigen::Map<Eigen::VectorXd>(c.data(), static_cast<Eigen::Index>(c.size()));
}

/// Adds the velocity of the end's point that is at `point`, or its spin, for each velocity of its parents.
template <class Rows>
void add_place(const End& end, const Places& position, const Vector3d& point, double sign, Rows rows) {
    if (end.rigid) {
        const auto column = 3 * static_cast<Eigen::Index>(position.particles.size() + 2 * *end.rigid);
        rows.template middleCols<3>(column) += sign * Matrix3d::Identity();
        const Vector3d arm = point - position.rigid[*end.rigid].center;
        for (int k = 0; k < 3; ++k) rows.col(column + 3 + k) += sign * Vector3d::Unit(k).cross(arm);
        return;
    }
    const Cloud cloud = cloud_of(end, position);
    for (std::size_t i = 0; i < end.parents.size(); ++i) {
        Matrix3d block = Matrix3d::Identity();
        if (!is_particle(end)) {
            const CloudFit fit = fit_cloud(cloud);
            const Vector3d own = fit.rotation.transpose() * (point - fit.center) + fit.rest_center;
            block = bound_derivative(cloud, own, i);
        }
        rows.template middleCols<3>(3 * static_cast<Eigen::Index>(end.parents[i])) += sign * block;
    }
}
template <class Rows>
void add_turn(const End& end, const Places& position, double sign, Rows rows) {
    if (end.rigid) {
        const auto column = 3 * static_cast<Eigen::Index>(position.particles.size() + 2 * *end.rigid + 1);
        rows.template middleCols<3>(column) += sign * Matrix3d::Identity();
        return;
    }
    const Cloud cloud = cloud_of(end, position);
    for (std::size_t i = 0; i < end.parents.size(); ++i)
        rows.template middleCols<3>(3 * static_cast<Eigen::Index>(end.parents[i])) += sign * turn_derivative(cloud, i);
}

Eigen::MatrixXd derivative(const GluedSystem& system, const Places& position, Eigen::Index count) {
    Eigen::MatrixXd c = Eigen::MatrixXd::Zero(count, size_of(position));
    Eigen::Index row = 0;
    for (const Binding& binding : system.bindings) {
        const Vector3d point = point_of_force(binding, position);
        add_place(binding.a, position, point, 1, c.middleRows<3>(row));
        add_place(binding.b, position, point, -1, c.middleRows<3>(row));
        row += 3;
        if (!binding.welded) continue;
        add_turn(binding.a, position, 1, c.middleRows<3>(row));
        add_turn(binding.b, position, -1, c.middleRows<3>(row));
        row += 3;
    }
    return c;
}

/// Per row: λ = −h (k c' + d C v') as softness λ + elastic c'/h + (1 − elastic) C v' = 0, with 0 and 1 where exact.
struct Softness {
    Eigen::VectorXd softness, elastic;
};
Softness softness_of(const GluedSystem& system, double h, Eigen::Index count) {
    Softness soft{Eigen::VectorXd::Zero(count), Eigen::VectorXd::Ones(count)};
    Eigen::Index row = 0;
    for (const Binding& binding : system.bindings) {
        for (int turns = 0; turns < (binding.welded ? 2 : 1); ++turns, row += 3) {
            if (!binding.spring) continue;
            const auto [k, d, lever] = *binding.spring;
            const double arm = turns == 0 ? 1 : lever * lever, total = h * h * k + h * d;
            soft.softness.segment<3>(row).setConstant(1 / (arm * total));
            soft.elastic.segment<3>(row).setConstant(h * h * k / total);
        }
    }
    return soft;
}

Places moved(const GluedSystem& system, const Eigen::VectorXd& velocity, double h) {
    Places places{system.position, system.poses};
    Eigen::Index row = 0;
    for (Vector3d& particle : places.particles) {
        particle += h * velocity.segment<3>(row);
        row += 3;
    }
    for (GluedSystem::Pose& pose : places.rigid) {
        const Vector3d angle = h * velocity.segment<3>(row + 3);
        pose.center += h * velocity.segment<3>(row);
        if (angle.norm() > 0) pose.rotation = Eigen::AngleAxisd(angle.norm(), angle.normalized()) * pose.rotation;
        row += 6;
    }
    return places;
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

namespace {

/// ∂R/∂x_i along axis l, eq. 8–17.
Matrix3d rotation_derivative(const Cloud& cloud, const CloudFit& fit, std::size_t i, int l) {
    const Matrix3d d_m = cloud.weight[i] * Vector3d::Unit(l) * (cloud.rest[i] - fit.rest_center).transpose();
    const Matrix3d turned = fit.u.transpose() * d_m * fit.v;
    Matrix3d omega = Matrix3d::Zero();
    for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k)
            if (j != k) omega(j, k) = (turned(j, k) - turned(k, j)) / (fit.s[j] + fit.s[k]);
    return fit.u * omega * fit.v.transpose();
}

}  // namespace

Matrix3d bound_derivative(const Cloud& cloud, const Vector3d& rest_point, std::size_t i) {
    const CloudFit fit = fit_cloud(cloud);
    Matrix3d result = cloud.weight[i] * Matrix3d::Identity();  // ∂t/∂x_i
    for (int l = 0; l < 3; ++l) result.col(l) += rotation_derivative(cloud, fit, i, l) * (rest_point - fit.rest_center);
    return result;
}

Matrix3d turn_derivative(const Cloud& cloud, std::size_t i) {
    const CloudFit fit = fit_cloud(cloud);
    Matrix3d result;
    for (int l = 0; l < 3; ++l) {
        const Matrix3d spin = rotation_derivative(cloud, fit, i, l) * fit.rotation.transpose();
        result.col(l) = Vector3d(spin(2, 1), spin(0, 2), spin(1, 0));
    }
    return result;
}

void step_glued(GluedSystem& system, double h) {
    const Places start{system.position, system.poses};
    Eigen::VectorXd free(size_of(start)), inverse_mass(size_of(start));
    Eigen::Index row = 0;
    const auto add = [&](const Vector3d& velocity, double mass) {
        free.segment<3>(row) = velocity;
        inverse_mass.segment<3>(row).setConstant(1 / mass);
        row += 3;
    };
    for (std::size_t i = 0; i < system.position.size(); ++i) add(system.velocity[i], system.mass[i]);
    for (const GluedSystem::Rigid& rigid : system.rigid) {
        add(rigid.velocity, rigid.mass);
        add(rigid.spin, rigid.inertia);
    }
    const Eigen::Index rows = gaps(system, start).size();
    const Eigen::MatrixXd before = derivative(system, start, rows);
    const Eigen::MatrixXd push = inverse_mass.asDiagonal() * before.transpose();
    const Softness soft = softness_of(system, h, rows);
    const Eigen::VectorXd viscous = Eigen::VectorXd::Ones(rows) - soft.elastic;
    Eigen::VectorXd lambda = Eigen::VectorXd::Zero(rows), velocity = free;
    for (int iteration = 0; iteration < 30; ++iteration) {
        const Places position = moved(system, velocity, h);
        const Eigen::VectorXd left = soft.softness.cwiseProduct(lambda) +
                                     soft.elastic.cwiseProduct(gaps(system, position)) / h +
                                     viscous.cwiseProduct(before * velocity);
        Eigen::MatrixXd slope = soft.elastic.asDiagonal() * derivative(system, position, rows) * push;
        slope += viscous.asDiagonal() * before * push;
        slope.diagonal() += soft.softness;
        const Eigen::VectorXd change = slope.fullPivLu().solve(left);
        lambda -= change;
        velocity = free + push * lambda;
        if (change.norm() < 1e-14 * lambda.norm()) break;
    }
    const Places end = moved(system, velocity, h);
    system.position = end.particles;
    system.poses = end.rigid;
    row = 0;
    const auto take = [&](Vector3d& to) {
        to = velocity.segment<3>(row);
        row += 3;
    };
    for (Vector3d& v : system.velocity) take(v);
    for (GluedSystem::Rigid& rigid : system.rigid) {
        take(rigid.velocity);
        take(rigid.spin);
    }
}

Vector3d linear_weights(const Vector3d (&triangle)[3], const Vector3d& point) {
    Eigen::Matrix<double, 4, 3> equations;
    Eigen::Vector4d right;
    for (int k = 0; k < 3; ++k) equations.col(k) << triangle[k], 1;
    right << point, 1;
    return equations.colPivHouseholderQr().solve(right);
}

}  // namespace pliant::reference
