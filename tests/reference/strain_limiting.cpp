#include "reference/shape_matching.hpp"

#include <algorithm>
#include <cstddef>

namespace pliant::reference {
namespace {

std::size_t index_of(const Member& member) { return static_cast<std::size_t>(member.particle); }

/// s d of every member, by the cluster's last fit; `limited` tells whether any of them is not zero.
struct Votes {
    std::vector<Vector3d> moves;
    bool limited = false;
};

Votes votes_of(const Body& body, const Cluster& cluster) {
    const double allowed = cluster.strain_limit * cluster.width;
    Votes votes;
    for (const Member& member : cluster.members) {
        const Vector3d d = goal(cluster, member) - body.particles[index_of(member)].position;
        const double distance = d.norm();
        const bool beyond = distance > allowed;
        votes.moves.push_back(beyond ? Vector3d((1 - allowed / distance) * d) : Vector3d::Zero());
        votes.limited = votes.limited || beyond;
    }
    return votes;
}

/// Takes out of the moves what would change the members' linear or angular momentum.
void free_of_momentum(const Body& body, const Cluster& cluster, const std::vector<Vector3d>& before,
                      std::vector<Vector3d>& moves) {
    double mass = 0;
    Vector3d center = Vector3d::Zero();
    Vector3d shift = Vector3d::Zero();
    for (std::size_t k = 0; k < moves.size(); ++k) {
        const Member& member = cluster.members[k];
        const double share = member.weight * body.particles[index_of(member)].mass;
        mass += share;
        center += share * before[index_of(member)];
        shift += share * moves[k];
    }
    center /= mass;
    shift /= mass;

    Matrix3d inertia = Matrix3d::Zero();
    Vector3d moment = Vector3d::Zero();
    for (std::size_t k = 0; k < moves.size(); ++k) {
        const Member& member = cluster.members[k];
        const double share = member.weight * body.particles[index_of(member)].mass;
        const Vector3d q = before[index_of(member)] - center;
        inertia += share * unit_inertia(q);
        moment += share * q.cross(moves[k] - shift);
    }
    const Vector3d spin = pseudo_inverse(inertia, inertia_cutoff) * moment;
    for (std::size_t k = 0; k < moves.size(); ++k) {
        moves[k] -= shift + spin.cross(before[index_of(cluster.members[k])] - center);
    }
}

/// `predicted` is where the step put the particles before any sweep.
void sweep(Body& body, const std::vector<Vector3d>& before, const std::vector<Vector3d>& predicted, double stiffest) {
    std::vector<Vector3d> blend(body.particles.size(), Vector3d::Zero());
    for (Cluster& cluster : body.clusters) {
        if (cluster.level != 0) continue;
        match(body.particles, body.settings.rotation, cluster);
        Votes votes = votes_of(body, cluster);
        if (!votes.limited) continue;
        free_of_momentum(body, cluster, before, votes.moves);
        for (std::size_t k = 0; k < cluster.members.size(); ++k) {
            const double strength = stiffest > 0 ? cluster.limit_alpha : body.settings.strain_relaxation;
            blend[index_of(cluster.members[k])] += strength * cluster.members[k].weight * votes.moves[k];
        }
    }
    for (std::size_t i = 0; i < body.particles.size(); ++i) {
        Vector3d& x = body.particles[i].position;
        if (body.particles[i].pinned) continue;
        if (stiffest > 0)
            x += (blend[i] - (x - predicted[i])) / (1 + stiffest);
        else
            x += blend[i];
    }
}

}  // namespace

void limit_strain(Body& body, const std::vector<Vector3d>& before) {
    std::vector<Vector3d> predicted;
    for (const Particle& particle : body.particles) predicted.push_back(particle.position);
    double stiffest = 0;
    for (const Cluster& cluster : body.clusters) stiffest = std::max(stiffest, cluster.limit_alpha);
    std::vector<Matrix3d> rotation;  // of the step's fit, from which the next step goes on
    for (const Cluster& cluster : body.clusters) rotation.push_back(cluster.rotation);
    for (int k = 0; k < body.settings.strain_sweeps; ++k) sweep(body, before, predicted, stiffest);
    for (std::size_t c = 0; c < rotation.size(); ++c) body.clusters[c].rotation = rotation[c];
}

}  // namespace pliant::reference
