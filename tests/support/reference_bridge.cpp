#include "support/reference_bridge.hpp"

#include <algorithm>

namespace pliant {
namespace {

Vec3 vec(const Real* v) { return Vec3(v[0], v[1], v[2]); }

}  // namespace

reference::Body to_reference(const SoftBodies& soft, const StepInput& input, int strain_sweeps) {
    reference::Body body;
    body.settings.dt = static_cast<double>(input.dt);
    body.settings.gravity = vec(input.gravity.value);
    body.settings.strain_sweeps = strain_sweeps;
    body.settings.strain_relaxation = static_cast<double>(soft.response.at(0, 3));
    body.settings.drag = static_cast<double>(soft.drag[0]);
    body.settings.rotation =
        soft.mode[0].deformation_rotation ? reference::Rotation::deformation : reference::Rotation::least_squares;
    body.settings.damping = soft.mode[0].rigid_damping ? reference::Damping::rigid : reference::Damping::mean;
    body.clusters.resize(soft.cluster_count());
    for (std::size_t c = 0; c < soft.cluster_count(); ++c) {
        reference::Cluster& cluster = body.clusters[c];
        cluster.level = soft.mode[c].level;
        cluster.alpha = static_cast<double>(soft.response.at(c, 0)) * body.settings.dt;
        cluster.k_d = static_cast<double>(soft.response.at(c, 1));
        cluster.strain_limit = static_cast<double>(soft.response.at(c, 2));
        cluster.width = 1;
        if (cluster.level == 0)
            cluster.limit_alpha = static_cast<double>(soft.response.at(c, 4)) * body.settings.dt * body.settings.dt;
        cluster.volume = static_cast<double>(soft.volume.at(c, 0));
        cluster.bending = static_cast<double>(soft.bending.at(c, 0));
        for (int k = 0; k < 9; ++k)
            cluster.plastic(k % 3, k / 3) = static_cast<double>(soft.plastic.at(c, static_cast<std::size_t>(k)));
    }
    for (std::size_t i = 0; i < soft.particle_count(); ++i) {
        reference::Particle particle;
        particle.position = vec(soft.particles[i].position);
        particle.velocity = vec(soft.particles[i].velocity);
        particle.mass = static_cast<double>(soft.mass[i]);
        body.particles.push_back(particle);
        for (std::uint32_t k = soft.by_particle.rows[i]; k < soft.by_particle.rows[i + 1]; ++k) {
            const Member& member = soft.by_particle.members[k];
            reference::Cluster& cluster = body.clusters[soft.by_particle.index[k]];
            const Vec3 p = vec(member.vector);
            const double weight = static_cast<double>(member.weight);
            cluster.members.push_back({static_cast<int>(i), weight, p});
            cluster.A_rr += weight * particle.mass * p * p.transpose();
            cluster.mass += weight * particle.mass;
        }
    }
    return body;
}

double largest_distance(const SoftBodies& soft, const reference::Body& body) {
    double largest = 0;
    for (std::size_t i = 0; i < soft.particle_count(); ++i)
        largest = std::max(largest, (vec(soft.particles[i].position) - body.particles[i].position).norm());
    return largest;
}

}  // namespace pliant
