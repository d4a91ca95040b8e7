#include "reference/measures.hpp"

#include <algorithm>

namespace pliant::reference {
namespace {

Cluster matched(const Body& body, Cluster cluster) {
    match(body.particles, body.settings.rotation, cluster);
    return cluster;
}

}  // namespace

double kinetic_energy(const Body& body) {
    double sum = 0;
    for (const Particle& particle : body.particles) sum += particle.mass * particle.velocity.squaredNorm();
    return sum / 2;
}

double elastic_energy(const Body& body) {
    const double h = body.settings.dt;
    double sum = 0;
    for (const Cluster& original : body.clusters) {
        const Cluster cluster = matched(body, original);
        for (const Member& member : cluster.members) {
            const Particle& particle = body.particles[static_cast<std::size_t>(member.particle)];
            const double distance = (goal(cluster, member) - particle.position).norm();
            sum += cluster.level_weight * cluster.alpha * member.weight * particle.mass * distance * distance;
        }
    }
    return sum / (2 * h * h);
}

Vector3d momentum(const Body& body) {
    Vector3d sum = Vector3d::Zero();
    for (const Particle& particle : body.particles) sum += particle.mass * particle.velocity;
    return sum;
}

Vector3d angular_momentum(const Body& body) {
    Vector3d sum = Vector3d::Zero();
    for (const Particle& particle : body.particles) {
        sum += particle.mass * particle.position.cross(particle.velocity);
    }
    return sum;
}

double max_stretch(const Body& body) {
    double largest = 0;
    for (const Cluster& original : body.clusters) {
        const Cluster cluster = matched(body, original);
        const Eigen::JacobiSVD<Matrix3d> svd(cluster.deformation * cluster.plastic.inverse());
        largest = std::max(largest, svd.singularValues()(0));
    }
    return largest;
}

}  // namespace pliant::reference
