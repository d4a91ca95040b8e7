#include "clustering/clustering.hpp"

#include "clustering/coverage.hpp"
#include "clustering/fuzzy.hpp"
#include "clustering/kmeans.hpp"
#include "clustering/memberships.hpp"
#include "clustering/random_centers.hpp"
#include "clustering/spatial_order.hpp"
#include "core/assert.hpp"
#include "core/hash.hpp"
#include "geometry/hash_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {
namespace {

constexpr int start_sweeps = 10;  ///< of k-means before fuzzy, which moves the centers on anyway
constexpr int most_growths = 3;   ///< of a radius with which fuzzy does not converge
constexpr double growth = 1.05;
constexpr double merged_gap = 0.2;  ///< centers nearer than this part of their start's smallest distance have merged

/// The input in spatial order, in coordinates that start at the body's own lower corner, so that far from the origin is
/// like near.
struct Input {
    std::vector<Vec3> points;
    std::vector<double> masses;
    double spacing = 0;
    std::vector<std::uint32_t> bodies;
    const Clusters& settings;
    std::uint64_t seed = 0;

    double smallest(std::span<const Vec3> centers) const { return smallest_radius(points, bodies, centers, spacing); }
};

std::size_t cluster_count(const Input& in, std::vector<std::string>& notes) {
    const auto particles = static_cast<double>(in.points.size());
    if (in.settings.count > 0 && in.settings.count > particles) {
        notes.push_back(fmt::format("{} clusters were asked for, but there are only {} particles: each got one.",
                                    in.settings.count, in.points.size()));
    }
    const double wanted = in.settings.count > 0 ? in.settings.count : std::round(particles / in.settings.per_cluster);
    return static_cast<std::size_t>(std::clamp(wanted, 1.0, particles));
}

/// The radius to use with these centers: the user's, or the automatic one; never one that leaves the body in pieces.
double first_radius(const Input& in, std::span<const Vec3> centers, std::vector<std::string>& notes) {
    const double smallest = in.smallest(centers);
    if (!(in.settings.radius > 0)) {
        // All particles on centers: any reach will do.
        return std::max(in.settings.overlap, 1.0) * std::max(smallest, 0.5 * in.spacing);
    }
    if (in.settings.radius < smallest) {
        notes.push_back(
            fmt::format("The cluster radius was grown from {:.4g} m to {:.4g} m: with {} clusters the smaller "
                        "one leaves particles outside every cluster or the body in pieces.",
                        in.settings.radius, smallest, centers.size()));
    }
    return std::max(in.settings.radius, smallest);
}

void run_random(const Input& in, std::size_t count, Clustering& result) {
    if (in.settings.radius > 0) {
        result.centers = random_centers(in.points, in.settings.radius, in.seed);
    } else {
        result.centers = random_centers_by_count(in.points, count, in.spacing, in.seed);
        if (result.centers.size() != count) {
            result.notes.push_back(
                fmt::format("The random algorithm made {} clusters where {} were wanted: it cannot "
                            "choose their number.",
                            result.centers.size(), count));
        }
    }
    result.radius = first_radius(in, result.centers, result.notes);
}

void run_kmeans(const Input& in, std::size_t count, Clustering& result) {
    KMeans means =
        kmeans(in.points, in.masses, spread_centers(in.points, count, in.seed), in.spacing, in.settings.max_iterations);
    result.converged = means.converged;
    result.iterations = means.sweeps;
    if (!means.converged)
        result.notes.push_back(
            fmt::format("k-means with {} clusters did not converge in {} sweeps: they may be uneven; raise "
                        "clusters.max_iterations.",
                        count, means.sweeps));
    result.radius = first_radius(in, means.centers, result.notes);
    result.centers = std::move(means.centers);
}

/// Distance of the two nearest centers; infinite for a single one.
double smallest_gap(std::span<const Vec3> centers, double cell) {
    double smallest = std::numeric_limits<double>::infinity();
    const PointGrid grid(centers, cell);
    for (std::uint32_t c = 0; c < centers.size(); ++c) {
        grid.for_each_within(centers[c], cell, [&](std::uint32_t other, double squared) {
            if (other != c) smallest = std::min(smallest, std::sqrt(squared));
        });
    }
    return smallest;
}

/// Did the fuzzy iteration draw centers together that started apart?
bool merged(std::span<const Vec3> start, std::span<const Vec3> end, double radius) {
    const double before = std::min(smallest_gap(start, radius), radius);
    return smallest_gap(end, radius) < merged_gap * before;
}

void run_fuzzy(const Input& in, std::size_t count, Clustering& result) {
    const int sweeps = std::min(start_sweeps, in.settings.max_iterations);
    const std::vector<Vec3> start =
        kmeans(in.points, in.masses, spread_centers(in.points, count, in.seed), in.spacing, sweeps).centers;
    result.centers = start;
    result.radius = first_radius(in, result.centers, result.notes);
    const double first = result.radius;
    const WeightKernel kernel(in.settings);
    bool fell_short = false;
    for (int growths = 0;; ++growths) {
        FuzzyCenters fuzzy =
            fuzzy_centers(in.points, in.masses, result.centers, result.radius, kernel, in.settings.max_iterations);
        result.centers = std::move(fuzzy.centers);
        result.iterations += fuzzy.sweeps;
        const double smallest = in.smallest(result.centers);
        const bool holds = smallest <= result.radius;
        fell_short = fell_short || !holds;
        result.converged = fuzzy.settled && holds;
        if (result.converged) break;
        if (growths == most_growths) {
            result.radius = std::max(result.radius, smallest);
            break;
        }
        result.radius = std::max(growth * result.radius, smallest);
    }
    if (merged(start, result.centers, result.radius)) {
        result.centers = start;
        result.radius = first;
        result.converged = false;
        result.notes.push_back(fmt::format(
            "The fuzzy clustering did not converge to {} clusters but drew some of them together (the kernel "
            "tells them too little apart): the k-means centers it started from are used, with a radius of "
            "{:.4g} m.",
            count, result.radius));
        return;
    }
    if (result.radius > first) {
        result.notes.push_back(fmt::format(
            "The cluster radius was grown from {:.4g} m to {:.4g} m: with the smaller one "
            "the fuzzy clustering {}.",
            first, result.radius,
            fell_short ? "left particles outside every cluster or the body in pieces" : "did not come to rest"));
    }
    if (!result.converged)
        result.notes.push_back(
            fmt::format("The fuzzy clustering with {} clusters of radius {:.4g} m did not converge in {} sweeps; every "
                        "particle is in a cluster and the body hangs together all the same.",
                        count, result.radius, result.iterations));
}

}  // namespace

Clustering cluster_particles(std::span<const Vec3> points, std::span<const double> masses, double spacing,
                             const Clusters& settings, std::uint64_t seed) {
    PLIANT_ASSERT(masses.size() == points.size() && spacing > 0);
    Clustering result;
    result.offsets = {0};
    if (points.empty()) return result;

    Box box;
    for (const Vec3& p : points) box.add(p);
    const std::vector<std::uint32_t> order = spatial_order(points);
    Hash mixed;
    mixed.add_value(seed);
    mixed.add_value(settings.seed);
    Input in{{}, {}, spacing, {}, settings, mixed.value()};
    for (const std::uint32_t i : order) {
        in.points.push_back(points[i] - box.lower);
        in.masses.push_back(masses[i]);
    }
    in.bodies = connected_bodies(in.points, spacing);

    const std::size_t count = cluster_count(in, result.notes);
    switch (settings.algorithm) {
        case ClusterAlgorithm::random:
            run_random(in, count, result);
            break;
        case ClusterAlgorithm::kmeans:
            run_kmeans(in, count, result);
            break;
        case ClusterAlgorithm::fuzzy:
            run_fuzzy(in, count, result);
            break;
    }
    seat_empty(in.points, result.centers, result.radius);
    const WeightKernel kernel(settings);
    ClusterLists memberships = memberships_within(in.points, result.centers, result.radius, kernel, order);
    result.offsets = std::move(memberships.offsets);
    result.particles = std::move(memberships.particles);
    result.weights = std::move(memberships.weights);
    for (Vec3& center : result.centers) center += box.lower;
    return result;
}

}  // namespace pliant
