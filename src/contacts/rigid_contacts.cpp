#include "contacts/rigid_contacts.hpp"

#include "rigid/free_motion.hpp"
#include "contacts/body_pairs.hpp"
#include "particles/particle_sets.hpp"
#include "sim/pins.hpp"
#include "contacts/rigid_pairs.hpp"
#include "contacts/rigid_touch.hpp"
#include "sim/step.hpp"

#include <algorithm>

namespace pliant {
namespace {

/// Contacts that were there in the last piece start from its forces; those that overlap from a part of them, as there
/// several may push against each other, and would do so ever harder.
void recall(const std::vector<ContactMemory>& memory, double length, std::vector<ImpulseContact>& contacts) {
    for (ImpulseContact& contact : contacts) {
        if (contact.key == 0) continue;
        const auto known = std::lower_bound(memory.begin(), memory.end(), contact.key,
                                            [](const ContactMemory& m, std::uint64_t key) { return m.key < key; });
        if (known == memory.end() || known->key != contact.key) continue;
        const double part = overlaps(contact) ? 0.8 : 1;
        contact.push = part * length * known->push;
        contact.grip = part * length * known->grip;
    }
}

void remember(const std::vector<ImpulseContact>& contacts, double length, std::vector<ContactMemory>& memory) {
    memory.clear();
    for (const ImpulseContact& contact : contacts)
        if (contact.key != 0 && contact.push > 0)
            memory.push_back({contact.key, contact.push / length, contact.grip / length});
    std::sort(memory.begin(), memory.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
}

/// The deepest end of the piece with the velocities that the movers have now; counts those that get inside.
struct Depths {
    double deepest = 0;
    std::uint64_t count = 0;
};
Depths measure_depths(const RigidScratch& scratch, double length) {
    Depths depths;
    for (const ImpulseContact& contact : scratch.contacts) {
        const Mover &a = scratch.movers[contact.a], &b = scratch.movers[contact.b];
        const Vec3 relative = velocity_at(a, contact.point - a.center) - velocity_at(b, contact.point - b.center);
        const double depth = -contact.gap - length * contact.normal.dot(relative);
        if (!(depth > 0)) continue;
        depths.deepest = std::max(depths.deepest, depth);
        ++depths.count;
    }
    return depths;
}

/// Gives the impulses of the movers to bodies and particles, when `left` seconds of the step are left, and forgets
/// them.
void give(const Model& model, State& state, Scratch& scratch, double left) {
    RigidScratch& own = scratch.rigid;
    for (std::size_t r = 0; r < model.rigid.size(); ++r) {
        Mover& mover = own.movers[r];
        state.rigid.motions[r].velocity += mover.inverse_mass * mover.push;
        if (!model.rigid[r].keyed) state.rigid.motions[r].angular_momentum += mover.turn;
        own.impulse[r] += mover.push;
        mover.push.setZero();
        mover.turn.setZero();
    }
    const std::size_t first = model.rigid.size() + model.obstacles.size();
    for (std::size_t k = 0; k < own.particles.size(); ++k) {
        const ParticleRef& ref = own.particles[k];
        Mover& mover = own.movers[first + k];
        Particle& particle = particle_at(state, ref);
        const Vec3 change = mover.inverse_mass * mover.push;
        for (int c = 0; c < 3; ++c) {
            particle.velocity[c] = static_cast<Real>(particle.velocity[c] + change[c]);
            particle.position[c] = static_cast<Real>(particle.position[c] + left * change[c]);
        }
        add_contact_impulse(ref, mover.push, scratch);
        mover.push.setZero();
        mover.turn.setZero();
    }
}

/// Bodies, movers and the contacts' points from the start to the end of the piece.
void move_all(const Model& model, State& state, const RigidPiece& piece, RigidScratch& scratch) {
    for (ImpulseContact& contact : scratch.contacts)
        contact.point += piece.length * velocity_at(scratch.movers[contact.a], contact.arm_a);
    const double end = time_of(model, state) + piece.start + piece.length;
    for (std::size_t r = 0; r < model.rigid.size(); ++r) {
        RigidMotion& motion = state.rigid.motions[r];
        if (model.rigid[r].keyed) {
            set_pose(motion, keyed_pose(model.rigid[r], end));
            motion.velocity = scratch.movers[r].velocity;
            motion.angular_momentum = inertia_of(model.rigid[r], rotation_of(motion)) * scratch.movers[r].spin;
        } else {
            move_freely(model.rigid[r], motion, piece.length);
            scratch.movers[r].inverse_inertia = inverse_inertia_of(model.rigid[r], rotation_of(motion));
            scratch.movers[r].spin = scratch.movers[r].inverse_inertia * motion.angular_momentum;
        }
        scratch.movers[r].center = motion.position;
    }
    for (std::size_t k = model.rigid.size(); k < scratch.movers.size(); ++k)
        scratch.movers[k].center += piece.length * scratch.movers[k].velocity;
}

/// True when soft particles were pushed.
bool move_piece(const Model& model, State& state, Scratch& scratch, const RigidPiece& piece, StepReport& report) {
    RigidScratch& own = scratch.rigid;
    const int iterations = model.colliders.settings.rigid_iterations;
    place_rigid_movers(model, state, piece, scratch);
    find_rigid_contacts(model, state, piece, scratch);
    const Depths before = measure_depths(own, piece.length);
    recall(state.rigid.memory, piece.length, own.contacts);
    resolve(own.contacts, own.movers, piece.length, iterations);
    report.contacts += before.count;
    report.max_penetration = std::max(report.max_penetration, before.deepest);
    report.left_penetration = std::max(report.left_penetration, measure_depths(own, piece.length).deepest);
    remember(own.contacts, piece.length, state.rigid.memory);
    give(model, state, scratch, piece.left);
    move_all(model, state, piece, own);
    if (rebound(own.contacts, own.movers, iterations)) give(model, state, scratch, piece.left - piece.length);
    return !own.particles.empty();
}

}  // namespace

bool move_rigid_bodies(const Model& model, State& state, Scratch& scratch, StepReport& report) {
    if (model.rigid.empty()) return false;
    find_rigid_pairs(model, state, scratch);
    const std::uint32_t wanted = rigid_pieces_needed(model, state, scratch), pieces = std::min(wanted, most_pieces);
    if (wanted > most_pieces) ++report.warnings[static_cast<std::size_t>(Warning::fast_contact)];
    report.collision_pieces = std::max(report.collision_pieces, std::uint64_t{pieces});
    bool pushed = false;
    for (std::uint32_t p = 0; p < pieces; ++p) {
        const double length = model.dt / pieces;
        pushed |= move_piece(model, state, scratch, {p * length, length, (pieces - p) * length}, report);
    }
    if (pushed) hold_pins(model, state);
    return pushed;
}

}  // namespace pliant
