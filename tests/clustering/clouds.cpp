#include "clouds.hpp"

#include "core/random.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

Vec3 random_vector(Random& random) {
    const double x = random.uniform(-1, 1);
    const double y = random.uniform(-1, 1);
    const double z = random.uniform(-1, 1);
    return {x, y, z};
}

/// Marks what hangs together with particle `first`: neighbors by `linked`, breadth first.
template <class Linked>
std::vector<bool> flood(std::size_t count, std::size_t first, Linked linked) {
    std::vector<bool> reached(count, false);
    std::vector<std::size_t> queue{first};
    reached[first] = true;
    for (std::size_t k = 0; k < queue.size(); ++k) {
        for (std::size_t j = 0; j < count; ++j) {
            if (reached[j] || !linked(queue[k], j)) continue;
            reached[j] = true;
            queue.push_back(j);
        }
    }
    return reached;
}

}  // namespace

Cloud block(int nx, int ny, int nz, double spacing, double jitter, std::uint64_t seed) {
    Random random(seed);
    Cloud cloud;
    cloud.spacing = spacing;
    for (int z = 0; z < nz; ++z) {
        for (int y = 0; y < ny; ++y) {
            for (int x = 0; x < nx; ++x) {
                cloud.points.push_back(spacing * (Vec3(x, y, z) + jitter * random_vector(random)));
                cloud.masses.push_back(random.uniform(0.5, 1.5));
            }
        }
    }
    return cloud;
}

Cloud odd_cloud(CloudKind kind, int count, double scale, const Vec3& origin, std::uint64_t seed) {
    Random random(seed);
    const int side = std::max(1, static_cast<int>(std::cbrt(count)));
    const int edge = std::max(1, static_cast<int>(std::sqrt(count)));
    Cloud cloud;
    cloud.spacing = scale;
    auto add = [&](const Vec3& p) { cloud.points.push_back(scale * p); };
    switch (kind) {
        case CloudKind::solid:
            cloud = block(side, side, side, scale, 0.2, seed);
            break;
        case CloudKind::sheet:
            cloud = block(edge, edge, 1, scale, 0, seed);
            break;
        case CloudKind::strand:
            cloud = block(count, 1, 1, scale, 0.1, seed);
            break;
        case CloudKind::scattered:
            for (int i = 0; i < count; ++i) add(side * random_vector(random));
            break;
        case CloudKind::clumped:
            for (int i = 0; i < count; ++i) add(Vec3(4 * (i % 3), 0, 0) + 0.5 * random_vector(random));
            break;
        case CloudKind::collinear:
            for (int i = 0; i < count; ++i) add(random.uniform(0, count) * Vec3(1, 2, -1));
            break;
        case CloudKind::coincident:
            for (int i = 0; i < count; ++i) add(Vec3(i % 2, 0, 0));
            break;
        case CloudKind::two_bodies:
            cloud = block(side, side, side, scale, 0, seed);
            for (std::size_t i = cloud.points.size() / 2; i < cloud.points.size(); ++i)
                cloud.points[i].z() += 9 * scale;
            break;
    }
    cloud.masses.clear();
    for (Vec3& p : cloud.points) {
        p += origin;
        cloud.masses.push_back(random.uniform(0.5, 1.5));
    }
    return cloud;
}

bool covers_and_connects(const Cloud& cloud, const std::vector<Vec3>& centers, double radius) {
    const std::size_t n = cloud.points.size();
    auto linked = [&](std::size_t i, std::size_t j) {
        return (cloud.points[i] - cloud.points[j]).norm() <= 1.8 * cloud.spacing;
    };
    std::vector<std::vector<bool>> holds(centers.size(), std::vector<bool>(n));
    std::vector<bool> covered(n, false);
    for (std::size_t c = 0; c < centers.size(); ++c) {
        for (std::size_t i = 0; i < n; ++i) {
            holds[c][i] = (cloud.points[i] - centers[c]).norm() <= radius;
            covered[i] = covered[i] || holds[c][i];
        }
    }
    if (std::find(covered.begin(), covered.end(), false) != covered.end()) return false;
    auto share = [&](std::size_t i, std::size_t j) {
        return std::any_of(holds.begin(), holds.end(), [&](const std::vector<bool>& h) { return h[i] && h[j]; });
    };
    std::vector<bool> seen(n, false);
    for (std::size_t i = 0; i < n; ++i) {
        if (seen[i]) continue;
        const std::vector<bool> body = flood(n, i, linked);
        const std::vector<bool> together = flood(n, i, share);
        for (std::size_t j = 0; j < n; ++j) {
            if (body[j] && !together[j]) return false;
            seen[j] = seen[j] || body[j];
        }
    }
    return true;
}

std::string broken_promise(const Cloud& cloud, const Clustering& clustering) {
    const std::size_t clusters = clustering.centers.size();
    if (clustering.offsets.size() != clusters + 1) return "one row for each center";
    if (clustering.offsets.back() != clustering.particles.size()) return "rows end where the particles end";
    if (clustering.weights.size() != clustering.particles.size()) return "one weight for each membership";
    if (!(clustering.radius > 0) || !std::isfinite(clustering.radius)) return "a radius above 0";
    std::vector<double> sums(cloud.points.size(), 0);
    // Centers were found in local coordinates: adding the origin back rounds them.
    double size = 0;
    for (const Vec3& p : cloud.points) size = std::max(size, p.cwiseAbs().maxCoeff());
    const double rounding = 1e-14 * size + 1e-12 * clustering.radius;
    for (std::size_t c = 0; c < clusters; ++c) {
        std::vector<bool> member(cloud.points.size(), false);
        if (clustering.offsets[c] == clustering.offsets[c + 1]) return "no empty cluster";
        for (std::uint32_t k = clustering.offsets[c]; k < clustering.offsets[c + 1]; ++k) {
            if (k > clustering.offsets[c] && clustering.particles[k] <= clustering.particles[k - 1])
                return "rising rows";
            if (!(clustering.weights[k] >= 0 && clustering.weights[k] <= 1)) return "weights between 0 and 1";
            member[clustering.particles[k]] = true;
            sums[clustering.particles[k]] += clustering.weights[k];
        }
        for (std::size_t i = 0; i < cloud.points.size(); ++i) {
            const double s = (cloud.points[i] - clustering.centers[c]).norm();
            if (member[i] && s > clustering.radius + rounding) return "members are within the radius";
            if (!member[i] && s < clustering.radius - rounding) return "all within the radius are members";
        }
    }
    for (const double sum : sums) {
        if (!(std::abs(sum - 1) <= 1e-12)) return "weights of a particle sum to 1";
    }
    if (!covers_and_connects(cloud, clustering.centers, clustering.radius + rounding)) return "covers and connects";
    return "";
}

}  // namespace pliant
