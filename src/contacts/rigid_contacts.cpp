#include "contacts/rigid_contacts.hpp"

#include "contacts/rigid_pairs.hpp"
#include "contacts/rigid_targets.hpp"
#include "contacts/rigid_touch.hpp"
#include "rigid/free_motion.hpp"

#include <algorithm>

namespace pliant {
namespace {

/// Warm start: contacts that were there in the last piece start from its forces; those that overlap from a part of
/// them, as there several may push against each other, and would do so ever harder.
void warm_start(const std::vector<ContactMemory>& memory, double length, std::vector<ImpulseContact>& contacts) {
    for (ImpulseContact& contact : contacts) {
        if (contact.key == 0) continue;
        const auto known = std::lower_bound(memory.begin(), memory.end(), contact.key,
                                            [](const ContactMemory& m, std::uint64_t key) { return m.key < key; });
        if (known == memory.end() || known->key != contact.key) continue;
        const double part = overlaps(contact) ? 0.8 : 1;
        contact.normal_impulse = part * length * known->normal_force;
        contact.tangent_impulse = part * length * known->tangent_force;
    }
}

/// For the warm start of the next piece; of bodies that sleep, for that of the step that wakes them.
void keep_impulses(const RigidInput& input, const std::vector<ImpulseContact>& contacts, double length,
                   std::vector<ContactMemory>& memory) {
    std::erase_if(memory, [&](const ContactMemory& m) { return !input.is_asleep(striking_of_key(m.key)); });
    for (const ImpulseContact& contact : contacts)
        if (contact.key != 0 && contact.normal_impulse > 0)
            memory.push_back({contact.key, contact.normal_impulse / length, contact.tangent_impulse / length});
    std::sort(memory.begin(), memory.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
}

/// The deepest penetration at the end of the piece, with the velocities that the movers have now, m; how many there
/// are.
struct Penetrations {
    double deepest = 0;
    std::uint64_t count = 0;
};
Penetrations measure_penetrations(const RigidScratch& scratch, double length) {
    Penetrations penetrations;
    for (const ImpulseContact& contact : scratch.contacts) {
        const Mover &a = scratch.movers[contact.a], &b = scratch.movers[contact.b];
        const Vec3 relative = velocity_at(a, contact.point - a.center) - velocity_at(b, contact.point - b.center);
        const double penetration = -contact.gap - length * contact.normal.dot(relative);
        if (!(penetration > 0)) continue;
        penetrations.deepest = std::max(penetrations.deepest, penetration);
        ++penetrations.count;
    }
    return penetrations;
}

/// Gives the impulses of the movers to bodies and particles, when `left` seconds of the step are left, and forgets
/// them.
void give(const RigidInput& input, RigidScratch& scratch, double left) {
    for (std::size_t r = 0; r < input.rigid.size(); ++r) {
        const Mover& mover = scratch.movers[r];
        input.state.motions[r].velocity += mover.inverse_mass * mover.push;
        if (!input.rigid[r].keyed) input.state.motions[r].angular_momentum += mover.turn;
        scratch.impulse[r] += mover.push;
    }
    const std::size_t first = input.rigid.size() + input.step.obstacles.size();
    PLIANT_ASSERT(scratch.movers.size() == first + scratch.particles.size());
    for (std::size_t k = 0; k < scratch.particles.size(); ++k) {
        const ParticleRef& ref = scratch.particles[k];
        const Mover& mover = scratch.movers[first + k];
        input.sets[ref.set].move_by(ref.index, mover.inverse_mass * mover.push, left);
        input.sets[ref.set].add_impulse(ref.index, mover.push);
    }
    for (Mover& mover : scratch.movers) {
        mover.push.setZero();
        mover.turn.setZero();
    }
}

/// Bodies, movers and the contacts' points from the start to the end of the piece.
void move_all(const RigidInput& input, const StepPiece& piece, RigidScratch& scratch) {
    for (ImpulseContact& contact : scratch.contacts)
        contact.point += piece.length * velocity_at(scratch.movers[contact.a], contact.arm_a);
    const double end = input.step.time + piece.start + piece.length;
    for (std::size_t r = 0; r < input.rigid.size(); ++r) {
        RigidMotion& motion = input.state.motions[r];
        if (input.is_asleep(r)) continue;
        if (input.rigid[r].keyed) {
            set_pose(motion, keyed_pose(input.rigid[r], end));
            motion.velocity = scratch.movers[r].velocity;
            motion.angular_momentum = inertia_of(input.rigid[r], rotation_of(motion)) * scratch.movers[r].spin;
        } else {
            move_freely(input.rigid[r], motion, piece.length);
            scratch.movers[r].inverse_inertia = inverse_inertia_of(input.rigid[r], rotation_of(motion));
            scratch.movers[r].spin = scratch.movers[r].inverse_inertia * motion.angular_momentum;
        }
        scratch.movers[r].center = motion.position;
    }
    for (std::size_t k = input.rigid.size(); k < scratch.movers.size(); ++k)
        scratch.movers[k].center += piece.length * scratch.movers[k].velocity;
}

/// The rigid bodies' way through resolve_pairs.
struct RigidPairs {
    const RigidInput& input;
    RigidScratch& scratch;
    StepReport& report;
    double taken = 0;  ///< J: by resolving the contacts of the piece

    bool find() {
        find_rigid_pairs(input, scratch);
        return true;  // they move, whatever they meet
    }
    std::uint32_t pieces_needed() const { return rigid_pieces_needed(input, scratch); }
    Culprit fastest() const { return Culprit::of_body(input.rigid.front().body); }
    static double left(double, double length, std::uint32_t pieces, std::uint32_t p) { return (pieces - p) * length; }
    bool gather(const StepPiece& piece) {
        place_rigid_movers(input, piece, scratch);
        find_rigid_contacts(input, piece, scratch);
        warm_start(input.state.memory, piece.length, scratch.contacts);
        return true;
    }
    void solve(const StepPiece& piece) {
        const Penetrations before = measure_penetrations(scratch, piece.length);
        resolve(scratch.contacts, scratch.movers, piece.length, input.step.settings.rigid_iterations);
        report.contacts += before.count;
        report.max_penetration = std::max(report.max_penetration, before.deepest);
        report.left_penetration =
            std::max(report.left_penetration, measure_penetrations(scratch, piece.length).deepest);
        keep_impulses(input, scratch.contacts, piece.length, input.state.memory);
        taken = -energy_of_impulses(scratch.movers);
    }
    /// True when soft particles were pushed.
    bool scatter(const StepPiece& piece) {
        give(input, scratch, piece.left);
        move_all(input, piece, scratch);
        if (rebound(scratch.contacts, scratch.movers, input.step.settings.rigid_iterations, taken))
            give(input, scratch, piece.left - piece.length);
        return !scratch.particles.empty();
    }
};

}  // namespace

bool move_rigid_bodies(const RigidInput& input, RigidScratch& scratch, StepReport& report) {
    bool any_awake = false;
    for (std::size_t r = 0; r < input.rigid.size(); ++r) any_awake |= !input.is_asleep(r);
    scratch.contacts.clear();
    if (!any_awake) return false;
    RigidPairs pairs{input, scratch, report};
    return resolve_pairs(pairs, input.step.dt, report);
}

}  // namespace pliant
