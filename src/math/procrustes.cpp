#include <pliant/procrustes.hpp>

#include "core/assert.hpp"
#include "math/svd3.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// G⁻¹ from axes and extents; a sum of extents that vanishes is taken as the least that counts.
Mat3 turn_response_of(const Mat3& axes, const Vec3& s) {
    const double least = least_conditioning * s[0];
    Vec3 inverse = Vec3::Zero();
    if (s[0] > 0)
        inverse =
            Vec3(1 / std::max(s[1] + s[2], least), 1 / std::max(s[0] + s[2], least), 1 / std::max(s[0] + s[1], least));
    return axes * inverse.asDiagonal() * axes.transpose();
}

/// s_max(J)² of one 3×3 block: the largest eigenvalue of J Jᵀ, from the invariants of that matrix.
double largest_squared(const Mat3& block) {
    const Mat3 a = block * block.transpose();
    const double mean = a.trace() / 3;
    const Mat3 b = a - mean * Mat3::Identity();
    const double radius = std::sqrt(b.squaredNorm() / 6);
    if (!(radius > 0)) return mean;
    const double shape = std::clamp(b.determinant() / (2 * radius * radius * radius), -1.0, 1.0);
    return mean + 2 * radius * std::cos(std::acos(shape) / 3);
}

}  // namespace

ProcrustesFrame procrustes_frame(std::span<const Vec3> rest, std::span<const Vec3> now,
                                 std::span<const double> weights) {
    PLIANT_ASSERT(!rest.empty() && rest.size() == now.size() && rest.size() == weights.size());
    ProcrustesFrame frame;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        frame.total_weight += weights[i];
        frame.center += weights[i] * (now[i] - now[0]);
        frame.rest_center += weights[i] * (rest[i] - rest[0]);
    }
    PLIANT_ASSERT(frame.total_weight > 0);
    frame.center = now[0] + frame.center / frame.total_weight;
    frame.rest_center = rest[0] + frame.rest_center / frame.total_weight;
    Mat3 m = Mat3::Zero();
    for (std::size_t i = 0; i < rest.size(); ++i)
        m += (now[i] - frame.center) * (weights[i] / frame.total_weight * (rest[i] - frame.rest_center)).transpose();
    const Svd3 svd = svd3(m);
    frame.rotation = svd.u * svd.v.transpose();
    frame.axes = svd.u;
    frame.extent = svd.s;
    frame.turn_response = turn_response_of(svd.u, svd.s);
    frame.determined = frame.conditioning() >= least_conditioning;
    return frame;
}

Mat3 bound_jacobian(const ProcrustesFrame& frame, const Vec3& arm, const Vec3& rest, double weight) {
    const Vec3 q = frame.rotation * (rest - frame.rest_center);
    Mat3 turned = Mat3::Zero();  // [r×] G⁻¹ [q×], column by column
    for (int k = 0; k < 3; ++k) turned.col(k) = arm.cross(frame.turn_response * q.cross(Vec3::Unit(k)));
    return weight / frame.total_weight * (Mat3::Identity() - turned);
}

Vec3 frame_spin(const ProcrustesFrame& frame, std::span<const Vec3> rest, std::span<const double> weights,
                std::span<const Vec3> velocities) {
    PLIANT_ASSERT(rest.size() == weights.size() && rest.size() == velocities.size());
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < rest.size(); ++i)
        sum += weights[i] / frame.total_weight * (frame.rotation * (rest[i] - frame.rest_center)).cross(velocities[i]);
    return frame.turn_response * sum;
}

Vec3 bound_velocity(const ProcrustesFrame& frame, const Vec3& arm, std::span<const Vec3> rest,
                    std::span<const double> weights, std::span<const Vec3> velocities) {
    Vec3 mean = Vec3::Zero();
    for (std::size_t i = 0; i < rest.size(); ++i) mean += weights[i] / frame.total_weight * velocities[i];
    return mean + frame_spin(frame, rest, weights, velocities).cross(arm);
}

void add_bound_forces(const ProcrustesFrame& frame, const Vec3& arm, std::span<const Vec3> rest,
                      std::span<const double> weights, const Vec3& force, std::span<Vec3> forces) {
    const Vec3 turn = frame.turn_response * arm.cross(force);
    for (std::size_t i = 0; i < rest.size(); ++i)
        forces[i] +=
            weights[i] / frame.total_weight * (force + turn.cross(frame.rotation * (rest[i] - frame.rest_center)));
}

Mat3 bound_mobility(const ProcrustesFrame& frame, const Vec3& arm, std::span<const Vec3> rest,
                    std::span<const double> weights, std::span<const double> masses) {
    Mat3 sum = Mat3::Zero();
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const Mat3 block = bound_jacobian(frame, arm, rest[i], weights[i]);
        sum += block * block.transpose() / masses[i];
    }
    return sum;
}

double effective_mass(const ProcrustesFrame& frame, const Vec3& arm, std::span<const Vec3> rest,
                      std::span<const double> weights, std::span<const double> masses) {
    double inverse = 0;
    for (std::size_t i = 0; i < rest.size(); ++i)
        inverse += largest_squared(bound_jacobian(frame, arm, rest[i], weights[i])) / masses[i];
    return 1 / inverse;
}

}  // namespace pliant
