#include "bodies.hpp"

#include <algorithm>
#include <random>

namespace pliant::reference {
namespace {

double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

Vector3d center_of_mass(const Body& body) {
    double mass = 0;
    Vector3d sum = Vector3d::Zero();
    for (const Particle& particle : body.particles) {
        mass += particle.mass;
        sum += particle.mass * particle.position;
    }
    return sum / mass;
}

Cluster cluster_of_all(const Body& body) {
    Cluster cluster;
    for (std::size_t i = 0; i < body.particles.size(); ++i) {
        cluster.members.push_back({.particle = static_cast<int>(i), .weight = 1, .p = Vector3d::Zero()});
    }
    return cluster;
}

int levels_of(const Body& body) { return body.clusters.empty() ? 0 : body.clusters.back().level + 1; }

void finish_levels(Body& body) {
    for (Cluster& cluster : body.clusters) cluster.level_weight = 1.0 / levels_of(body);
    prepare(body);
}

}  // namespace

std::vector<Vector3d> random_points(int n, const Vector3d& lower, const Vector3d& upper, std::uint64_t seed,
                                    const std::function<bool(const Vector3d&)>& inside) {
    std::mt19937_64 random(seed);
    std::vector<Vector3d> points;
    while (points.size() < static_cast<std::size_t>(n)) {
        const double x = uniform(random), y = uniform(random), z = uniform(random);
        const Vector3d point = lower + Vector3d(x, y, z).cwiseProduct(upper - lower);
        if (!inside || inside(point)) points.push_back(point);
    }
    return points;
}

std::vector<Vector3d> grid_points(int nx, int ny, int nz, double spacing) {
    std::vector<Vector3d> points;
    for (int x = 0; x < nx; ++x) {
        for (int y = 0; y < ny; ++y) {
            for (int z = 0; z < nz; ++z) points.push_back(spacing * Vector3d(x, y, z));
        }
    }
    return points;
}

std::vector<Vector3d> l_shape(int n, std::uint64_t seed) {
    const auto inside = [](const Vector3d& x) { return x.x() < 0.4 || x.y() < 0.4; };
    std::vector<Vector3d> points = random_points(n, Vector3d::Zero(), Vector3d(1.2, 1, 0.3), seed, inside);
    for (Vector3d& point : points) point.head<2>() *= 0.4 + 0.6 * point.head<2>().norm();
    return points;
}

Body body_of(const std::vector<Vector3d>& points, bool uneven) {
    Body body;
    std::mt19937_64 random(points.size());
    for (const Vector3d& point : points) {
        Particle particle;
        particle.rest = particle.position = point;
        particle.mass = uneven ? 1 + 2 * uniform(random) : 1;
        body.particles.push_back(particle);
    }
    return body;
}

void add_level(Body& body, int every, double radius) {
    const int level = levels_of(body);
    const std::size_t first = body.clusters.size();
    std::vector<Vector3d> centers;
    for (std::size_t i = 0; i < body.particles.size(); i += static_cast<std::size_t>(every)) {
        centers.push_back(body.particles[i].rest);
        Cluster cluster;
        cluster.level = level;
        body.clusters.push_back(cluster);
    }
    for (std::size_t i = 0; i < body.particles.size(); ++i) {
        std::vector<double> weights(centers.size(), 0);
        std::size_t nearest = 0;
        double sum = 0;
        for (std::size_t c = 0; c < centers.size(); ++c) {
            const double distance = (body.particles[i].rest - centers[c]).norm();
            if (distance <= radius) weights[c] = 1 / (distance * distance + 1e-4 * radius * radius);
            if (distance < (body.particles[i].rest - centers[nearest]).norm()) nearest = c;
            sum += weights[c];
        }
        if (sum == 0) sum = weights[nearest] = 1;
        for (std::size_t c = 0; c < centers.size(); ++c) {
            if (weights[c] == 0) continue;
            body.clusters[first + c].members.push_back(
                {.particle = static_cast<int>(i), .weight = weights[c] / sum, .p = Vector3d::Zero()});
        }
    }
    finish_levels(body);
}

void add_whole(Body& body) {
    Cluster cluster = cluster_of_all(body);
    cluster.level = levels_of(body);
    body.clusters.push_back(cluster);
    finish_levels(body);
}

void deform(Body& body, const Matrix3d& deformation) {
    const Vector3d center = center_of_mass(body);
    for (Particle& particle : body.particles) {
        particle.position = center + deformation * (particle.position - center);
    }
}

void set_in_motion(Body& body, const Vector3d& velocity, const Vector3d& spin) {
    const Vector3d center = center_of_mass(body);
    for (Particle& particle : body.particles) {
        particle.velocity += velocity + spin.cross(particle.position - center);
    }
}

void set_alpha(Body& body, double alpha) {
    for (Cluster& cluster : body.clusters) cluster.alpha = alpha;
}

void set_k_d(Body& body, double k_d) {
    for (Cluster& cluster : body.clusters) cluster.k_d = k_d;
}

double total_energy(const Body& body) { return kinetic_energy(body) + elastic_energy(body); }

double shape_error(const Body& body) {
    Body whole{.particles = body.particles, .clusters = {cluster_of_all(body)}, .settings = {}};
    prepare(whole);
    Cluster& cluster = whole.clusters.front();
    match(whole.particles, Rotation::least_squares, cluster);
    double largest = 0;
    for (const Member& member : cluster.members) {
        const Particle& particle = whole.particles[static_cast<std::size_t>(member.particle)];
        largest = std::max(largest, (goal(cluster, member) - particle.position).norm());
    }
    return largest / cluster.width;
}

bool sound(const Body& body) {
    for (const Particle& particle : body.particles) {
        if (!particle.position.allFinite() || !particle.velocity.allFinite()) return false;
    }
    for (const Cluster& cluster : body.clusters) {
        const Matrix3d& r = cluster.rotation;
        if (!r.allFinite() || !cluster.deformation.allFinite()) return false;
        if ((r * r.transpose() - Matrix3d::Identity()).norm() > 1e-12 || r.determinant() < 0) return false;
    }
    return true;
}

Drift drift_over(Body& body, int steps) {
    double linear_scale = 0, angular_scale = 0;
    for (const Particle& particle : body.particles) {
        linear_scale += particle.mass * particle.velocity.norm();
        angular_scale += particle.mass * particle.velocity.norm() * particle.position.norm();
    }
    const Vector3d linear = momentum(body), angular = angular_momentum(body);
    Drift drift;
    for (int k = 0; k < steps; ++k) {
        step(body);
        drift.linear = std::max(drift.linear, (momentum(body) - linear).norm() / linear_scale);
        drift.angular = std::max(drift.angular, (angular_momentum(body) - angular).norm() / angular_scale);
    }
    return drift;
}

}  // namespace pliant::reference
