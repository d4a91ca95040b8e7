// Distances as every part of the clustering computes them.
#pragma once

#include <pliant/types.hpp>

#include <cmath>
#include <limits>

namespace pliant {

/// The same operations in the same order as PointGrid: a particle on the rim of a cluster is judged alike everywhere.
inline double squared_distance(const Vec3& a, const Vec3& b) {
    const double x = a.x() - b.x();
    const double y = a.y() - b.y();
    const double z = a.z() - b.z();
    return x * x + y * y + z * z;
}

/// The smallest radius whose square, as computed, is not below `squared`: a range query with it finds that particle.
inline double radius_reaching(double squared) {
    double radius = std::sqrt(squared);
    while (radius * radius < squared) radius = std::nextafter(radius, std::numeric_limits<double>::infinity());
    return radius;
}

}  // namespace pliant
