#include "math/svd3.hpp"

#include "core/assert.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <utility>

namespace pliant {
namespace {

/// Turns columns p and q of a (and of v likewise) so that a's become orthogonal; true when they were not.
bool orthogonalise(Mat3& a, Mat3& v, int p, int q) {
    constexpr double rounding = std::numeric_limits<double>::epsilon();
    const double alpha = a.col(p).squaredNorm(), beta = a.col(q).squaredNorm(), gamma = a.col(p).dot(a.col(q));
    if (!(gamma * gamma > rounding * rounding * alpha * beta)) return false;
    const double zeta = (beta - alpha) / (2 * gamma);
    const double tangent = (zeta < 0 ? -1 : 1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
    const double cosine = 1 / std::sqrt(1 + tangent * tangent), sine = cosine * tangent;
    for (Mat3* m : {&a, &v}) {
        const Vec3 first = m->col(p), second = m->col(q);
        m->col(p) = cosine * first - sine * second;
        m->col(q) = sine * first + cosine * second;
    }
    return true;
}

/// Some direction at right angles to a unit vector.
Vec3 across(const Vec3& u) {
    Eigen::Index least;
    u.cwiseAbs().minCoeff(&least);
    return u.cross(Vec3::Unit(least)).normalized();
}

}  // namespace

Svd3 svd3(const Mat3& m) {
    constexpr int most_sweeps = 12;  // five do for all that is not made to be awkward
    Svd3 result;
    const double scale = m.cwiseAbs().maxCoeff();
    if (!(scale > 0) || !std::isfinite(scale)) return {Mat3::Identity(), Mat3::Identity(), Vec3::Zero()};
    Mat3 a = m / scale, v = Mat3::Identity();
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        bool turned = orthogonalise(a, v, 0, 1);
        turned |= orthogonalise(a, v, 0, 2);
        turned |= orthogonalise(a, v, 1, 2);
        if (!turned) break;
    }
    // Falling lengths; each exchange turns one column around, so that v stays a rotation.
    const auto sort = [&](int p, int q) {
        if (a.col(p).squaredNorm() >= a.col(q).squaredNorm()) return;
        for (Mat3* matrix : {&a, &v}) {
            const Vec3 first = matrix->col(p);
            matrix->col(p) = matrix->col(q);
            matrix->col(q) = -first;
        }
    };
    sort(0, 1);
    sort(1, 2);
    sort(0, 1);
    const Vec3 u1 = a.col(0).normalized();
    Vec3 u2 = a.col(1) - u1.dot(a.col(1)) * u1;
    const double second = u2.norm();
    u2 = second > std::numeric_limits<double>::min() ? Vec3(u2 / second) : across(u1);
    const Vec3 u3 = u1.cross(u2);
    result.u << u1, u2, u3;
    result.v = v;
    result.s = scale * Vec3(a.col(0).norm(), second, u3.dot(a.col(2)));
    PLIANT_ASSERT(std::abs(result.u.determinant() - 1) < 1e-6 && std::abs(result.v.determinant() - 1) < 1e-6);
    return result;
}

}  // namespace pliant
