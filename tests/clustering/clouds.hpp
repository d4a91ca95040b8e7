// Particles to cluster: bodies of every dimension and odd clouds, and the invariants every clustering must keep,
// checked by brute force.
#pragma once

#include "clustering/clustering.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace pliant {

struct Cloud {
    std::vector<Vec3> points;
    std::vector<double> masses;
    double spacing = 1;
};

/// A block of nx · ny · nz particles, each moved by up to `jitter` spacings along every axis. Masses between 0.5
/// and 1.5.
Cloud block(int nx, int ny, int nz, double spacing, double jitter, std::uint64_t seed);

/// Kinds of odd clouds, for random tests.
enum class CloudKind { solid, sheet, strand, scattered, clumped, collinear, coincident, two_bodies };
inline constexpr int cloud_kinds = 8;

/// About `count` particles of the kind, `scale` meters a spacing, around `origin`.
Cloud odd_cloud(CloudKind kind, int count, double scale, const Vec3& origin, std::uint64_t seed);

/// Empty when everything that clustering.hpp promises holds; else what does not. Quadratic.
std::string broken_promise(const Cloud& cloud, const Clustering& clustering);

/// Whether clusters around these centers with this radius cover every particle and connect every body. Quadratic.
bool covers_and_connects(const Cloud& cloud, const std::vector<Vec3>& centers, double radius);

}  // namespace pliant
