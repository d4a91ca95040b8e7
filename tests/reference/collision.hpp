// Collisions of clusters (CC15 §3.4 with docs/methods.md section 4), in the plainest form we can write: every particle
// against every cluster of another body, and a response in which the particle and the struck cluster share an impulse.
//
// One contact resolution over a step of length h, from positions x at its end and velocities v with x = x_before + h v:
//
//   proxy      sphere of radius d, cut by planes normal to the eigenvectors of A_rr that bound the members
//   touch      x' = F⁻¹(x − x̄); inside when it is inside the sphere and all planes. A face with rest normal n' and rest
//              distance g lies g/‖F⁻ᵀn'‖ away in the world, along n = F⁻ᵀn'/‖F⁻ᵀn'‖; the nearest one is the way out
//   ridges     a ball is as far from the proxy as its center, less its radius, along the shortest way; where faces meet
//              that look the same way within 60 degrees the ball counts as at least as large as b, and they lie
//              deeper by what it grew: ridges are round
//   facing     where a particle lies at a flat face of its own body, a face with the normal n counts as farther by
//              b (1 + n · facing / 0.7), if that is above 0; an edge is left along the opposite of the facing
//   contact    of the clusters of one body that a particle is in, the one it is deepest in, less 0.005 of its distance
//   respond    find impulses J of all contacts such that the relative velocity of particle and cluster becomes the one
//              asked for, by Jacobi relaxation with masses split among their contacts; then
//              v_i += J/m_i,  v_j −= J/M + θ × q_j for the cluster's own particles,  x += h Δv
#pragma once

#include "reference/shape_matching.hpp"

#include <vector>

namespace pliant::reference {

struct Plane {
    Vector3d normal = Vector3d::UnitX();  ///< unit, rest space
    double offset = 0;                    ///< m from r̄: inside is normal · (r − r̄) < offset
};

struct Proxy {
    Vector3d center = Vector3d::Zero();  ///< of the sphere, m from r̄
    double radius = 0;                   ///< m
    std::vector<Plane> planes;
    double half_width = 0;  ///< m: half of the shortest way through it along an eigenvector of A_rr
};

/// `fraction` of d is how far out a plane may be to be kept, beyond the mean of what members reach; `reach` says of
/// every particle how far its matter goes from its center.
Proxy make_proxy(const Cluster& cluster, const Vector3d& center, double d, double fraction,
                 const std::vector<double>& reach);

/// What belongs to which body, and how large particles are.
struct Bodies {
    std::vector<int> of_particle;
    std::vector<int> of_cluster;
    std::vector<double> reach;     ///< per particle, m
    std::vector<Vector3d> facing;  ///< per particle: unit, world; or zero
    std::vector<double> size;      ///< b, per particle, m: half the spacing of its body
};

struct Contact {
    int particle = 0;
    int cluster = 0;
    Vector3d normal = Vector3d::Zero();
    double depth = 0;
    double rank = 0;  ///< the depth with what counts besides
};

/// All contacts between different bodies, by particle, then by struck body. Clusters must be fitted (match) to the
/// particles' positions; bodies without proxies for their clusters are not there.
std::vector<Contact> find_contacts(const std::vector<Particle>& particles, const std::vector<Cluster>& clusters,
                                   const std::vector<Proxy>& proxies, const Bodies& bodies);

struct ResponseSettings {
    double dt = 0;
    double recovery_rate = 10;  ///< 1/s: the speed out of a depth, over that depth
    double deep = 0.3;          ///< share of the radius from which it is no faster
    double slop = 0.005;        ///< share of the radius that is left alone
    double friction = 0;
    int iterations = 0;
};

/// Resolves the contacts one after the other, forwards and backwards in turn: velocities and positions. What was inside
/// before the step is moved out without velocity. `own[c]` are the particles that move with cluster c, `size[c]` is
/// the radius of its proxy.
void respond(std::vector<Particle>& particles, const std::vector<Contact>& contacts,
             const std::vector<std::vector<int>>& own, const std::vector<double>& size,
             const ResponseSettings& settings);

}  // namespace pliant::reference
