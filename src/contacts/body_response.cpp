#include "contacts/body_response.hpp"

#include "shape_matching/columns_as_eigen.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// contacts.struck_clusters, and contacts that name their place in it.
void list_struck(const Colliders& colliders, ContactScratch& contacts) {
    contacts.struck_clusters.clear();
    for (const PairContact& contact : contacts.contacts)
        contacts.struck_clusters.push_back(colliders.carrier[contact.shape]);
    std::sort(contacts.struck_clusters.begin(), contacts.struck_clusters.end());
    const auto end = std::unique(contacts.struck_clusters.begin(), contacts.struck_clusters.end());
    contacts.struck_clusters.erase(end, contacts.struck_clusters.end());
    contacts.struck.assign(contacts.struck_clusters.size(), {});
    for (std::uint32_t s = 0; s < contacts.struck.size(); ++s) contacts.struck_place[contacts.struck_clusters[s]] = s;
    for (PairContact& contact : contacts.contacts) {
        contact.struck = contacts.struck_place[colliders.carrier[contact.shape]];
        ++contacts.struck[contact.struck].body.contacts;
    }
}

/// Calls f(particle, index) for the own particles of a struck cluster.
template <class Soft, class F>
void for_own(const Model& model, Soft& soft, const ContactScratch& contacts, std::size_t s, const F& f) {
    const std::uint32_t c = contacts.struck_clusters[s];
    for (std::uint32_t k = model.colliders.home_rows[c]; k < model.colliders.home_rows[c + 1]; ++k)
        f(soft.particles[model.colliders.home[k]], model.colliders.home[k]);
}

/// Origin of the coordinates of a struck cluster's body.
const Vec3& origin_of(const Model& model, const SoftBodies& soft, const ContactScratch& contacts, std::size_t s) {
    return model.ranges[soft.cluster_body[contacts.struck_clusters[s]]].origin;
}

/// A struck cluster as a rigid body at the start of the piece.
void measure_struck(const Model& model, const SoftBodies& soft, ContactScratch& contacts, std::size_t s, double left) {
    Vec3 center = Vec3::Zero();
    double mass = 0;
    for_own(model, soft, contacts, s, [&](const Particle& particle, std::uint32_t i) {
        const double own = static_cast<double>(soft.mass[i]);
        center += own * (vec(particle.position) - left * vec(particle.velocity));
        mass += own;
    });
    center /= mass;
    Mat3 second = Mat3::Zero();
    for_own(model, soft, contacts, s, [&](const Particle& particle, std::uint32_t i) {
        const Vec3 arm = vec(particle.position) - left * vec(particle.velocity) - center;
        second += (static_cast<double>(soft.mass[i]) / mass * arm) * arm.transpose();
    });
    Struck& body = contacts.struck[s].body;
    body.center = origin_of(model, soft, contacts, s) + center;
    constexpr double least_arm = 1e-4;  // of a particle's radius
    const double radius = model.colliders.bodies[soft.cluster_body[contacts.struck_clusters[s]]].radius;
    set_inertia(body, mass, second.trace() * Mat3::Identity() - second, least_arm * radius);
}

/// The rigid motion of a struck cluster, for its particles' velocities now or as they came into the step.
template <class Velocity>
void measure_motion(const Model& model, const SoftBodies& soft, const ContactScratch& contacts, std::size_t s,
                    double left, const Velocity& velocity, Struck& body) {
    const Vec3 center = body.center - origin_of(model, soft, contacts, s);
    Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero();
    for_own(model, soft, contacts, s, [&](const Particle& particle, std::uint32_t i) {
        const Vec3 own = static_cast<double>(soft.mass[i]) * velocity(i);
        momentum += own;
        angular += (vec(particle.position) - left * vec(particle.velocity) - center).cross(own);
    });
    body.velocity = body.inverse_mass * momentum;
    body.spin = body.inverse_inertia * angular;
}

/// contacts.striking: contacts of one particle stand together.
void list_striking(const Model& model, const SoftBodies& soft, ContactScratch& contacts, double left) {
    // Which struck cluster is the own one of a particle's home, if it is struck at all?
    const auto struck_home = [&](std::uint32_t cluster) {
        const std::uint32_t s = contacts.struck_place[cluster];
        return s < contacts.struck.size() && contacts.struck_clusters[s] == cluster ? s : Striking::none;
    };
    contacts.striking.clear();
    contacts.striking_of.clear();
    for (std::size_t begin = 0; begin < contacts.contacts.size();) {
        Striking striking;
        striking.particle = contacts.contacts[begin].particle;
        const Particle& particle = soft.particles[striking.particle];
        striking.velocity = striking.at_start = vec(particle.velocity);
        // What holds a particle takes what it strikes with: neither it nor its cluster feels that.
        const bool held = contacts.inverse_mass[striking.particle] == 0;
        striking.own = held ? Striking::none : struck_home(model.colliders.home_of[striking.particle]);
        if (striking.own != Striking::none)
            striking.own_arm = origin_of(model, soft, contacts, striking.own) + vec(particle.position) -
                               left * striking.velocity - contacts.struck[striking.own].body.center;
        std::size_t end = begin;
        while (end < contacts.contacts.size() && contacts.contacts[end].particle == striking.particle) ++end;
        for (std::size_t k = begin; k < end; ++k) {
            contacts.contacts[k].contacts = static_cast<std::uint32_t>(end - begin);
            contacts.striking_of.push_back(static_cast<std::uint32_t>(contacts.striking.size()));
        }
        if (striking.own != Striking::none)
            contacts.struck[striking.own].body.own_contacts += static_cast<std::uint32_t>(end - begin);
        contacts.striking.push_back(striking);
        begin = end;
    }
}

/// Turns the normal of a contact that was deep before the piece began; false when it was not.
bool turn_deep_contact(const Model& model, const SoftBodies& soft, const ContactScratch& contacts, double before,
                       PairContact& contact) {
    constexpr double halfway = 0.5;  // from a proxy's surface to its middle
    const std::uint32_t own = soft.body[contact.particle], other = soft.cluster_body[contact.shape];
    const BodyColliders &striking = model.colliders.bodies[own], &struck = model.colliders.bodies[other];
    const double half_width = model.colliders.proxies[contact.shape].half_width;
    // Parts of one body, and bodies of one layer of particles, have no middle to be pushed away from.
    if (own == other || half_width < 2 * struck.radius || before - striking.radius < halfway * half_width) return false;
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
    contacts.relative.clear();
    std::uint64_t deep = 0;
    for (std::size_t k = 0; k < contacts.contacts.size(); ++k) {
        PairContact& contact = contacts.contacts[k];
        const std::uint32_t i = contact.particle, c = contact.shape;
        const StruckCluster& struck = contacts.struck[contact.struck];
        const Striking& striking = contacts.striking[contacts.striking_of[k]];
        const Vec3& velocity = striking.velocity;
        const Vec3 start = vec(soft.particles[i].position) - piece.left * velocity;
        contact.arm = model.ranges[soft.body[i]].origin + start - struck.body.center;
        contact.size = colliders.proxies[c].radius;
        contact.inverse_mass = static_cast<double>(contacts.inverse_mass[i]);
        contact.friction =
            std::sqrt(static_cast<double>(model.friction[i]) * static_cast<double>(colliders.friction[c]));
        const double restitution = static_cast<double>(std::max(model.restitution[i], colliders.restitution[c]));
        const Vec3 relative = velocity - velocity_at(struck.body, contact.arm);
        Vec3 impact = Vec3::Zero();
        if (bounces) impact = vec(scratch.arriving[i].value) - velocity_at(struck.arriving, contact.arm);
        if (turn_deep_contact(model, soft, contacts, contact.depth + piece.length * contact.normal.dot(relative),
                              contact)) {
            ++deep;
            impact.setZero();
        }
        contact.alive = prepare(contact, struck.body, settings, velocity, impact, restitution);
        contacts.relative.push_back(relative);
    }
    return deep;
}

/// All contacts at once, from the velocities as they are. Particles of struck clusters are not touched until the end: a
/// cluster knows its rigid motion, which changes by what strikes it and by what its own particles strike, and those of
/// them that strike something know their velocities.
void relax_contacts(ContactScratch& contacts) {
    for (std::size_t k = 0; k < contacts.contacts.size(); ++k) {
        PairContact& contact = contacts.contacts[k];
        if (!contact.alive) continue;
        StruckCluster& struck = contacts.struck[contact.struck];
        Striking& striking = contacts.striking[contacts.striking_of[k]];
        const Vec3 impulse = relax(contact, struck.body, striking.velocity);
        struck.push += impulse;
        struck.turn += contact.arm.cross(impulse);
        striking.change += contact.inverse_mass * impulse;
        if (striking.own == Striking::none) continue;
        StruckCluster& own = contacts.struck[striking.own];
        own.own_push += impulse;
        own.own_turn += striking.own_arm.cross(impulse);
    }
    for (StruckCluster& struck : contacts.struck) {
        Struck& body = struck.body;
        struck.shift = -body.inverse_mass * struck.push;
        struck.spin = -(body.inverse_inertia * struck.turn);
        body.velocity = struck.at_start.velocity + struck.shift + body.inverse_mass * struck.own_push;
        body.spin = struck.at_start.spin + struck.spin + body.inverse_inertia * struck.own_turn;
    }
    for (Striking& striking : contacts.striking) {
        striking.velocity = striking.at_start + striking.change;
        if (striking.own == Striking::none) continue;
        const StruckCluster& own = contacts.struck[striking.own];
        striking.velocity += own.shift + own.spin.cross(striking.own_arm);
    }
}

/// Changes a particle's velocity, and its position from the start of the piece to the end of the step.
void move_particle(SoftBodies& soft, Scratch& scratch, std::uint32_t i, const Vec3& change, double left) {
    Particle& particle = soft.particles[i];
    for (int a = 0; a < 3; ++a) {
        particle.velocity[a] += static_cast<Real>(change[a]);
        particle.position[a] += static_cast<Real>(left * change[a]);
        scratch.impulse[i].value[a] += soft.mass[i] * static_cast<Real>(change[a]);
    }
}

void move_particles(const Model& model, SoftBodies& soft, Scratch& scratch, double left) {
    const ContactScratch& contacts = scratch.contacts;
    for (std::size_t s = 0; s < contacts.struck.size(); ++s) {
        const StruckCluster& struck = contacts.struck[s];
        const Vec3 center = struck.body.center - origin_of(model, soft, contacts, s);
        for_own(model, soft, contacts, s, [&](const Particle& particle, std::uint32_t i) {
            const Vec3 arm = vec(particle.position) - left * vec(particle.velocity) - center;
            move_particle(soft, scratch, i, struck.shift + struck.spin.cross(arm), left);
        });
    }
    for (const Striking& striking : contacts.striking)
        move_particle(soft, scratch, striking.particle, striking.change, left);
}

void start_again_cautiously(ContactScratch& contacts) {
    for (std::size_t k = 0; k < contacts.contacts.size(); ++k) {
        PairContact& contact = contacts.contacts[k];
        if (!contact.alive) continue;
        const Striking& striking = contacts.striking[contacts.striking_of[k]];
        Mat3 carried = Mat3::Zero();
        if (striking.own != Striking::none) {
            const Struck& own = contacts.struck[striking.own].body;
            carried = own.contacts * mobility_at(own, striking.own_arm);
        }
        start_cautiously(contact, contacts.struck[contact.struck].body, carried);
    }
    for (StruckCluster& struck : contacts.struck) {
        struck.body = struck.at_start;
        for (Vec3* sum : {&struck.push, &struck.turn, &struck.own_push, &struck.own_turn, &struck.shift, &struck.spin})
            sum->setZero();
    }
    for (Striking& striking : contacts.striking) {
        striking.velocity = striking.at_start;
        striking.change.setZero();
    }
}

/// What the relaxations did.
struct Relaxed {
    double deepest = 0;  ///< m: penetration that is left
    double gained = 0;   ///< J: kinetic energy that the impulses added, Σ J·(u before + u after) / 2
    double allowed = 0;  ///< J: what may be added, by the motions out of overlaps and bounces that are asked for
};

Relaxed measure_relaxed(const ContactScratch& contacts, const StepPiece& piece) {
    constexpr double unconverged = 0.05;  // of the work that the impulses do on the motions as they come
    Relaxed relaxed;
    for (std::size_t k = 0; k < contacts.contacts.size(); ++k) {
        const PairContact& contact = contacts.contacts[k];
        const Vec3& before = contacts.relative[k];
        const Vec3& velocity = contacts.striking[contacts.striking_of[k]].velocity;
        const Vec3 after = velocity - velocity_at(contacts.struck[contact.struck].body, contact.arm);
        const Vec3 impulse = contact.normal_impulse * contact.normal + contact.grip;
        relaxed.deepest = std::max(relaxed.deepest, contact.depth - piece.length * contact.normal.dot(after - before));
        relaxed.gained += 0.5 * impulse.dot(before + after);
        relaxed.allowed +=
            contact.normal_impulse * std::max(contact.target, 0.0) + unconverged * std::abs(impulse.dot(before));
    }
    return relaxed;
}

/// Relaxes all contacts; again and cautiously when that added energy. Returns the deepest penetration that is left.
double relax_all(ContactScratch& contacts, int iterations, const StepPiece& piece) {
    for (int k = 0; k < iterations; ++k) relax_contacts(contacts);
    const Relaxed relaxed = measure_relaxed(contacts, piece);
    if (relaxed.gained <= relaxed.allowed) return relaxed.deepest;
    start_again_cautiously(contacts);
    for (int k = 0; k < iterations; ++k) relax_contacts(contacts);
    return measure_relaxed(contacts, piece).deepest;
}

}  // namespace

ResponseReport respond(const Model& model, State& state, Scratch& scratch, const StepPiece& piece) {
    SoftBodies& soft = state.soft;
    ContactScratch& contacts = scratch.contacts;
    list_struck(model.colliders, contacts);
    const auto now = [&](std::uint32_t i) { return vec(soft.particles[i].velocity); };
    const auto arriving = [&](std::uint32_t i) { return vec(scratch.arriving[i].value); };
    for (std::size_t s = 0; s < contacts.struck.size(); ++s) {
        StruckCluster& struck = contacts.struck[s];
        measure_struck(model, soft, contacts, s, piece.left);
        struck.arriving = struck.body;
        measure_motion(model, soft, contacts, s, piece.left, now, struck.body);
        if (!scratch.arriving.empty()) measure_motion(model, soft, contacts, s, piece.left, arriving, struck.arriving);
        struck.at_start = struck.body;
    }
    list_striking(model, soft, contacts, piece.left);
    const std::uint64_t deep = prepare_contacts(model, soft, scratch, piece);
    const double deepest = relax_all(contacts, model.colliders.settings.iterations, piece);
    move_particles(model, soft, scratch, piece.left);
    return {deepest, deep};
}

}  // namespace pliant
