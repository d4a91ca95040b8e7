#include "reference/collision.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <limits>
#include <map>

namespace pliant::reference {
namespace {

/// The way out of one proxy; depth 0 or less when the ball about x does not reach into it.
Contact touch(const Cluster& cluster, const Proxy& proxy, const Vector3d& x, double radius) {
    const Matrix3d inverse = cluster.deformation.inverse();
    const Vector3d rest = inverse * (x - cluster.center);
    Contact nearest;
    nearest.depth = std::numeric_limits<double>::infinity();
    const auto face = [&](const Vector3d& normal, double gap) {
        const Vector3d world = inverse.transpose() * normal;
        const double depth = gap / world.norm() + radius;
        if (depth < nearest.depth) nearest = {0, 0, world.normalized(), depth};
    };
    for (const Plane& plane : proxy.planes) face(plane.normal, plane.offset - plane.normal.dot(rest));
    const Vector3d out = rest - proxy.center;
    face(out.normalized(), proxy.radius - out.norm());
    return nearest;
}

/// The particles of a struck cluster as one rigid body, with positions before the step.
struct Rigid {
    double mass = 0;
    Vector3d center = Vector3d::Zero();
    Matrix3d inertia = Matrix3d::Zero();
    int contacts = 0;

    Rigid() = default;
    Rigid(const std::vector<Particle>& particles, const std::vector<int>& own, double dt) {
        for (const int j : own) {
            const Particle& p = particles[static_cast<std::size_t>(j)];
            mass += p.mass;
            center += p.mass * (p.position - dt * p.velocity);
        }
        center /= mass;
        for (const int j : own) {
            const Particle& p = particles[static_cast<std::size_t>(j)];
            inertia += p.mass * unit_inertia(p.position - dt * p.velocity - center);
        }
    }
};

/// One contact while it is being resolved.
struct Resolved {
    Vector3d arm = Vector3d::Zero();
    double target = 0;
    double normal_impulse = 0;
    Vector3d grip = Vector3d::Zero();
    int particle_contacts = 0;
};

}  // namespace

Proxy make_proxy(const Cluster& cluster, const Vector3d& center, double d, double fraction, double matter) {
    Proxy proxy{center, d, {}};
    const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(cluster.A_rr);
    for (int k = 0; k < 3; ++k)
        for (const double side : {1.0, -1.0}) {
            const Vector3d normal = side * solver.eigenvectors().col(k);
            double farthest = -std::numeric_limits<double>::infinity();
            for (const Member& member : cluster.members) farthest = std::max(farthest, normal.dot(member.p));
            if (farthest - normal.dot(center) < fraction * d) proxy.planes.push_back({normal, farthest + matter});
        }
    return proxy;
}

std::vector<Contact> find_contacts(const std::vector<Particle>& particles, const std::vector<Cluster>& clusters,
                                   const std::vector<Proxy>& proxies, const Bodies& bodies) {
    std::vector<Contact> contacts;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        std::map<int, Contact> deepest;  // by body
        const int own = bodies.of_particle[i];
        for (std::size_t c = 0; c < clusters.size(); ++c) {
            if (clusters[c].level != 0 || bodies.of_cluster[c] == own) continue;
            Contact contact =
                touch(clusters[c], proxies[c], particles[i].position, bodies.radius[static_cast<std::size_t>(own)]);
            if (contact.depth <= deepest[bodies.of_cluster[c]].depth) continue;
            contact.particle = static_cast<int>(i);
            contact.cluster = static_cast<int>(c);
            deepest[bodies.of_cluster[c]] = contact;
        }
        for (const auto& [body, contact] : deepest)
            if (contact.depth > 0) contacts.push_back(contact);
    }
    return contacts;
}

void respond(std::vector<Particle>& particles, const std::vector<Contact>& contacts,
             const std::vector<std::vector<int>>& own, const std::vector<double>& size,
             const ResponseSettings& settings) {
    const double h = settings.dt;
    const std::vector<Particle> found = particles;
    const auto before = [&](int i) {
        const Particle& p = found[static_cast<std::size_t>(i)];
        return Vector3d(p.position - h * p.velocity);
    };
    std::map<int, Rigid> rigid;
    std::map<int, int> per_particle;
    for (const Contact& contact : contacts) {
        const auto c = static_cast<std::size_t>(contact.cluster);
        const int counted = rigid[contact.cluster].contacts;
        rigid[contact.cluster] = Rigid(particles, own[c], h);
        rigid[contact.cluster].contacts = counted + 1;
        ++per_particle[contact.particle];
    }
    // Velocity of particle i relative to cluster c's rigid motion at the particle.
    const auto relative = [&](const Contact& contact, const Vector3d& arm) {
        const Rigid& r = rigid[contact.cluster];
        Vector3d momentum = Vector3d::Zero(), angular = Vector3d::Zero();
        for (const int j : own[static_cast<std::size_t>(contact.cluster)]) {
            const Particle& p = particles[static_cast<std::size_t>(j)];
            momentum += p.mass * p.velocity;
            angular += p.mass * (before(j) - r.center).cross(p.velocity);
        }
        const Vector3d surface = momentum / r.mass + Vector3d(r.inertia.inverse() * angular).cross(arm);
        return Vector3d(particles[static_cast<std::size_t>(contact.particle)].velocity - surface);
    };
    // How much one unit of impulse along n changes that, with the masses split among contacts.
    const auto mobility = [&](const Contact& contact, const Vector3d& arm, const Vector3d& n) {
        const Rigid& r = rigid[contact.cluster];
        const Vector3d turn = arm.cross(n);
        return per_particle[contact.particle] / particles[static_cast<std::size_t>(contact.particle)].mass +
               r.contacts * (1 / r.mass + turn.dot(r.inertia.inverse() * turn));
    };
    std::vector<Resolved> state(contacts.size());
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        state[k].arm = before(contacts[k].particle) - rigid[contacts[k].cluster].center;
        const double at_start = contacts[k].depth + h * contacts[k].normal.dot(relative(contacts[k], state[k].arm));
        const double radius = size[static_cast<std::size_t>(contacts[k].cluster)];
        const double beyond = std::clamp(at_start - settings.slop * radius, 0.0, settings.deep * radius);
        const double out = std::min(1 / h, settings.recovery_rate) * beyond;
        state[k].target = at_start < 0 ? at_start / h : out;
    }
    for (int iteration = 0; iteration < settings.iterations; ++iteration) {
        std::vector<Vector3d> change;
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            const Vector3d& n = contacts[k].normal;
            Resolved& s = state[k];
            const Vector3d u = relative(contacts[k], s.arm);
            const double normal =
                std::max(0.0, s.normal_impulse + (s.target - n.dot(u)) / mobility(contacts[k], s.arm, n));
            const Vector3d slip = u - n.dot(u) * n;
            Vector3d grip = s.grip;
            if (slip.norm() > 0) grip -= slip / mobility(contacts[k], s.arm, slip.normalized());
            grip -= n * n.dot(grip);
            if (grip.norm() > settings.friction * normal) grip *= settings.friction * normal / grip.norm();
            change.push_back((normal - s.normal_impulse) * n + grip - s.grip);
            s.normal_impulse = normal;
            s.grip = grip;
        }
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            const Rigid& r = rigid[contacts[k].cluster];
            Particle& striking = particles[static_cast<std::size_t>(contacts[k].particle)];
            striking.velocity += change[k] / striking.mass;
            const Vector3d turn = r.inertia.inverse() * state[k].arm.cross(change[k]);
            for (const int j : own[static_cast<std::size_t>(contacts[k].cluster)])
                particles[static_cast<std::size_t>(j)].velocity -=
                    change[k] / r.mass + turn.cross(before(j) - r.center);
        }
    }
    for (std::size_t i = 0; i < particles.size(); ++i)
        particles[i].position += h * (particles[i].velocity - found[i].velocity);
}

}  // namespace pliant::reference
