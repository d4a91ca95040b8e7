#include "reference/clustering.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace pliant::reference {
namespace {

double poly6(double s, double d) {
    const double inside = std::max(d * d - s * s, 0.0);
    return 315 / (64 * std::numbers::pi * std::pow(d, 9)) * std::pow(inside, 3);
}

/// Eq. 12, with the limit for a particle that sits on a center.
double fcm(double s, const std::vector<double>& distances, double m) {
    const bool on_a_center = std::count(distances.begin(), distances.end(), 0.0) > 0;
    if (on_a_center) return s == 0 ? 1 : 0;
    double sum = 0;
    for (const double other : distances) sum += std::pow(s / other, 2 / (m - 1));
    return 1 / sum;
}

double kernel_value(double s, double d, const std::vector<double>& distances, const Weighting& w) {
    switch (w.kernel) {
        case WeightKernel::box:
            return 1;
        case WeightKernel::poly6:
            return poly6(s, d);
        case WeightKernel::blend:
            return w.beta + poly6(s, d) / poly6(0, d);
        case WeightKernel::invsq:
            return 1 / (s * s + 1e-4 * d * d);
        case WeightKernel::fcm:
            return fcm(s, distances, w.m);
    }
    return 0;
}

bool reaches_a_particle(const Vector3d& center, double radius, const std::vector<Vector3d>& points) {
    return std::any_of(points.begin(), points.end(), [&](const Vector3d& p) { return (p - center).norm() <= radius; });
}

}  // namespace

std::vector<double> particle_weights(const std::vector<double>& distances, double radius, const Weighting& weighting) {
    std::vector<double> weights;
    for (const double s : distances) weights.push_back(kernel_value(s, radius, distances, weighting));
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& w : weights) w = total > 0 ? w / total : 1.0 / static_cast<double>(weights.size());
    return weights;
}

std::vector<std::vector<WeightedCluster>> clusters_of_particles(const std::vector<Vector3d>& points,
                                                                const std::vector<Vector3d>& centers, double radius,
                                                                const Weighting& weighting, bool& covered) {
    covered = true;
    std::vector<std::vector<WeightedCluster>> result;
    for (const Vector3d& p : points) {
        std::vector<std::size_t> clusters;
        std::vector<double> distances;
        std::size_t nearest = 0;
        for (std::size_t c = 0; c < centers.size(); ++c) {
            const double s = (p - centers[c]).norm();
            if (s < (p - centers[nearest]).norm()) nearest = c;
            if (s > radius) continue;
            clusters.push_back(c);
            distances.push_back(s);
        }
        if (clusters.empty()) {
            covered = false;
            clusters.push_back(nearest);
            distances.push_back(radius);
        }
        const std::vector<double> weights = particle_weights(distances, radius, weighting);
        std::vector<WeightedCluster>& mine = result.emplace_back();
        for (std::size_t k = 0; k < clusters.size(); ++k) mine.push_back({clusters[k], weights[k]});
    }
    return result;
}

FuzzyClusters fuzzy_clusters(const std::vector<Vector3d>& points, const std::vector<double>& masses,
                             std::vector<Vector3d> centers, double radius, const Weighting& weighting,
                             int max_iterations) {
    FuzzyClusters result;
    std::vector<Vector3d> means = centers;
    std::vector<Vector3d> steps(centers.size(), Vector3d::Zero());
    std::size_t moves = 0;
    while (!result.settled && result.sweeps < 4 * max_iterations &&
           moves < static_cast<std::size_t>(max_iterations) * centers.size()) {
        for (std::size_t c = 0; c < centers.size(); ++c) {
            if (!reaches_a_particle(centers[c], radius, points)) centers[c] = means[c];
        }
        const auto clusters = clusters_of_particles(points, centers, radius, weighting, result.covered);
        std::vector<Vector3d> sums(centers.size(), Vector3d::Zero());
        std::vector<double> cluster_masses(centers.size(), 0);
        for (std::size_t i = 0; i < points.size(); ++i) {
            for (const WeightedCluster& in : clusters[i]) {
                const double share = masses[i] * in.weight * in.weight;
                sums[in.cluster] += share * points[i];
                cluster_masses[in.cluster] += share;
            }
        }
        result.settled = true;
        for (std::size_t c = 0; c < centers.size(); ++c) {
            means[c] = cluster_masses[c] > 0 ? Vector3d(sums[c] / cluster_masses[c]) : centers[c];
            const Vector3d pull = means[c] - centers[c];
            if (pull.norm() <= 0.001 * radius) {
                steps[c].setZero();
                continue;
            }
            steps[c] = pull.dot(steps[c]) > 0 ? Vector3d(1.5 * pull + 0.7 * steps[c]) : pull;
            centers[c] += steps[c];
            result.settled = false;
            ++moves;
        }
        ++result.sweeps;
    }
    result.centers = std::move(centers);
    return result;
}

}  // namespace pliant::reference
