#include "sim/body_response.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// A cluster with fewer particles of its own moves all of its members when it is struck.
constexpr std::uint32_t few_own = 4;

Vec3 vec(const Real* v) { return Vec3(v[0], v[1], v[2]); }

/// contacts.struck_clusters, and contacts that name their place in it.
void list_struck(ContactScratch& contacts) {
    contacts.struck_clusters.clear();
    for (const PairContact& contact : contacts.contacts) contacts.struck_clusters.push_back(contact.struck);
    std::sort(contacts.struck_clusters.begin(), contacts.struck_clusters.end());
    const auto end = std::unique(contacts.struck_clusters.begin(), contacts.struck_clusters.end());
    contacts.struck_clusters.erase(end, contacts.struck_clusters.end());
    contacts.struck.assign(contacts.struck_clusters.size(), {});
    for (std::uint32_t s = 0; s < contacts.struck.size(); ++s) contacts.struck_place[contacts.struck_clusters[s]] = s;
    for (PairContact& contact : contacts.contacts) {
        contact.struck = contacts.struck_place[contact.struck];
        ++contacts.struck[contact.struck].contacts;
    }
}

/// Who moves with the struck clusters: a cluster's own particles, or its members by their weights where those are few.
void list_members(const Colliders& colliders, const SoftBodies& soft, ContactScratch& contacts) {
    contacts.members.clear();
    contacts.member_rows.assign(1, 0);
    for (const std::uint32_t c : contacts.struck_clusters) {
        const std::uint32_t begin = colliders.home_rows[c], end = colliders.home_rows[c + 1];
        if (end - begin >= few_own) {
            for (std::uint32_t k = begin; k < end; ++k) {
                const std::uint32_t i = colliders.home[k];
                contacts.members.push_back({i, 1, static_cast<double>(soft.mass[i]), Vec3::Zero()});
            }
        } else {
            for (std::uint32_t k = soft.by_cluster.rows[c]; k < soft.by_cluster.rows[c + 1]; ++k) {
                const std::uint32_t i = soft.by_cluster.index[k];
                const double mass = static_cast<double>(soft.by_cluster.members[k].weight) * soft.cluster_mass[c];
                contacts.members.push_back({i, mass / static_cast<double>(soft.mass[i]), mass, Vec3::Zero()});
            }
        }
        contacts.member_rows.push_back(static_cast<std::uint32_t>(contacts.members.size()));
    }
}

template <class F>
void for_members(ContactScratch& contacts, std::size_t s, const F& f) {
    for (std::uint32_t k = contacts.member_rows[s]; k < contacts.member_rows[s + 1]; ++k) f(contacts.members[k]);
}

/// Center, inertia and arms of a struck cluster at the start of the piece.
void measure_struck(const Model& model, const SoftBodies& soft, ContactScratch& contacts, std::size_t s, double left) {
    Vec3 center = Vec3::Zero();
    double mass = 0;
    for_members(contacts, s, [&](StruckMember& member) {
        const Particle& particle = soft.particles[member.particle];
        member.arm = vec(particle.position) - left * vec(particle.velocity);
        center += member.mass * member.arm;
        mass += member.mass;
    });
    center /= mass;
    Mat3 second = Mat3::Zero();
    for_members(contacts, s, [&](StruckMember& member) {
        member.arm -= center;
        second += (member.mass / mass * member.arm) * member.arm.transpose();
    });
    Struck& struck = contacts.struck[s];
    struck.center = model.ranges[soft.cluster_body[contacts.struck_clusters[s]]].origin + center;
    set_inertia(struck, mass, second.trace() * Mat3::Identity() - second);
}

/// The rigid motion of a struck cluster for these velocities of its members.
template <class Velocity>
void measure_motion(ContactScratch& contacts, std::size_t s, const Velocity& velocity, Struck& struck) {
    Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero();
    for_members(contacts, s, [&](const StruckMember& member) {
        const Vec3 own = member.mass * velocity(member.particle);
        momentum += own;
        angular += member.arm.cross(own);
    });
    struck.velocity = struck.inverse_mass * momentum;
    struck.spin = struck.inverse_inertia * angular;
}

/// Remembers the velocities of all that the contacts may move.
void remember_velocities(const SoftBodies& soft, ContactScratch& contacts) {
    contacts.moved.clear();
    const auto remember = [&](std::uint32_t particle) {
        if (contacts.is_moved[particle]) return;
        contacts.is_moved[particle] = 1;
        const Real* v = soft.particles[particle].velocity;
        contacts.moved.push_back({particle, {v[0], v[1], v[2]}});
    };
    for (const PairContact& contact : contacts.contacts) remember(contact.particle);
    for (const StruckMember& member : contacts.members) remember(member.particle);
}

/// How many contacts each contact's particle has; they stand together.
void count_by_particle(std::vector<PairContact>& contacts) {
    for (std::size_t begin = 0; begin < contacts.size();) {
        std::size_t end = begin;
        while (end < contacts.size() && contacts[end].particle == contacts[begin].particle) ++end;
        for (std::size_t k = begin; k < end; ++k) contacts[k].contacts = static_cast<std::uint32_t>(end - begin);
        begin = end;
    }
}

/// Turns the normal of a contact that was deep before the piece began; false when it was not.
bool turn_deep_contact(const Model& model, const SoftBodies& soft, const ContactScratch& contacts,
                       std::uint32_t cluster, const Vec3& relative, const StepPiece& piece, PairContact& contact) {
    constexpr double halfway = 0.5;  // from a proxy's surface to its middle
    const std::uint32_t own = soft.body[contact.particle], other = soft.cluster_body[cluster];
    const BodyColliders &striking = model.colliders.bodies[own], &struck = model.colliders.bodies[other];
    const double half_width = model.colliders.proxies[cluster].half_width;
    const double before = contact.depth + piece.length * contact.normal.dot(relative) - striking.radius;
    // Parts of one body, and bodies of one layer of particles, have no middle to be pushed away from.
    if (own == other || half_width < 2 * struck.radius || before < halfway * half_width) return false;
    const Vec3 apart = contacts.trees[own].bounds().center() - contacts.trees[other].bounds().center();
    const double distance = apart.norm();
    const Vec3 any = Vec3::UnitX() * (own < other ? 1 : -1);  // for bodies in the same place
    contact.normal = distance > 0 ? Vec3(apart / distance) : any;
    return true;
}

/// Everything about a contact that does not change in the relaxations. Returns how many were deep.
std::uint64_t prepare_contacts(const Model& model, const SoftBodies& soft, Scratch& scratch, const StepPiece& piece) {
    ContactScratch& contacts = scratch.contacts;
    const Colliders& colliders = model.colliders;
    const PairSettings settings{piece.length, colliders.settings.gamma, 2 * model.gravity.norm() * model.dt};
    const bool bounces = !scratch.arriving.empty();
    const auto velocity = [&](std::uint32_t i) { return vec(soft.particles[i].velocity); };
    const auto arriving_velocity = [&](std::uint32_t i) { return vec(scratch.arriving[i].value); };
    contacts.arriving = contacts.struck;
    for (std::size_t s = 0; s < contacts.struck.size(); ++s) {
        measure_motion(contacts, s, velocity, contacts.struck[s]);
        if (bounces) measure_motion(contacts, s, arriving_velocity, contacts.arriving[s]);
    }
    contacts.speeds.clear();
    std::uint64_t deep = 0;
    for (PairContact& contact : contacts.contacts) {
        const std::uint32_t i = contact.particle, c = contacts.struck_clusters[contact.struck];
        const Struck& struck = contacts.struck[contact.struck];
        const Vec3 start = vec(soft.particles[i].position) - piece.left * velocity(i);
        contact.arm = model.ranges[soft.body[i]].origin + start - struck.center;
        contact.size = colliders.proxies[c].radius;
        contact.inverse_mass = static_cast<double>(contacts.inverse_mass[i]);
        contact.friction =
            std::sqrt(static_cast<double>(model.friction[i]) * static_cast<double>(colliders.friction[c]));
        const double restitution = static_cast<double>(std::max(model.restitution[i], colliders.restitution[c]));
        const Vec3 relative = velocity(i) - velocity_at(struck, contact.arm);
        Vec3 impact = Vec3::Zero();
        if (bounces) impact = arriving_velocity(i) - velocity_at(contacts.arriving[contact.struck], contact.arm);
        if (turn_deep_contact(model, soft, contacts, c, relative, piece, contact)) {
            ++deep;
            impact.setZero();
        }
        contact.alive = prepare(contact, struck, settings, velocity(i), impact, restitution);
        contacts.speeds.push_back(contact.normal.dot(relative));
    }
    return deep;
}

/// All contacts at once: impulses from the velocities as they are, then applied to particles and struck clusters.
void relax_contacts(SoftBodies& soft, ContactScratch& contacts) {
    contacts.push.assign(contacts.struck.size(), Vec3::Zero());
    contacts.turn.assign(contacts.struck.size(), Vec3::Zero());
    for (PairContact& contact : contacts.contacts) {
        if (!contact.alive) continue;
        Real* v = soft.particles[contact.particle].velocity;
        contact.change = relax(contact, contacts.struck[contact.struck], vec(v));
        contacts.push[contact.struck] += contact.change;
        contacts.turn[contact.struck] += contact.arm.cross(contact.change);
    }
    for (const PairContact& contact : contacts.contacts) {
        if (!contact.alive) continue;
        Real* v = soft.particles[contact.particle].velocity;
        for (int a = 0; a < 3; ++a) v[a] += static_cast<Real>(contact.inverse_mass * contact.change[a]);
    }
    for (std::size_t s = 0; s < contacts.struck.size(); ++s) {
        const Struck& struck = contacts.struck[s];
        const Vec3 shift = struck.inverse_mass * contacts.push[s], spin = struck.inverse_inertia * contacts.turn[s];
        for_members(contacts, s, [&](const StruckMember& member) {
            const Vec3 change = member.weight * (shift + spin.cross(member.arm));
            Real* v = soft.particles[member.particle].velocity;
            for (int a = 0; a < 3; ++a) v[a] -= static_cast<Real>(change[a]);
        });
    }
    const auto velocity = [&](std::uint32_t i) { return vec(soft.particles[i].velocity); };
    for (std::size_t s = 0; s < contacts.struck.size(); ++s) measure_motion(contacts, s, velocity, contacts.struck[s]);
}

/// Positions follow the velocities from the start of the piece to the end of the step.
void move_particles(SoftBodies& soft, Scratch& scratch, double left) {
    for (const Moved& moved : scratch.contacts.moved) {
        scratch.contacts.is_moved[moved.particle] = 0;
        Particle& particle = soft.particles[moved.particle];
        for (int a = 0; a < 3; ++a) {
            const Real change = particle.velocity[a] - moved.velocity[a];
            particle.position[a] += static_cast<Real>(left) * change;
            scratch.impulse[moved.particle].value[a] += soft.mass[moved.particle] * change;
        }
    }
}

double deepest_left(const SoftBodies& soft, const ContactScratch& contacts, const StepPiece& piece) {
    double most = 0;
    for (std::size_t k = 0; k < contacts.contacts.size(); ++k) {
        const PairContact& contact = contacts.contacts[k];
        const Vec3 velocity = vec(soft.particles[contact.particle].velocity);
        const double speed = contact.normal.dot(velocity - velocity_at(contacts.struck[contact.struck], contact.arm));
        most = std::max(most, contact.depth - piece.length * (speed - contacts.speeds[k]));
    }
    return most;
}

}  // namespace

ResponseReport respond(const Model& model, State& state, Scratch& scratch, const StepPiece& piece) {
    SoftBodies& soft = state.soft;
    ContactScratch& contacts = scratch.contacts;
    list_struck(contacts);
    list_members(model.colliders, soft, contacts);
    count_by_particle(contacts.contacts);
    for (std::size_t s = 0; s < contacts.struck.size(); ++s) measure_struck(model, soft, contacts, s, piece.left);
    remember_velocities(soft, contacts);
    const std::uint64_t deep = prepare_contacts(model, soft, scratch, piece);
    for (int k = 0; k < model.colliders.settings.iterations; ++k) relax_contacts(soft, contacts);
    move_particles(soft, scratch, piece.left);
    return {deepest_left(soft, contacts, piece), deep};
}

}  // namespace pliant
