#include "reference/shape_matching.hpp"

#include <algorithm>
#include <cassert>

namespace pliant::reference {
namespace {

/// Σ w m value / Σ w m over the members of a cluster.
template <typename Value>
Vector3d mean(const std::vector<Particle>& particles, const Cluster& cluster, const Value& value) {
    double mass = 0;
    Vector3d sum = Vector3d::Zero();
    for (const Member& member : cluster.members) {
        const Particle& particle = particles[static_cast<std::size_t>(member.particle)];
        mass += member.weight * particle.mass;
        sum += member.weight * particle.mass * value(particle);
    }
    assert(mass > 0);
    return sum / mass;
}

/// The motion that a cluster damps its members towards: v̄ + ω × (x − x̄).
struct RigidMotion {
    Vector3d velocity = Vector3d::Zero();
    Vector3d spin = Vector3d::Zero();
};

RigidMotion motion_of(const Body& body, const Cluster& cluster) {
    RigidMotion motion;
    motion.velocity = mean(body.particles, cluster, [](const Particle& particle) { return particle.velocity; });
    if (body.settings.damping == Damping::mean) return motion;

    Vector3d angular_momentum = Vector3d::Zero();
    Matrix3d inertia = Matrix3d::Zero();
    for (const Member& member : cluster.members) {
        const Particle& particle = body.particles[static_cast<std::size_t>(member.particle)];
        const double share = member.weight * particle.mass;
        const Vector3d arm = particle.position - cluster.center;
        angular_momentum += share * arm.cross(particle.velocity - motion.velocity);
        inertia += share * unit_inertia(arm);
    }
    motion.spin = pseudo_inverse(inertia, inertia_cutoff) * angular_momentum;
    return motion;
}

/// Δv_i of every particle, from clusters that were just matched.
std::vector<Vector3d> velocity_changes(const Body& body) {
    const double h = body.settings.dt;
    std::vector<Vector3d> changes(body.particles.size(), h * body.settings.gravity);
    for (const Cluster& cluster : body.clusters) {
        const RigidMotion motion = motion_of(body, cluster);
        for (const Member& member : cluster.members) {
            const Particle& particle = body.particles[static_cast<std::size_t>(member.particle)];
            const Vector3d spring = pull(cluster, member, particle.position);
            const Vector3d goal_velocity = motion.velocity + motion.spin.cross(particle.position - cluster.center);
            changes[static_cast<std::size_t>(member.particle)] +=
                cluster.level_weight * member.weight *
                (cluster.alpha / h * spring + cluster.k_d * (goal_velocity - particle.velocity));
        }
    }
    if (body.settings.drag > 0) {
        Cluster all;  // the whole body as one cluster
        for (std::size_t i = 0; i < body.particles.size(); ++i) all.members.push_back({static_cast<int>(i), 1});
        all.center = mean(body.particles, all, [](const Particle& particle) { return particle.position; });
        const RigidMotion motion = motion_of(body, all);
        for (std::size_t i = 0; i < body.particles.size(); ++i) {
            const Vector3d arm = body.particles[i].position - all.center;
            changes[i] += body.settings.drag * (motion.velocity + motion.spin.cross(arm) - body.particles[i].velocity);
        }
    }
    return changes;
}

}  // namespace

void prepare(Body& body) {
    for (Cluster& cluster : body.clusters) {
        // Twice, the second time relative to the first result: momentum rests on Σ w m p = 0, and with a single sum its
        // rounding makes it drift ten times as fast.
        Vector3d& center = cluster.center = Vector3d::Zero();
        for (int pass = 0; pass < 2; ++pass) {
            center += mean(body.particles, cluster,
                           [&](const Particle& particle) -> Vector3d { return particle.rest - center; });
        }
        cluster.A_rr.setZero();
        cluster.mass = 0;
        cluster.width = 0;
        for (Member& member : cluster.members) {
            const Particle& particle = body.particles[static_cast<std::size_t>(member.particle)];
            member.p = particle.rest - cluster.center;
            cluster.A_rr += member.weight * particle.mass * member.p * member.p.transpose();
            cluster.mass += member.weight * particle.mass;
            cluster.width = std::max(cluster.width, member.p.norm());
        }
    }
}

void match(const std::vector<Particle>& particles, Rotation rotation, Cluster& cluster) {
    // Summed relative to the last centre: in world coordinates the rounding of this sum alone would make momentum drift
    // many times as fast.
    const Vector3d center = cluster.center + mean(particles, cluster, [&](const Particle& particle) -> Vector3d {
                                return particle.position - cluster.center;
                            });
    Matrix3d A_xr = Matrix3d::Zero();
    for (const Member& member : cluster.members) {
        const Particle& particle = particles[static_cast<std::size_t>(member.particle)];
        A_xr += member.weight * particle.mass * (particle.position - center) * member.p.transpose();
    }
    const Matrix3d least_squares = proper_rotation(A_xr * cluster.plastic.transpose(), cluster.rotation);
    const Matrix3d inverse = pseudo_inverse(cluster.A_rr, rank_cutoff);
    const Matrix3d missing = Matrix3d::Identity() - cluster.A_rr * inverse;  // projects onto what members do not span
    cluster.center = center;
    cluster.deformation = A_xr * inverse + least_squares * cluster.plastic * missing;
    cluster.rotation = rotation == Rotation::least_squares
                           ? least_squares
                           : proper_rotation(cluster.deformation * cluster.plastic.inverse(), cluster.rotation);
}

Vector3d pull(const Cluster& cluster, const Member& member, const Vector3d& x) {
    const Vector3d strained = cluster.deformation * member.p + cluster.center;
    Vector3d result = goal(cluster, member) - strained + cluster.bending * (strained - x);
    if (cluster.volume > 0) {
        const Matrix3d elastic = cluster.deformation * cluster.plastic.inverse();
        const Matrix3d cofactors = elastic.determinant() * elastic.inverse().transpose();
        const double size = std::max(1.0, cofactors.squaredNorm() / 8);
        const double change = std::clamp(elastic.determinant() - 1, -1.0, 1.0);
        result -= cluster.volume * change / size * cofactors * cluster.plastic.inverse().transpose() *
                  (cluster.A_rr / cluster.mass).inverse() * member.p;
    }
    return result;
}

Vector3d goal(const Cluster& cluster, const Member& member) {
    return cluster.rotation * cluster.plastic * member.p + cluster.center;
}

namespace {

/// What springs and strain limit store, in units of half of h⁻².
double stored(const Body& body, Cluster cluster, const Matrix3d& plastic) {
    cluster.plastic = plastic;
    match(body.particles, body.settings.rotation, cluster);
    double energy = 0;
    for (const Member& member : cluster.members) {
        const Particle& particle = body.particles[static_cast<std::size_t>(member.particle)];
        const double distance = (goal(cluster, member) - particle.position).norm();
        const double beyond = std::max(0.0, distance - cluster.strain_limit * cluster.width);
        energy += member.weight * particle.mass *
                  (cluster.level_weight * cluster.alpha * distance * distance + cluster.limit_alpha * beyond * beyond);
    }
    return energy;
}

/// Flow, halved until the strain limit, where it is a spring, stores no more than before.
void flow_and_relax(const Body& body, Cluster& cluster) {
    const Matrix3d elastic = cluster.deformation * cluster.plastic.inverse(), before = cluster.plastic;
    const double accumulated = cluster.accumulated;
    for (const double part : {1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0}) {
        cluster.plastic = before;
        cluster.accumulated = accumulated;
        flow(cluster.flow, elastic, body.settings.dt, cluster.plastic, cluster.accumulated, part);
        const bool limits = body.settings.strain_sweeps > 0 && cluster.level == 0 && cluster.limit_alpha > 0;
        if (!limits || stored(body, cluster, cluster.plastic) <= (1 + 1e-6) * stored(body, cluster, before)) return;
    }
}

}  // namespace

void step(Body& body) {
    const double h = body.settings.dt;
    std::vector<Vector3d> before;
    for (const Particle& particle : body.particles) before.push_back(particle.position);

    for (Cluster& cluster : body.clusters) match(body.particles, body.settings.rotation, cluster);
    const std::vector<Vector3d> changes = velocity_changes(body);
    for (Cluster& cluster : body.clusters)
        if (cluster.flow.rate > 0) flow_and_relax(body, cluster);
    for (std::size_t i = 0; i < body.particles.size(); ++i) {
        Particle& particle = body.particles[i];
        particle.velocity = particle.pinned ? Vector3d::Zero() : Vector3d(particle.velocity + changes[i]);
        particle.position += h * particle.velocity;
    }
    if (body.settings.strain_sweeps == 0) return;
    limit_strain(body, before);
    for (std::size_t i = 0; i < body.particles.size(); ++i) {
        body.particles[i].velocity = (body.particles[i].position - before[i]) / h;
    }
}

}  // namespace pliant::reference
