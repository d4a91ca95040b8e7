#include "glue/frame.hpp"

#include "core/assert.hpp"
#include "math/svd3.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

Vec3 axial(const Mat3& m) { return Vec3(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)); }

Mat3 turning(const Mat3& stretched) {
    return stretched.trace() * Mat3::Identity() - 0.5 * (stretched + stretched.transpose());
}

/// Newton's method for the rotation that makes M Rᵀ symmetric. False when it does not arrive within a few steps, or
/// where G is not clearly positive: then the cloud is inverted, thin, or has turned far since.
bool refine(const Mat3& m, Eigen::Quaterniond& q, GlueFrame& frame) {
    constexpr int most_iterations = 6;
    constexpr double arrived = 1e-12, clearly = 0.04;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
        const Mat3 stretched = m * frame.rotation.transpose(), g = turning(stretched);
        const double mean = 0.5 * g.trace();
        // Positive and well conditioned, by the invariants: the product of the three against the cube of their size.
        if (!(mean > 0) || !(g.determinant() > clearly * mean * mean * mean) || !(g(0, 0) > 0) ||
            !(g(0, 0) * g(1, 1) > g(0, 1) * g(0, 1)))
            return false;
        frame.response = g.inverse();
        const Vec3 turn = frame.response * axial(stretched);
        const double angle = turn.norm();
        if (angle < arrived) return true;
        const Eigen::Quaterniond change(Eigen::AngleAxisd(angle, turn / angle));
        q = (change * q).normalized();
        frame.rotation = q.toRotationMatrix();
    }
    return false;
}

/// How freely a frame turns about its line, of which the parents hold it by this much (s₂ + s₃, m²) for a length of s₁.
double freedom_of(double held, double length) {
    const double conditioning = length > 0 ? held / length : 0;
    return std::clamp((fixed_conditioning - conditioning) / (fixed_conditioning - free_conditioning), 0.0, 1.0);
}

/// By decomposition. What the parents leave open about a line is taken from the rotation of a moment ago.
void decompose(const Mat3& m, GlueFrame& frame) {
    const Mat3 before = frame.rotation;
    const Svd3 svd = svd3(m);
    frame.rotation = svd.u * svd.v.transpose();
    frame.inverted = svd.s[2] < 0 && -svd.s[2] > fixed_conditioning * svd.s[0];
    frame.axis = svd.u.col(0);
    frame.freedom = freedom_of(svd.s[1] + svd.s[2], svd.s[0]);
    const double least = free_conditioning * svd.s[0];
    Vec3 inverse = Vec3::Zero();
    if (svd.s[0] > 0)
        inverse = Vec3(1 / std::max(svd.s[1] + svd.s[2], least), 1 / (svd.s[0] + svd.s[2]), 1 / (svd.s[0] + svd.s[1]));
    if (!inverse.allFinite()) inverse.setZero();
    frame.response = svd.u * inverse.asDiagonal() * svd.u.transpose();
    if (frame.freedom > 0) {
        const double angle = frame.freedom * angle_towards(frame.rotation, before, frame.axis);
        frame.rotation = Eigen::AngleAxisd(angle, frame.axis) * frame.rotation;
        settle(frame, m * frame.rotation.transpose());
    }
}

}  // namespace

GlueFrame fit_frame(std::span<const GlueParent> parents, std::span<const Vec3> positions, std::array<double, 4>& turn) {
    GlueFrame frame;
    PLIANT_ASSERT(!parents.empty() && parents.size() == positions.size());
    const Vec3 origin = positions[0];
    Mat3 m = Mat3::Zero();
    Vec3 mean = Vec3::Zero();
    for (std::size_t k = 0; k < parents.size(); ++k) {
        // Σ w rest = 0: the center need not be taken off before it is known.
        const Vec3 weighed = parents[k].weight * (positions[k] - origin);
        mean += weighed;
        m += weighed * parents[k].rest.transpose();
    }
    frame.center = origin + mean;
    Eigen::Quaterniond q(turn[0], turn[1], turn[2], turn[3]);
    frame.rotation = q.toRotationMatrix();
    if (!refine(m, q, frame)) {
        frame.rotation = Eigen::Quaterniond(turn[0], turn[1], turn[2], turn[3]).toRotationMatrix();
        decompose(m, frame);
        q = Eigen::Quaterniond(frame.rotation).normalized();
        frame.rotation = q.toRotationMatrix();
    }
    PLIANT_ASSERT(std::abs(q.squaredNorm() - 1) < 1e-6);
    turn = {q.w(), q.x(), q.y(), q.z()};
    return frame;
}

void settle(GlueFrame& frame, const Mat3& stretched) {
    Mat3 g = stretched.trace() * Mat3::Identity() - stretched.transpose();
    // The axis is that of the longest extent, and R turns about it: it is an eigenvector of K from both sides.
    const double held = frame.axis.dot(g * frame.axis), length = frame.axis.dot(stretched * frame.axis);
    frame.freedom = freedom_of(held, length);
    // Impulses have no moment about an axis of full freedom: there G only has to be invertible.
    if (!(frame.freedom < 1)) g += (free_conditioning * length - held) * frame.axis * frame.axis.transpose();
    frame.response = g.inverse();
    if (!frame.response.allFinite()) frame.response.setZero();
}

double angle_towards(const Mat3& from, const Mat3& to, const Vec3& axis) {
    const Mat3 k = to * from.transpose();
    return std::atan2(axis.dot(axial(k)), k.trace() - axis.dot(k * axis));
}

void swing(GlueFrame& frame, const Vec3& rest_point, const Vec3& point) {
    if (!(frame.freedom > 0)) return;
    const Vec3 arm = frame.rotation * rest_point, wanted = point - frame.center;
    const Vec3 from = arm - frame.axis.dot(arm) * frame.axis, to = wanted - frame.axis.dot(wanted) * frame.axis;
    if (!(from.squaredNorm() > 0) || !(to.squaredNorm() > 0)) return;
    const double angle = std::atan2(frame.axis.dot(from.cross(to)), from.dot(to));
    frame.rotation = Eigen::AngleAxisd(frame.freedom * angle, frame.axis) * frame.rotation;
}

}  // namespace pliant
