// Particles to bind surfaces to, and maps to move them by.
#pragma once

#include "core/random.hpp"
#include "math/decompose.hpp"
#include "support/uniform.hpp"

#include <pliant/types.hpp>

#include <vector>

namespace pliant::skin_test {

/// A block of n³ particles, `spacing` apart but for a little disorder, about the origin.
inline std::vector<Vec3> block(int n, double spacing, std::uint64_t seed = 1) {
    Random random(seed);
    std::vector<Vec3> points;
    for (int i = 0; i < n * n * n; ++i) {
        const Vec3 lattice(i % n, i / n % n, i / n / n);
        const Vec3 off(random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5);
        points.push_back(spacing * (lattice - Vec3::Constant(0.5 * (n - 1)) + 0.3 * off));
    }
    return points;
}

inline std::vector<Vec3> mapped(const std::vector<Vec3>& points, const Mat3& linear, const Vec3& shift) {
    std::vector<Vec3> result;
    for (const Vec3& p : points) result.push_back(linear * p + shift);
    return result;
}

inline double largest_distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double largest = a.size() == b.size() ? 0 : 1e300;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
    return largest;
}

}  // namespace pliant::skin_test
