#include "reference/collision.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <limits>
#include <map>
#include <optional>

namespace pliant::reference {
namespace {

/// From the nearest point of the inside of all faces (normal, distance outside) to the point: cyclic projections.
Vector3d shortest_way(const std::vector<std::pair<Vector3d, double>>& faces) {
    std::vector<double> share(faces.size(), 0);
    Vector3d way = Vector3d::Zero();
    for (int sweep = 0; sweep < 1000; ++sweep)
        for (std::size_t k = 0; k < faces.size(); ++k) {
            const double more = std::max(-share[k], faces[k].second - faces[k].first.dot(way));
            share[k] += more;
            way += more * faces[k].first;
        }
    return way;
}

/// The way out of one proxy, if the ball about x reaches into it.
std::optional<Contact> touch(const Cluster& cluster, const Proxy& proxy, const Vector3d& x, double radius,
                             const Vector3d& facing, double size) {
    const Matrix3d inverse = cluster.deformation.inverse();
    const Vector3d rest = inverse * (x - cluster.center);
    const auto worse = [&](const Vector3d& n) {
        return facing.norm() > 0 ? size * std::max(0.0, 1 + n.dot(facing) / 0.7) : 0;
    };
    struct Face {
        Vector3d normal;
        double depth;  // of the point
    };
    std::vector<Face> faces;
    const auto add = [&](const Vector3d& normal, double gap) {
        const Vector3d world = inverse.transpose() * normal;
        faces.push_back({world.normalized(), gap / world.norm()});
    };
    for (const Plane& plane : proxy.planes) add(plane.normal, plane.offset - plane.normal.dot(rest));
    const Vector3d out = rest - proxy.center;
    add(out.normalized(), proxy.radius - out.norm());
    Contact best;
    best.rank = std::numeric_limits<double>::infinity();
    for (const auto& [n, depth] : faces) {
        if (depth + radius <= 0) return std::nullopt;
        if (depth + radius + worse(n) < best.rank) best = {0, 0, n, depth + radius, depth + radius + worse(n)};
    }
    const double round = std::max(radius, std::min(size, 0.5 * proxy.half_width));
    std::vector<std::pair<Vector3d, double>> outside;
    bool sharp = false;
    for (const auto& [n, depth] : faces) {
        const bool ridge = n.dot(best.normal) > 0.5;
        const double far = ridge ? round - radius - depth : -depth;
        if (far <= 0) continue;
        outside.emplace_back(n, far);
        if (!ridge) sharp = true;
    }
    if (outside.size() > 1) {
        const Vector3d way = shortest_way(outside), n = way.normalized();
        best = {0, 0, n, round - way.norm(), round - way.norm() + worse(n)};
        if (best.depth <= 0) return std::nullopt;
        if (sharp && -facing.dot(n) > 0.5) best.normal = -facing;
    }
    best.rank -= 0.005 * (x - cluster.center).norm();
    return best;
}

/// The particles of a struck cluster as one rigid body, with positions before the step.
struct Rigid {
    double mass = 0;
    Vector3d center = Vector3d::Zero();
    Matrix3d inertia = Matrix3d::Zero();

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
    double recovery = 0;
    double push = 0;
};

}  // namespace

Proxy make_proxy(const Cluster& cluster, const Vector3d& center, double d, double fraction,
                 const std::vector<double>& reach) {
    Proxy proxy{center, d, {}, d};
    double mean = 0;
    for (const Member& member : cluster.members)
        mean += reach[static_cast<std::size_t>(member.particle)] / static_cast<double>(cluster.members.size());
    const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(cluster.A_rr);
    for (int k = 0; k < 3; ++k)
        for (const double side : {1.0, -1.0}) {
            const Vector3d normal = side * solver.eigenvectors().col(k);
            double farthest = -std::numeric_limits<double>::infinity();
            for (const Member& member : cluster.members)
                farthest = std::max(farthest, normal.dot(member.p) + reach[static_cast<std::size_t>(member.particle)]);
            if (farthest - normal.dot(center) < fraction * d + mean) proxy.planes.push_back({normal, farthest});
        }
    return proxy;
}

std::vector<Contact> find_contacts(const std::vector<Particle>& particles, const std::vector<Cluster>& clusters,
                                   const std::vector<Proxy>& proxies, const Bodies& bodies) {
    std::vector<Contact> contacts;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        std::map<int, Contact> chosen;  // by body
        const int own = bodies.of_particle[i];
        for (std::size_t c = 0; c < clusters.size(); ++c) {
            const int body = bodies.of_cluster[c];
            if (clusters[c].level != 0 || body == own) continue;
            std::optional<Contact> contact = touch(clusters[c], proxies[c], particles[i].position, bodies.reach[i],
                                                   bodies.facing[i], bodies.size[i]);
            if (!contact || (chosen.count(body) > 0 && contact->rank <= chosen[body].rank)) continue;
            contact->particle = static_cast<int>(i);
            contact->cluster = static_cast<int>(c);
            chosen[body] = *contact;
        }
        for (const auto& [body, contact] : chosen) contacts.push_back(contact);
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
    for (const Contact& contact : contacts)
        rigid[contact.cluster] = Rigid(particles, own[static_cast<std::size_t>(contact.cluster)], h);
    // Velocity of the particle relative to its cluster's rigid motion there, by what all particles' velocities are.
    using Velocities = std::vector<Vector3d>;
    const auto relative = [&](const Contact& contact, const Vector3d& arm, const Velocities& v) {
        const Rigid& r = rigid[contact.cluster];
        Vector3d momentum = Vector3d::Zero(), angular = Vector3d::Zero();
        for (const int j : own[static_cast<std::size_t>(contact.cluster)]) {
            const Vector3d share = found[static_cast<std::size_t>(j)].mass * v[static_cast<std::size_t>(j)];
            momentum += share;
            angular += (before(j) - r.center).cross(share);
        }
        const Vector3d surface = momentum / r.mass + Vector3d(r.inertia.inverse() * angular).cross(arm);
        return Vector3d(v[static_cast<std::size_t>(contact.particle)] - surface);
    };
    // How much one unit of impulse along n changes that.
    const auto mobility = [&](const Contact& contact, const Vector3d& arm, const Vector3d& n) {
        const Rigid& r = rigid[contact.cluster];
        const Vector3d turn = arm.cross(n);
        return 1 / particles[static_cast<std::size_t>(contact.particle)].mass + 1 / r.mass +
               turn.dot(r.inertia.inverse() * turn);
    };
    const auto give = [&](const Contact& contact, const Vector3d& arm, const Vector3d& impulse, Velocities& v) {
        const Rigid& r = rigid[contact.cluster];
        const auto i = static_cast<std::size_t>(contact.particle);
        v[i] += impulse / particles[i].mass;
        const Vector3d turn = r.inertia.inverse() * arm.cross(impulse);
        for (const int j : own[static_cast<std::size_t>(contact.cluster)])
            v[static_cast<std::size_t>(j)] -= impulse / r.mass + turn.cross(before(j) - r.center);
    };
    Velocities v, out(particles.size(), Vector3d::Zero());
    for (const Particle& particle : particles) v.push_back(particle.velocity);
    std::vector<Resolved> state(contacts.size());
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        Resolved& s = state[k];
        s.arm = before(contacts[k].particle) - rigid[contacts[k].cluster].center;
        const double at_start = contacts[k].depth + h * contacts[k].normal.dot(relative(contacts[k], s.arm, v));
        const double radius = size[static_cast<std::size_t>(contacts[k].cluster)];
        const double beyond = std::clamp(at_start - settings.slop * radius, 0.0, settings.deep * radius);
        s.target = std::min(at_start, 0.0) / h;
        s.recovery = std::min(1 / h, settings.recovery_rate) * beyond;
    }
    for (int sweep = 0; sweep < settings.iterations; ++sweep)
        for (std::size_t m = 0; m < contacts.size(); ++m) {
            const std::size_t k = sweep % 2 == 0 ? m : contacts.size() - 1 - m;
            const Vector3d& n = contacts[k].normal;
            Resolved& s = state[k];
            const double response = 1 / mobility(contacts[k], s.arm, n);
            const double normal =
                std::max(0.0, s.normal_impulse + response * (s.target - n.dot(relative(contacts[k], s.arm, v))));
            give(contacts[k], s.arm, (normal - s.normal_impulse) * n, v);
            s.normal_impulse = normal;
            const Vector3d u = relative(contacts[k], s.arm, v);
            const Vector3d slip = u - n.dot(u) * n;
            Vector3d grip = s.grip;
            if (slip.norm() > 0) grip -= slip / mobility(contacts[k], s.arm, slip.normalized());
            grip -= n * n.dot(grip);
            if (grip.norm() > settings.friction * normal) grip *= settings.friction * normal / grip.norm();
            give(contacts[k], s.arm, grip - s.grip, v);
            s.grip = grip;
            const double push =
                std::max(0.0, s.push + response * (s.recovery - n.dot(relative(contacts[k], s.arm, out))));
            give(contacts[k], s.arm, (push - s.push) * n, out);
            s.push = push;
        }
    for (std::size_t i = 0; i < particles.size(); ++i) {
        particles[i].velocity = v[i];
        particles[i].position += h * (v[i] - found[i].velocity);
    }
    // The way out moves particles that go on with their velocities: each struck cluster makes good by a turn of its own
    // what that does to the angular momentum.
    std::map<int, Vector3d> gained;
    for (auto& [c, r] : rigid) {
        Vector3d push = Vector3d::Zero(), turn = Vector3d::Zero();
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            if (contacts[k].cluster != c) continue;
            push += state[k].push * contacts[k].normal;
            turn += state[k].arm.cross(Vector3d(state[k].push * contacts[k].normal));
        }
        gained[c].setZero();
        for (const int j : own[static_cast<std::size_t>(c)]) {
            Particle& p = particles[static_cast<std::size_t>(j)];
            const Vector3d by = -h * (push / r.mass + Vector3d(r.inertia.inverse() * turn).cross(before(j) - r.center));
            p.position += by;
            gained[c] += p.mass * by.cross(p.velocity);
        }
    }
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        Particle& p = particles[static_cast<std::size_t>(contacts[k].particle)];
        const Vector3d by = h * state[k].push / p.mass * contacts[k].normal;
        p.position += by;
        gained[contacts[k].cluster] += p.mass * by.cross(p.velocity);
    }
    for (const auto& [c, angular] : gained) {
        const std::vector<int>& members = own[static_cast<std::size_t>(c)];
        const Rigid now(particles, members, 0);
        const Vector3d spin = now.inertia.inverse() * angular;
        for (const int j : members) {
            Particle& p = particles[static_cast<std::size_t>(j)];
            p.velocity -= spin.cross(p.position - now.center);
        }
    }
}

}  // namespace pliant::reference
