#include "collision/impulses.hpp"

#include "collision/recovery.hpp"
#include "core/assert.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// Part of a contact's size by which rigid bodies may overlap at rest.
constexpr double rigid_slop = 0.002;

void push_by(const Vec3& impulse, const ImpulseContact& contact, std::span<Mover> movers) {
    const auto give = [](Mover& mover, const Vec3& arm, const Vec3& j) {
        const Vec3 turn = arm.cross(j);
        mover.velocity += mover.inverse_mass * j;
        mover.spin += mover.inverse_inertia * turn;
        mover.push += j;
        mover.turn += turn;
    };
    give(movers[contact.a], contact.arm_a, impulse);
    give(movers[contact.b], contact.arm_b, -impulse);
}

Vec3 relative_velocity(const ImpulseContact& contact, std::span<const Mover> movers) {
    return velocity_at(movers[contact.a], contact.arm_a) - velocity_at(movers[contact.b], contact.arm_b);
}

/// Change of the relative velocity along a unit direction for each unit of impulse.
double mobility(const ImpulseContact& contact, std::span<const Mover> movers, const Vec3& direction) {
    const auto of = [&](const Mover& mover, const Vec3& arm) {
        const Vec3 turn = arm.cross(direction);
        return mover.inverse_mass + turn.dot(mover.inverse_inertia * turn);
    };
    return of(movers[contact.a], contact.arm_a) + of(movers[contact.b], contact.arm_b);
}

/// Arms and response for where the movers and the point are now.
void set_arms(ImpulseContact& contact, std::span<const Mover> movers) {
    contact.arm_a = contact.point - movers[contact.a].center;
    contact.arm_b = contact.point - movers[contact.b].center;
    const double freedom = mobility(contact, movers, contact.normal);
    contact.response = freedom > 0 ? 1 / freedom : 0;
}

/// First the normal, then along the surface from what that left: both at once would answer the same motion twice.
void relax(ImpulseContact& contact, std::span<Mover> movers) {
    const double speed = contact.normal.dot(relative_velocity(contact, movers));
    const double push = std::max(0.0, contact.normal_impulse + contact.response * (contact.target - speed));
    push_by((push - contact.normal_impulse) * contact.normal, contact, movers);
    contact.normal_impulse = push;
    if (!(contact.friction > 0 && contact.response > 0)) return;
    const Vec3 relative = relative_velocity(contact, movers);
    const Vec3 slip = relative - contact.normal.dot(relative) * contact.normal;
    const double slip_speed = slip.norm();
    Vec3 tangent_impulse = contact.tangent_impulse;
    if (slip_speed > 0) tangent_impulse -= slip / mobility(contact, movers, slip / slip_speed);
    const double most = contact.friction * push, size = tangent_impulse.norm();
    if (size > most) tangent_impulse *= most / size;
    push_by(tangent_impulse - contact.tangent_impulse, contact, movers);
    contact.tangent_impulse = tangent_impulse;
}

/// Do all contacts name two movers?
bool name_movers(std::span<const ImpulseContact> contacts, std::size_t movers) {
    return std::all_of(contacts.begin(), contacts.end(),
                       [&](const ImpulseContact& c) { return c.a < movers && c.b < movers; });
}

/// Forwards and backwards in turn, so that a push gets through a stack both ways.
template <class F>
void sweep(std::span<ImpulseContact> contacts, int iterations, const F& f) {
    for (int i = 0; i < iterations; ++i) {
        if (i % 2 == 0)
            std::for_each(contacts.begin(), contacts.end(), f);
        else
            std::for_each(contacts.rbegin(), contacts.rend(), f);
    }
}

}  // namespace

void resolve(std::span<ImpulseContact> contacts, std::span<Mover> movers, double step, int iterations) {
    PLIANT_ASSERT(step > 0 && iterations >= 0);
    PLIANT_ASSERT(name_movers(contacts, movers.size()));
    for (ImpulseContact& contact : contacts) {
        set_arms(contact, movers);
        const double beyond = to_undo(-contact.gap, rigid_slop, contact.size);
        contact.target = contact.gap > 0 ? -contact.gap / step : recovery_rate * beyond;
        contact.tangent_impulse -= contact.normal * contact.normal.dot(contact.tangent_impulse);
        if (contact.response == 0) contact.normal_impulse = 0, contact.tangent_impulse.setZero();
        push_by(contact.normal_impulse * contact.normal + contact.tangent_impulse, contact, movers);
    }
    sweep(contacts, iterations, [&](ImpulseContact& contact) { relax(contact, movers); });
}

double energy_of_impulses(std::span<const Mover> movers) {
    double sum = 0;
    for (const Mover& m : movers)
        sum += m.push.dot(m.velocity - 0.5 * m.inverse_mass * m.push) +
               m.turn.dot(m.spin - 0.5 * (m.inverse_inertia * m.turn));
    return sum;
}

namespace {

/// Leaves of what the movers have gathered the largest share that adds no more than the budget to their energy. They
/// had v and ω before; a share s of impulses J and moments τ adds s (v·J + ω·τ) + s² (J·J/m + τ·I⁻¹τ)/2.
void keep_within(double budget, std::span<ImpulseContact> contacts, std::span<Mover> movers) {
    const double gained = energy_of_impulses(movers);
    if (!(gained > budget)) return;
    double square = 0;
    for (const Mover& m : movers)
        square += 0.5 * (m.inverse_mass * m.push.squaredNorm() + m.turn.dot(m.inverse_inertia * m.turn));
    const double linear = gained - square;
    const double root = std::sqrt(std::max(0.0, linear * linear + 4 * square * budget));
    const double share = square > 0 ? std::clamp((root - linear) / (2 * square), 0.0, 1.0) : 0;
    for (Mover& m : movers) {
        m.velocity -= (1 - share) * m.inverse_mass * m.push;
        m.spin -= (1 - share) * (m.inverse_inertia * m.turn);
        m.push *= share;
        m.turn *= share;
    }
    for (ImpulseContact& contact : contacts) contact.rebound *= share;
}

}  // namespace

bool rebound(std::span<ImpulseContact> contacts, std::span<Mover> movers, int iterations, double budget) {
    PLIANT_ASSERT(name_movers(contacts, movers.size()));
    const auto bounces = [](const ImpulseContact& c) { return c.bounce > 0 && c.normal_impulse > 0; };
    if (std::none_of(contacts.begin(), contacts.end(), bounces)) return false;
    for (ImpulseContact& contact : contacts) set_arms(contact, movers);
    sweep(contacts, iterations, [&](ImpulseContact& contact) {
        if (contact.normal_impulse == 0) return;  // the others that touch must not be pressed in by those that bounce
        const double speed = contact.normal.dot(relative_velocity(contact, movers));
        const double total = std::max(0.0, contact.rebound + contact.response * (contact.bounce - speed));
        push_by((total - contact.rebound) * contact.normal, contact, movers);
        contact.rebound = total;
    });
    // What came in may leave again; rounding must not make it a little less.
    constexpr double rounding = 1e-9;
    keep_within((1 + rounding) * std::max(0.0, budget), contacts, movers);
    return true;
}

}  // namespace pliant
