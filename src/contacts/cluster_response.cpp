#include "contacts/cluster_response.hpp"

#include "core/assert.hpp"
#include "particles/vectors.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// contacts.struck_clusters, and contacts that name their slot in it.
void list_struck(const Colliders& colliders, ContactScratch& contacts) {
    contacts.struck_clusters.clear();
    for (const PairContact& contact : contacts.contacts)
        contacts.struck_clusters.push_back(colliders.carrier[contact.shape]);
    std::sort(contacts.struck_clusters.begin(), contacts.struck_clusters.end());
    const auto end = std::unique(contacts.struck_clusters.begin(), contacts.struck_clusters.end());
    contacts.struck_clusters.erase(end, contacts.struck_clusters.end());
    contacts.struck.assign(contacts.struck_clusters.size(), {});
    for (std::uint32_t s = 0; s < contacts.struck.size(); ++s) contacts.struck_slot[contacts.struck_clusters[s]] = s;
    for (PairContact& contact : contacts.contacts) {
        contact.struck = contacts.struck_slot[colliders.carrier[contact.shape]];
        ++contacts.struck[contact.struck].body.contacts;
    }
}

/// Calls f(particle, index) for the own particles of a struck cluster.
template <class F>
void for_own(const ClusterInput& input, const ContactScratch& contacts, std::size_t s, const F& f) {
    const std::uint32_t c = contacts.struck_clusters[s];
    for (std::uint32_t k = input.colliders.home_rows[c]; k < input.colliders.home_rows[c + 1]; ++k)
        f(input.soft.particles[input.colliders.home[k]], input.colliders.home[k]);
}

/// Origin of the coordinates of a struck cluster's body.
const Vec3& origin_of(const ClusterInput& input, const ContactScratch& contacts, std::size_t s) {
    return input.origin(input.soft.cluster_body[contacts.struck_clusters[s]]);
}

/// A struck cluster as a rigid body at the start of the piece.
void measure_struck(const ClusterInput& input, ContactScratch& contacts, std::size_t s, double left) {
    const SoftBodies& soft = input.soft;
    Vec3 center = Vec3::Zero();
    double mass = 0;
    for_own(input, contacts, s, [&](const Particle& particle, std::uint32_t i) {
        const double share = static_cast<double>(soft.mass[i]);
        center += share * (vec(particle.position) - left * vec(particle.velocity));
        mass += share;
    });
    center /= mass;
    Mat3 second = Mat3::Zero();
    for_own(input, contacts, s, [&](const Particle& particle, std::uint32_t i) {
        const Vec3 arm = vec(particle.position) - left * vec(particle.velocity) - center;
        second += (static_cast<double>(soft.mass[i]) / mass * arm) * arm.transpose();
    });
    Struck& body = contacts.struck[s].body;
    body.center = origin_of(input, contacts, s) + center;
    constexpr double least_arm = 1e-4;  // of a particle's radius
    const double radius = input.radius(soft.cluster_body[contacts.struck_clusters[s]]);
    set_inertia(body, mass, second.trace() * Mat3::Identity() - second, least_arm * radius);
}

/// The rigid motion of a struck cluster, for its particles' velocities now or as they came into the step.
template <class Velocity>
void measure_motion(const ClusterInput& input, const ContactScratch& contacts, std::size_t s, double left,
                    const Velocity& velocity, Struck& body) {
    const SoftBodies& soft = input.soft;
    const Vec3 center = body.center - origin_of(input, contacts, s);
    Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero();
    for_own(input, contacts, s, [&](const Particle& particle, std::uint32_t i) {
        const Vec3 share = static_cast<double>(soft.mass[i]) * velocity(i);
        momentum += share;
        angular += (vec(particle.position) - left * vec(particle.velocity) - center).cross(share);
    });
    body.velocity = body.inverse_mass * momentum;
    body.spin = body.inverse_inertia * angular;
}

/// contacts.striking: contacts of one particle stand together.
void list_striking(const ClusterInput& input, ContactScratch& contacts, double left) {
    const SoftBodies& soft = input.soft;
    // Which struck cluster is the own one of a particle's home, if it is struck at all?
    const auto struck_home = [&](std::uint32_t cluster) {
        const std::uint32_t s = contacts.struck_slot[cluster];
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
        const bool held = input.set.is_held(striking.particle);
        striking.own = held ? Striking::none : struck_home(input.colliders.home_of[striking.particle]);
        if (striking.own != Striking::none)
            striking.own_arm = origin_of(input, contacts, striking.own) + vec(particle.position) -
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
bool turn_deep_contact(const ClusterInput& input, const ContactScratch& contacts, double before, PairContact& contact) {
    const SoftBodies& soft = input.soft;
    constexpr double halfway = 0.5;  // from a proxy's surface to its middle
    const std::uint32_t own = soft.body[contact.particle], other = soft.cluster_body[contact.shape];
    const double half_width = input.colliders.proxies[contact.shape].half_width;
    // Parts of one body, and bodies of one layer of particles, have no middle to be pushed away from.
    if (own == other || half_width < 2 * input.radius(other) || before - input.radius(own) < halfway * half_width)
        return false;
    const Vec3 apart = contacts.trees[own].bounds().center() - contacts.trees[other].bounds().center();
    const double distance = apart.norm();
    const Vec3 any = Vec3::UnitX() * (own < other ? 1 : -1);  // for bodies at the same position
    contact.normal = distance > 0 ? Vec3(apart / distance) : any;
    return true;
}

/// 1/kg, as the arrays have it: rounded to their precision.
double inverse_mass_of(const ClusterInput& input, std::uint32_t i) {
    return input.set.is_held(i) ? 0 : static_cast<double>(Real(1) / input.soft.mass[i]);
}

/// Everything about a contact that does not change in the relaxations. Counts those that were deep.
void prepare_contacts(const ClusterInput& input, ContactScratch& contacts, const StepPiece& piece,
                      ResponseReport& report) {
    const SoftBodies& soft = input.soft;
    const Colliders& colliders = input.colliders;
    const PairSettings settings{piece.length, input.rules.settings.gamma, input.step.resting_speed};
    const bool bounces = !input.set.arriving.empty();
    contacts.relative.clear();
    for (std::size_t k = 0; k < contacts.contacts.size(); ++k) {
        PairContact& contact = contacts.contacts[k];
        const std::uint32_t i = contact.particle, c = contact.shape;
        const StruckCluster& struck = contacts.struck[contact.struck];
        const Striking& striking = contacts.striking[contacts.striking_of[k]];
        const Vec3& velocity = striking.velocity;
        const Vec3 start = vec(soft.particles[i].position) - piece.left * velocity;
        contact.arm = input.origin(soft.body[i]) + start - struck.body.center;
        contact.size = colliders.proxies[c].radius;
        contact.inverse_mass = inverse_mass_of(input, i);
        contact.friction =
            std::sqrt(static_cast<double>(soft.friction[i]) * static_cast<double>(colliders.friction[c]));
        const double restitution = static_cast<double>(std::max(soft.restitution[i], colliders.restitution[c]));
        const Vec3 relative = velocity - velocity_at(struck.body, contact.arm);
        Vec3 impact = Vec3::Zero();
        if (bounces) impact = vec(input.set.arriving[i].value) - velocity_at(struck.arriving, contact.arm);
        if (turn_deep_contact(input, contacts, contact.penetration + piece.length * contact.normal.dot(relative),
                              contact)) {
            if (report.deep++ == 0) report.deepest = Culprit::particle(soft.body[i], soft.id[i]);
            impact.setZero();
        }
        contact.alive = prepare(contact, struck.body, settings, velocity, impact, restitution);
        contacts.relative.push_back(relative);
    }
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
void move_particle(const ClusterInput& input, std::uint32_t i, const Vec3& change, double left) {
    Particle& particle = input.set.particles[i];
    for (int a = 0; a < 3; ++a) {
        particle.velocity[a] += static_cast<Real>(change[a]);
        particle.position[a] += static_cast<Real>(left * change[a]);
        input.set.impulse[i].value[a] += input.soft.mass[i] * static_cast<Real>(change[a]);
    }
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
        const Vec3 impulse = contact.normal_impulse * contact.normal + contact.tangent_impulse;
        relaxed.deepest =
            std::max(relaxed.deepest, contact.penetration - piece.length * contact.normal.dot(after - before));
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

void prepare_response(const ClusterInput& input, ContactScratch& contacts, const StepPiece& piece,
                      ResponseReport& report) {
    report = {};
    list_struck(input.colliders, contacts);
    const auto now = [&](std::uint32_t i) { return vec(input.soft.particles[i].velocity); };
    const auto arriving = [&](std::uint32_t i) { return vec(input.set.arriving[i].value); };
    for (std::size_t s = 0; s < contacts.struck.size(); ++s) {
        StruckCluster& struck = contacts.struck[s];
        measure_struck(input, contacts, s, piece.left);
        struck.arriving = struck.body;
        measure_motion(input, contacts, s, piece.left, now, struck.body);
        if (!input.set.arriving.empty()) measure_motion(input, contacts, s, piece.left, arriving, struck.arriving);
        struck.at_start = struck.body;
    }
    list_striking(input, contacts, piece.left);
    PLIANT_ASSERT(contacts.striking_of.size() == contacts.contacts.size());
    prepare_contacts(input, contacts, piece, report);
}

void solve_response(const ClusterInput& input, ContactScratch& contacts, const StepPiece& piece,
                    ResponseReport& report) {
    report.deepest_left = relax_all(contacts, input.rules.settings.iterations, piece);
}

void move_particles(const ClusterInput& input, const ContactScratch& contacts, double left) {
    PLIANT_ASSERT(left > 0 && input.set.impulse.size() == input.set.size());
    for (std::size_t s = 0; s < contacts.struck.size(); ++s) {
        const StruckCluster& struck = contacts.struck[s];
        const Vec3 center = struck.body.center - origin_of(input, contacts, s);
        for_own(input, contacts, s, [&](const Particle& particle, std::uint32_t i) {
            const Vec3 arm = vec(particle.position) - left * vec(particle.velocity) - center;
            move_particle(input, i, struck.shift + struck.spin.cross(arm), left);
        });
    }
    for (const Striking& striking : contacts.striking) move_particle(input, striking.particle, striking.change, left);
}

}  // namespace pliant
