#include "reference/recluster.hpp"

#include <Eigen/Sparse>

#include <algorithm>
#include <cmath>
#include <map>

namespace pliant::reference {
namespace {

std::vector<int> particles_of(const Body& body, const std::vector<int>& clusters) {
    std::vector<int> particles;
    for (const int c : clusters)
        for (const Member& member : body.clusters[at(c)].members) particles.push_back(member.particle);
    std::sort(particles.begin(), particles.end());
    particles.erase(std::unique(particles.begin(), particles.end()), particles.end());
    return particles;
}

/// Σ w m ‖R Fᵖ p + e_c − e_i‖² / Σ w m.
double energy_of(const Body& body, const std::vector<Cluster>& clusters, const std::vector<Particle>& places) {
    double sum = 0, mass = 0;
    for (const Cluster& cluster : clusters)
        for (const Member& member : cluster.members) {
            const double share = member.weight * body.particles[at(member.particle)].mass;
            sum += share * (goal(cluster, member) - places[at(member.particle)].position).squaredNorm();
            mass += share;
        }
    return sum / mass;
}

}  // namespace

std::vector<int> with_neighbors(const Body& body, const std::vector<int>& clusters) {
    std::vector<bool> seen(body.particles.size(), false);
    for (const int c : clusters)
        for (const Member& member : body.clusters[at(c)].members) seen[at(member.particle)] = true;
    std::vector<int> result;
    for (std::size_t c = 0; c < body.clusters.size(); ++c) {
        const auto& members = body.clusters[c].members;
        if (std::any_of(members.begin(), members.end(), [&](const Member& m) { return seen[at(m.particle)]; }))
            result.push_back(static_cast<int>(c));
    }
    return result;
}

EmbeddedPlaces embed(const Body& body, const std::vector<int>& chosen, int sweeps) {
    EmbeddedPlaces result;
    result.particles = particles_of(body, chosen);
    std::vector<Particle> places = body.particles;
    std::vector<Cluster> clusters;
    for (const int c : chosen) clusters.push_back(body.clusters[at(c)]);
    double first = 0;
    while (result.sweeps < sweeps) {
        std::vector<Vector3d> sum(places.size(), Vector3d::Zero());
        std::vector<double> weight(places.size(), 0);
        for (Cluster& cluster : clusters) {
            match(places, Rotation::least_squares, cluster);
            for (const Member& member : cluster.members) {
                sum[at(member.particle)] += member.weight * goal(cluster, member);
                weight[at(member.particle)] += member.weight;
            }
        }
        double moved = 0;
        for (const int i : result.particles) {
            const Vector3d place = sum[at(i)] / weight[at(i)];
            moved += (place - places[at(i)].position).squaredNorm();
            places[at(i)].position = place;
        }
        ++result.sweeps;
        if (result.sweeps == 1) first = moved;
        if (!(moved > 1e-8 * first)) break;
    }
    for (const int i : result.particles) result.places.push_back(places[at(i)].position);
    result.energy = energy_of(body, clusters, places);
    return result;
}

EmbeddedPlaces embed_linear(const Body& body, const std::vector<int>& chosen, const std::vector<Matrix3d>& rotations) {
    EmbeddedPlaces result;
    result.particles = particles_of(body, chosen);
    std::map<int, int> place;
    for (std::size_t k = 0; k < result.particles.size(); ++k) place[result.particles[k]] = static_cast<int>(k);
    const int particles = static_cast<int>(result.particles.size()),
              unknowns = particles + static_cast<int>(chosen.size());
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::MatrixXd right = Eigen::MatrixXd::Zero(unknowns, 3);
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const Cluster& cluster = body.clusters[at(chosen[k])];
        const int c = particles + static_cast<int>(k);
        for (const Member& member : cluster.members) {
            const int i = place[member.particle];
            const double share = member.weight * body.particles[at(member.particle)].mass;
            const Vector3d arm = share * rotations[k] * cluster.plastic * member.p;
            entries.emplace_back(i, i, share);
            entries.emplace_back(c, c, share);
            entries.emplace_back(i, c, -share);
            entries.emplace_back(c, i, -share);
            right.row(i) += arm.transpose();
            right.row(c) -= arm.transpose();
        }
    }
    entries.emplace_back(0, 0, body.particles[at(result.particles[0])].mass);  // holds the first one at the origin
    Eigen::SparseMatrix<double> matrix(unknowns, unknowns);
    matrix.setFromTriplets(entries.begin(), entries.end());
    const Eigen::MatrixXd solution = Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(matrix).solve(right);
    std::vector<Particle> places = body.particles;
    for (int k = 0; k < particles; ++k) {
        result.places.push_back(solution.row(k).transpose());
        places[at(result.particles[at(k)])].position = result.places.back();
    }
    std::vector<Cluster> clusters;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        clusters.push_back(body.clusters[at(chosen[k])]);
        clusters.back().rotation = rotations[k];
        clusters.back().center = solution.row(particles + static_cast<int>(k)).transpose();
    }
    result.sweeps = 1;
    result.energy = energy_of(body, clusters, places);
    return result;
}

}  // namespace pliant::reference
