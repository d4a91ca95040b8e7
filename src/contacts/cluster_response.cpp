#include "contacts/cluster_response.hpp"

#include "contacts/ease_apart.hpp"
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
    for (PairContact& contact : contacts.contacts)
        contact.struck = contacts.struck_slot[colliders.carrier[contact.shape]];
}

/// Calls f(particle, index) for the own particles of a struck cluster that can be moved; for all of them where none
/// can.
template <class F>
void for_own(const ClusterInput& input, const ContactScratch& contacts, std::size_t s, const F& f) {
    const std::uint32_t c = contacts.struck_clusters[s];
    const bool held = contacts.struck[s].held;
    for (std::uint32_t k = input.colliders.home_rows[c]; k < input.colliders.home_rows[c + 1]; ++k) {
        const std::uint32_t i = input.colliders.home[k];
        if (held || !input.set.is_held(i)) f(input.soft.particles[i], i);
    }
}

/// Is each of its own particles held?
bool is_held(const ClusterInput& input, std::uint32_t c) {
    for (std::uint32_t k = input.colliders.home_rows[c]; k < input.colliders.home_rows[c + 1]; ++k)
        if (!input.set.is_held(input.colliders.home[k])) return false;
    return true;
}

/// Origin of the coordinates of a struck cluster's body.
const Vec3& origin_of(const ClusterInput& input, const ContactScratch& contacts, std::size_t s) {
    return input.origin(input.soft.cluster_body[contacts.struck_clusters[s]]);
}

/// A struck cluster as a rigid body at the start of the piece.
void measure_struck(const ClusterInput& input, ContactScratch& contacts, std::size_t s, double left) {
    const SoftBodies& soft = input.soft;
    contacts.struck[s].held = is_held(input, contacts.struck_clusters[s]);
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

/// What is held moves as it did.
void hold(Struck& body) {
    body.inverse_mass = 0;
    body.inverse_inertia.setZero();
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
        striking.at_start = vec(particle.velocity);
        // What holds a particle takes what it strikes with: neither it nor its cluster feels that.
        const bool held = input.set.is_held(striking.particle);
        striking.own = held ? Striking::none : struck_home(input.colliders.home_of[striking.particle]);
        if (striking.own != Striking::none)
            striking.own_arm = origin_of(input, contacts, striking.own) + vec(particle.position) -
                               left * striking.at_start - contacts.struck[striking.own].body.center;
        std::size_t end = begin;
        while (end < contacts.contacts.size() && contacts.contacts[end].particle == striking.particle) ++end;
        contacts.striking_of.insert(contacts.striking_of.end(), end - begin,
                                    static_cast<std::uint32_t>(contacts.striking.size()));
        contacts.striking.push_back(striking);
        begin = end;
    }
}

/// Lists the pieces of a contact that was deep when the piece of the step began.
void add_deep(const ClusterInput& input, const PairContact& contact, double before, std::vector<DeepPair>& pairs) {
    const std::uint32_t i = contact.particle, own = input.colliders.home_rows[input.colliders.carrier[contact.shape]];
    const std::uint32_t j = input.colliders.home[own];
    DeepPair pair{{input.soft.body[i], input.soft.fragment[i]}, {input.soft.body[j], input.soft.fragment[j]}, before};
    if (pair.b < pair.a) std::swap(pair.a, pair.b);
    const auto known =
        std::find_if(pairs.begin(), pairs.end(), [&](const DeepPair& p) { return p.a == pair.a && p.b == pair.b; });
    if (known == pairs.end())
        pairs.push_back(pair);
    else
        known->depth = std::max(known->depth, before);
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
    contacts.deep.clear();
    for (std::size_t k = 0; k < contacts.contacts.size(); ++k) {
        PairContact& contact = contacts.contacts[k];
        const std::uint32_t i = contact.particle, c = contact.shape;
        const StruckCluster& struck = contacts.struck[contact.struck];
        const Striking& striking = contacts.striking[contacts.striking_of[k]];
        const Vec3& velocity = striking.at_start;
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
        const double before = contact.penetration + piece.length * contact.normal.dot(relative);
        contact.alive = prepare(contact, struck.body, settings, velocity, impact, restitution);
        // Pieces of what broke fit into each other as no proxies do: they come no nearer, and are not pushed apart.
        const bool are_pieces = soft.body[i] == soft.cluster_body[c] && colliders.broken[soft.body[i]];
        if (are_pieces) contact.recovery = 0;
        if (are_pieces && is_deep(input, i, c, before)) {
            contact.alive = false;
        } else if (is_deep(input, i, c, before)) {
            if (report.deep++ == 0) report.deepest = Culprit::particle(soft.body[i], soft.id[i]);
            add_deep(input, contact, before, contacts.deep);
            contact.alive = false;
        }
        contacts.relative.push_back(relative);
    }
}

/// The velocity of a striking particle now: by its own contacts, and by what strikes the cluster it belongs to.
Vec3 velocity_of(const Striking& striking, const ContactScratch& contacts) {
    const Vec3 velocity = striking.at_start + striking.change;
    if (striking.own == Striking::none) return velocity;
    const StruckCluster& own = contacts.struck[striking.own];
    return velocity + own.shift + own.spin.cross(striking.own_arm);
}

/// Relaxes one contact and gives the impulse to both sides at once. Particles of struck clusters are not touched until
/// the end: a cluster knows its rigid motion, which changes by what strikes it and by what its own particles strike.
/// Returns the change of the relative velocity, m/s.
double relax_contact(ContactScratch& contacts, std::size_t k) {
    PairContact& contact = contacts.contacts[k];
    if (!contact.alive) return 0;
    StruckCluster& struck = contacts.struck[contact.struck];
    Striking& striking = contacts.striking[contacts.striking_of[k]];
    const Vec3 impulse = relax(contact, struck.body, velocity_of(striking, contacts));
    const Vec3 shift = -struck.body.inverse_mass * impulse;
    const Vec3 spin = -(struck.body.inverse_inertia * contact.arm.cross(impulse));
    struck.shift += shift;
    struck.spin += spin;
    struck.body.velocity += shift;
    struck.body.spin += spin;
    striking.change += contact.inverse_mass * impulse;
    if (striking.own != Striking::none) {
        Struck& own = contacts.struck[striking.own].body;
        own.velocity += own.inverse_mass * impulse;
        own.spin += own.inverse_inertia * striking.own_arm.cross(impulse);
    }
    return (contact.mobility * impulse).norm();
}

/// One contact after the other, forwards and backwards in turn, each from what the others have left: no impulse adds
/// energy, and what presses on each other comes to rest. Ends early when a sweep changes next to nothing.
void relax_contacts(ContactScratch& contacts, int iterations, double enough) {
    const std::size_t count = contacts.contacts.size();
    for (int sweep = 0; sweep < iterations; ++sweep) {
        double largest = 0;
        for (std::size_t k = 0; k < count; ++k)
            largest = std::max(largest, relax_contact(contacts, sweep % 2 == 0 ? k : count - 1 - k));
        if (largest < enough) return;
    }
}

/// One contact of the motion that takes back penetrations.
void relax_recovery(ContactScratch& contacts, std::size_t k) {
    PairContact& contact = contacts.contacts[k];
    if (!contact.alive) return;
    StruckCluster& struck = contacts.struck[contact.struck];
    Striking& striking = contacts.striking[contacts.striking_of[k]];
    Vec3 relative = striking.recovery - struck.recovery_velocity - struck.recovery_turn.cross(contact.arm);
    StruckCluster* own = striking.own == Striking::none ? nullptr : &contacts.struck[striking.own];
    if (own) relative += own->recovery_shift + own->recovery_spin.cross(striking.own_arm);
    const Vec3 impulse = relax_recovery(contact, relative);
    const Vec3 shift = -struck.body.inverse_mass * impulse;
    const Vec3 spin = -(struck.body.inverse_inertia * contact.arm.cross(impulse));
    struck.recovery_shift += shift;
    struck.recovery_spin += spin;
    struck.recovery_velocity += shift;
    struck.recovery_turn += spin;
    striking.recovery += contact.inverse_mass * impulse;
    if (!own) return;
    own->recovery_velocity += own->body.inverse_mass * impulse;
    own->recovery_turn += own->body.inverse_inertia * striking.own_arm.cross(impulse);
}

void take_back(ContactScratch& contacts, int iterations) {
    const auto& list = contacts.contacts;
    if (std::none_of(list.begin(), list.end(), [](const PairContact& c) { return c.alive && c.recovery > 0; })) return;
    for (int sweep = 0; sweep < iterations; ++sweep)
        for (std::size_t k = 0; k < list.size(); ++k)
            relax_recovery(contacts, sweep % 2 == 0 ? k : list.size() - 1 - k);
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

/// The deepest penetration that is left at the end of the piece.
double deepest_left(const ContactScratch& contacts, const StepPiece& piece) {
    double deepest = 0;
    for (std::size_t k = 0; k < contacts.contacts.size(); ++k) {
        const PairContact& contact = contacts.contacts[k];
        const Vec3 velocity = velocity_of(contacts.striking[contacts.striking_of[k]], contacts);
        const Vec3 after = velocity - velocity_at(contacts.struck[contact.struck].body, contact.arm);
        deepest =
            std::max(deepest, contact.penetration - piece.length * contact.normal.dot(after - contacts.relative[k]));
    }
    return deepest;
}

/// Takes an angular momentum off a struck cluster's own particles, by a turn about their center as they are now.
void turn_back(const ClusterInput& input, const ContactScratch& contacts, std::size_t s, const Vec3& angular) {
    if (angular.isZero(0)) return;
    double mass = 0;
    Vec3 center = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    for_own(input, contacts, s, [&](const Particle& particle, std::uint32_t i) {
        const double m = static_cast<double>(input.soft.mass[i]);
        mass += m;
        center += m * vec(particle.position);
        second += m * vec(particle.position) * vec(particle.position).transpose();
    });
    center /= mass;
    second -= mass * center * center.transpose();
    Struck body;
    set_inertia(body, mass, (second.trace() * Mat3::Identity() - second) / mass, 0);
    const Vec3 spin = body.inverse_inertia * angular;
    for_own(input, contacts, s, [&](const Particle& particle, std::uint32_t i) {
        set_vector(input.set.particles[i].velocity,
                   vec(particle.velocity) - spin.cross(vec(particle.position) - center));
    });
}

/// Moves everything out of penetrations from before the piece, without velocity. What that does to the angular
/// momentum, as moved particles go on with their velocities elsewhere, each struck cluster makes good by a turn of its
/// own.
void recover(const ClusterInput& input, ContactScratch& contacts, const StepPiece& piece) {
    const auto recovers = [](const PairContact& contact) { return contact.recovery_impulse > 0; };
    if (std::none_of(contacts.contacts.begin(), contacts.contacts.end(), recovers)) return;
    std::vector<Vec3>& gained = contacts.gained;
    gained.assign(contacts.struck.size(), Vec3::Zero());
    const auto shift = [&](std::uint32_t i, const Vec3& by) {
        Particle& particle = input.set.particles[i];
        const Vec3 before = vec(particle.position);
        set_vector(particle.position, before + by);
        return Vec3(static_cast<double>(input.soft.mass[i]) *
                    (vec(particle.position) - before).cross(vec(particle.velocity)));
    };
    for (std::size_t s = 0; s < contacts.struck.size(); ++s) {
        const StruckCluster& struck = contacts.struck[s];
        if (struck.recovery_shift.isZero(0)) continue;
        const Vec3 center = struck.body.center - origin_of(input, contacts, s);
        for_own(input, contacts, s, [&](const Particle& particle, std::uint32_t i) {
            const Vec3 arm = vec(particle.position) - piece.left * vec(particle.velocity) - center;
            gained[s] += shift(i, piece.length * (struck.recovery_shift + struck.recovery_spin.cross(arm)));
        });
    }
    for (std::size_t k = 0; k < contacts.contacts.size(); ++k) {
        const PairContact& contact = contacts.contacts[k];
        if (!recovers(contact)) continue;
        const Vec3 by = piece.length * contact.inverse_mass * contact.recovery_impulse * contact.normal;
        gained[contact.struck] += shift(contact.particle, by);
    }
    for (std::size_t s = 0; s < contacts.struck.size(); ++s) turn_back(input, contacts, s, gained[s]);
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
        if (struck.held) hold(struck.body);
    }
    list_striking(input, contacts, piece.left);
    PLIANT_ASSERT(contacts.striking_of.size() == contacts.contacts.size());
    prepare_contacts(input, contacts, piece, report);
}

void solve_response(const ClusterInput& input, ContactScratch& contacts, const StepPiece& piece,
                    ResponseReport& report) {
    constexpr double enough = 1e-4;  // of what gravity adds in two steps
    relax_contacts(contacts, input.rules.settings.iterations, enough * input.step.resting_speed);
    take_back(contacts, input.rules.settings.iterations);
    report.deepest_left = deepest_left(contacts, piece);
}

void move_particles(const ClusterInput& input, ContactScratch& contacts, const StepPiece& piece) {
    const double left = piece.left;
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
    recover(input, contacts, piece);
    ease_apart(input, contacts, piece);
}

}  // namespace pliant
