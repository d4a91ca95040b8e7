// Signed distances to simple solids centred at the origin: metres, negative inside, exact everywhere.
//
// Solids of revolution have the y axis; lengths are halves or radii. The functions are shared by the implicit shapes
// that bodies are sampled from (shape.hpp) and by obstacles. Exact means: |value| is the Euclidean distance to the
// nearest surface point, so the gradient has length 1 wherever that nearest point is unique.
#pragma once

#include <pliant/types.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {

inline double sphere_distance(const Vec3& p, double radius) { return p.norm() - radius; }

/// `half`: half the size along each axis.
inline double box_distance(const Vec3& p, const Vec3& half) {
    const Vec3 q = p.cwiseAbs() - half;
    return q.cwiseMax(0.0).norm() + std::min(q.maxCoeff(), 0.0);
}

/// `half` includes the rounding; radius <= the smallest half.
inline double rounded_box_distance(const Vec3& p, const Vec3& half, double radius) {
    return box_distance(p, half - Vec3::Constant(radius)) - radius;
}

/// `half_length`: half the straight part, along y.
inline double capsule_distance(const Vec3& p, double radius, double half_length) {
    const Vec3 q(p.x(), p.y() - std::clamp(p.y(), -half_length, half_length), p.z());
    return q.norm() - radius;
}

inline double cylinder_distance(const Vec3& p, double radius, double half_height) {
    const double outward = std::hypot(p.x(), p.z()) - radius;
    const double upward = std::abs(p.y()) - half_height;
    return std::hypot(std::max(outward, 0.0), std::max(upward, 0.0)) + std::min(std::max(outward, upward), 0.0);
}

/// Ring of `radius` in the xz plane, 0 < tube <= radius.
inline double torus_distance(const Vec3& p, double radius, double tube) {
    return std::hypot(std::hypot(p.x(), p.z()) - radius, p.y()) - tube;
}

/// Everything below the plane through `point` with outward unit `normal`.
inline double half_space_distance(const Vec3& p, const Vec3& point, const Vec3& normal) {
    return normal.dot(p - point);
}

/// Truncated cone: `bottom` radius at y = -half_height, `top` radius at y = +half_height; either may be 0.
inline double cone_distance(const Vec3& p, double bottom, double top, double half_height) {
    // In the half-plane (distance from the axis, y) the solid is a trapezoid; the axis is not a part of its border.
    const double rho = std::hypot(p.x(), p.z());
    auto to_segment = [&](double ax, double ay, double bx, double by) {
        const double ex = bx - ax;
        const double ey = by - ay;
        const double length2 = ex * ex + ey * ey;
        const double t = length2 > 0 ? std::clamp(((rho - ax) * ex + (p.y() - ay) * ey) / length2, 0.0, 1.0) : 0.0;
        return std::hypot(rho - ax - t * ex, p.y() - ay - t * ey);
    };
    const double border =
        std::min({to_segment(0, -half_height, bottom, -half_height), to_segment(bottom, -half_height, top, half_height),
                  to_segment(top, half_height, 0, half_height)});
    const double side = bottom + (top - bottom) * (p.y() + half_height) / (2 * half_height);
    const bool inside = std::abs(p.y()) < half_height && rho < side;
    return inside ? -border : border;
}

/// The nearest surface point x of an ellipsoid solves x_i = r_i² p_i / (t + r_i² − 1) with Σ (x_i / r_i)² = 1, in units
/// of the shortest radius. That sum falls and is convex in t > 0, right of its last pole, so Newton's method from the
/// left of the root is monotone.
inline double ellipsoid_distance(const Vec3& p, const Vec3& radii) {
    int shortest = 0;
    const double unit = radii.minCoeff(&shortest);
    const Vec3 r = radii / unit;
    const Vec3 y = p.cwiseAbs() / unit;
    const Vec3 past_pole = r.cwiseAbs2().array() - 1;
    double t = (r.cwiseProduct(y) - past_pole).maxCoeff();
    for (int iteration = 0; iteration < 100; ++iteration) {
        double excess = -1;
        double slope = 0;
        for (int axis = 0; axis < 3; ++axis) {
            if (y[axis] == 0) continue;
            const double gap = t + past_pole[axis];
            const double term = r[axis] * y[axis] / gap;
            excess += term * term;
            slope -= 2 * term * term / gap;
        }
        if (!(excess > 0) || slope == 0) break;
        const double next = t - excess / slope;
        if (!(next > t)) break;
        t = next;
    }
    Vec3 nearest;
    double rest = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const double square = r[axis] * r[axis];
        nearest[axis] = y[axis] == 0 ? 0 : square * y[axis] / (t + past_pole[axis]);
        rest -= nearest[axis] * nearest[axis] / square;
    }
    // On the plane of symmetry across the shortest axis, deep inside, the nearest points lie off that plane.
    if (y[shortest] == 0 && rest > 0) nearest[shortest] = r[shortest] * std::sqrt(rest);
    const double distance = unit * (nearest - y).norm();
    return y.cwiseQuotient(r).squaredNorm() < 1 ? -distance : distance;
}

}  // namespace pliant
