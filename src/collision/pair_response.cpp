#include "collision/pair_response.hpp"

#include "collision/recovery.hpp"
#include "core/assert.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// Part of the largest principal moment under which one counts as none.
constexpr double line_cutoff = sizeof(Real) == 8 ? 1e-9 : 1e-5;
constexpr double well_conditioned = 0.01;

/// Part of the struck thing's radius by which a particle may overlap it at rest.
constexpr double pair_slop = 0.005;

/// The part of an impulse at the end of the arm that the struck thing can take without leaving a torque behind.
Vec3 bearable(const Vec3& impulse, const Struck& struck, const Vec3& arm) {
    if (struck.inverse_mass == 0) return impulse;
    if (struck.is_point) {
        const double square = arm.squaredNorm();
        return square > 0 ? Vec3(arm * (impulse.dot(arm) / square)) : impulse;
    }
    const Vec3 lever = struck.axis.cross(arm);  // impulses along it turn the line about itself
    const double square = lever.squaredNorm();
    return square > 0 ? Vec3(impulse - lever * (impulse.dot(lever) / square)) : impulse;
}

/// The larger of the two mobilities along the surface, 1/kg.
double largest_tangent_mobility(const Mat3& mobility, const Vec3& normal) {
    const Mat3 along = Mat3::Identity() - normal * normal.transpose();
    const Mat3 tangent = along * mobility * along;  // symmetric, with two eigenvalues beside that of the normal, 0
    const double sum = tangent.trace(), sum_of_squares = tangent.squaredNorm();
    return 0.5 * (sum + std::sqrt(std::max(0.0, 2 * sum_of_squares - sum * sum)));
}

}  // namespace

Mat3 mobility_at(const Struck& struck, const Vec3& arm) {
    Mat3 cross;
    cross << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;
    return struck.inverse_mass * Mat3::Identity() + cross.transpose() * struck.inverse_inertia * cross;
}

void set_inertia(Struck& struck, double mass, const Mat3& inertia_per_mass, double least) {
    PLIANT_ASSERT(mass > 0 && least >= 0);
    struck.inverse_mass = 1 / mass;
    struck.inverse_inertia.setZero();
    struck.axis.setZero();
    // Most are well conditioned: a ball's determinant is (tr/3)³.
    const double mean = inertia_per_mass.trace() / 3;
    struck.is_point = !(mean > least * least);
    if (struck.is_point) return;
    if (inertia_per_mass.determinant() > well_conditioned * mean * mean * mean) {
        struck.inverse_inertia = inertia_per_mass.inverse() / mass;
        return;
    }
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(inertia_per_mass);
    const Vec3& moments = solver.eigenvalues();  // rising
    for (int k = 0; k < 3; ++k) {
        const Vec3 axis = solver.eigenvectors().col(k);
        if (k == 0 && moments[k] <= line_cutoff * moments[2])
            struck.axis = axis;
        else
            struck.inverse_inertia += axis * axis.transpose() / (mass * moments[k]);
    }
}

bool prepare(PairContact& contact, const Struck& struck, const PairSettings& settings, const Vec3& particle_velocity,
             const Vec3& arriving, double restitution) {
    PLIANT_ASSERT(settings.step > 0);
    constexpr double least_left = 0.1;  // of the normal: beyond that it would push along the surface
    const Vec3 push = bearable(contact.normal, struck, contact.arm);
    const double left = push.norm();
    if (!(left > least_left)) return false;
    contact.normal = push / left;
    contact.mobility = mobility_at(struck, contact.arm) + contact.inverse_mass * Mat3::Identity();
    const double freedom = contact.normal.dot(contact.mobility * contact.normal);
    if (!(freedom > 0)) return false;
    contact.response = 1 / freedom;
    contact.grip = 1 / largest_tangent_mobility(contact.mobility, contact.normal);
    const double speed = contact.normal.dot(particle_velocity - velocity_at(struck, contact.arm));
    // The penetration when the step began; below 0 when it came from outside, and may go up to the surface.
    const double before = contact.penetration + settings.step * speed;
    const double beyond = to_undo(before, pair_slop, contact.size);
    contact.target = std::min(before, 0.0) / settings.step;
    contact.recovery = std::min(settings.gamma / settings.step, recovery_rate) * beyond;
    const double impact = -contact.normal.dot(arriving);
    if (impact > settings.resting_speed && speed < 0) contact.target = std::max(contact.target, restitution * impact);
    return true;
}

Vec3 relax_recovery(PairContact& contact, const Vec3& relative) {
    const double speed = contact.normal.dot(relative);
    const double impulse = std::max(0.0, contact.recovery_impulse + contact.response * (contact.recovery - speed));
    const Vec3 change = (impulse - contact.recovery_impulse) * contact.normal;
    contact.recovery_impulse = impulse;
    return change;
}

Vec3 relax(PairContact& contact, const Struck& struck, const Vec3& particle_velocity) {
    Vec3 relative = particle_velocity - velocity_at(struck, contact.arm);
    const double speed = contact.normal.dot(relative);
    const double normal_impulse = std::max(0.0, contact.normal_impulse + contact.response * (contact.target - speed));
    Vec3 change = (normal_impulse - contact.normal_impulse) * contact.normal;
    contact.normal_impulse = normal_impulse;

    // Along the surface from what the normal impulse left: both at once would answer the same motion twice.
    relative += contact.mobility * change;
    Vec3 tangent_impulse = Vec3::Zero();
    const double most = contact.friction * normal_impulse;
    if (most > 0) {
        tangent_impulse = contact.tangent_impulse;
        const Vec3 tangential = relative - contact.normal.dot(relative) * contact.normal;
        // By the easier of the two directions: by the slip's own, a thing that is far easier to move one way than the
        // other would be overshot at the edge of the cone, and go to and fro for ever.
        tangent_impulse -= contact.grip * tangential;
        tangent_impulse = bearable(tangent_impulse, struck, contact.arm);
        tangent_impulse -= contact.normal * tangent_impulse.dot(contact.normal);
        const double size = tangent_impulse.norm();
        if (size > most) tangent_impulse *= most / size;
    }
    change += tangent_impulse - contact.tangent_impulse;
    contact.tangent_impulse = tangent_impulse;
    return change;
}

}  // namespace pliant
