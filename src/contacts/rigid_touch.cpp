#include "contacts/rigid_touch.hpp"

#include "contacts/rigid_particles.hpp"
#include "contacts/rigid_targets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {
namespace {

/// A manifold keeps this many contacts of the balls of one with the other.
constexpr std::size_t most_kept = 12;

/// Candidates: the balls of rigid body `a` against `target`.
void hold_against(const RigidInput& input, std::uint32_t a, const RigidTarget& target, const StepPiece& piece,
                  RigidScratch& scratch) {
    const RigidBody& body = input.rigid[a];
    const Mover &striking = scratch.movers[a], &other = scratch.movers[target.mover];
    const double size = target.rigid ? std::min(body.half_width, target.rigid->half_width) : body.half_width;
    const double spins = striking.spin.norm() * body.reach;
    const double slack = contact_slack(scratch, size, piece.length);
    const double restitution = std::max(body.restitution, target.restitution());
    for (std::size_t k = 0; k < body.balls.size(); ++k) {
        const SurfaceBall& ball = body.balls[k];
        const Vec3 center = scratch.poses[a](ball.center);
        const Vec3 local = target.pose.rotation.transpose() * (center - target.pose.translation);
        const double turning = other.spin.norm() * local.norm();
        const double margin = slack + piece.length * ((striking.velocity - other.velocity).norm() + spins + turning);
        if (local.norm() > target.reach() + ball.radius + margin) continue;
        const double gap = target.distance(local) - ball.radius;
        if (!(gap <= margin)) continue;
        ImpulseContact contact;
        contact.a = a;
        contact.b = target.mover;
        contact.normal = target.pose.rotation * target.normal(local);
        contact.point = center - ball.radius * contact.normal;
        contact.gap = gap;
        contact.size = size;
        contact.friction = std::sqrt(body.friction * target.friction());
        const Vec3 now =
            velocity_at(striking, contact.point - striking.center) - velocity_at(other, contact.point - other.center);
        if (gap + piece.length * contact.normal.dot(now) > slack) continue;
        const Vec3 arriving =
            arriving_at(scratch, a, contact.point) - arriving_at(scratch, target.mover, contact.point);
        contact.bounce = bounce_of(input.step.resting_speed, contact.normal, now, arriving, restitution);
        contact.key = contact_key(a, target.mover, k);
        scratch.candidates.push_back(contact);
    }
}

/// From candidates to a manifold of contacts: the nearest, then again and again the one farthest from those taken;
/// nearer ones count as farther. Ties go to the first.
void keep_spread(RigidScratch& scratch, double reach) {
    std::vector<ImpulseContact>& list = scratch.candidates;
    if (list.size() > most_kept) {
        const auto nearest =
            std::min_element(list.begin(), list.end(), [](const auto& x, const auto& y) { return x.gap < y.gap; });
        std::iter_swap(list.begin(), nearest);
        const double least = list.front().gap;
        const auto apart = [&](const ImpulseContact& x, const ImpulseContact& y) {
            return (x.point - y.point).norm() + reach * (x.normal - y.normal).norm();
        };
        for (std::size_t kept = 1; kept < most_kept; ++kept) {
            std::size_t best = kept;
            double most = -std::numeric_limits<double>::infinity();
            for (std::size_t k = kept; k < list.size(); ++k) {
                double closest = std::numeric_limits<double>::infinity();
                for (std::size_t t = 0; t < kept; ++t) closest = std::min(closest, apart(list[k], list[t]));
                const double score = closest - (list[k].gap - least);
                if (score > most) most = score, best = k;
            }
            std::swap(list[kept], list[best]);
        }
        list.resize(most_kept);
        std::sort(list.begin(), list.end(), [](const auto& x, const auto& y) { return x.key < y.key; });
    }
    scratch.contacts.insert(scratch.contacts.end(), list.begin(), list.end());
    list.clear();
}

/// The one contact of two bodies that are deep in each other: along the line of their centers.
ImpulseContact central_contact(const RigidPair& pair, double penetration, double size, const RigidScratch& scratch) {
    const Vec3 &a = scratch.movers[pair.first].center, &b = scratch.movers[pair.second].center;
    const double apart = (a - b).norm();
    ImpulseContact contact;
    contact.a = pair.first;
    contact.b = pair.second;
    contact.normal = apart > 1e-6 * size ? Vec3((a - b) / apart) : Vec3::UnitY();
    contact.point = 0.5 * (a + b);
    contact.gap = -penetration;
    contact.size = size;
    return contact;
}

/// How deep the center of each is inside the other, the deeper one, m; below 0 outside.
double central_penetration(std::span<const RigidBody> rigid, const RigidPair& pair, const RigidScratch& scratch) {
    const auto penetration = [&](std::uint32_t of, std::uint32_t in) {
        const RigidPose& pose = scratch.poses[in];
        const Vec3 offset = scratch.poses[of].translation - pose.translation;
        return -rigid[in].solid->distance(pose.rotation.transpose() * offset);
    };
    return std::max(penetration(pair.first, pair.second), penetration(pair.second, pair.first));
}

/// Two bodies that overlap have faces of each on several sides of the other, which push against each other. Of the
/// contacts of the pair, from `first` on, that overlap only those are kept that push where most of the penetration
/// does; where that is nowhere, or the bodies are deep in each other, all of them give way to one along the line of the
/// centers.
void part(std::span<const RigidBody> rigid, const RigidPair& pair, std::size_t first, RigidScratch& scratch) {
    constexpr double deep = 0.5;  // of the contacts' size
    constexpr double aligned = 0.7, undecided = 0.1;
    const auto begin = scratch.contacts.begin() + static_cast<std::ptrdiff_t>(first), end = scratch.contacts.end();
    const auto push_on_first = [&](const ImpulseContact& c) { return Vec3(c.a == pair.first ? c.normal : -c.normal); };
    Vec3 sum = Vec3::Zero();
    double total = 0, deepest = 0;
    for (auto c = begin; c != end; ++c) {
        if (!overlaps(*c)) continue;
        sum -= c->gap * push_on_first(*c);
        total -= c->gap;
        deepest = std::max(deepest, -c->gap);
    }
    if (total == 0) return;
    const double inside = central_penetration(rigid, pair, scratch);
    if (inside > deep * begin->size || sum.norm() < undecided * total) {
        const ImpulseContact contact = central_contact(pair, std::max(inside, deepest), begin->size, scratch);
        scratch.contacts.erase(begin, end);
        scratch.contacts.push_back(contact);
        return;
    }
    const Vec3 direction = sum.normalized();
    const auto kept = std::remove_if(
        begin, end, [&](const ImpulseContact& c) { return overlaps(c) && push_on_first(c).dot(direction) < aligned; });
    scratch.contacts.erase(kept, end);
}

}  // namespace

void find_rigid_contacts(const RigidInput& input, const StepPiece& piece, RigidScratch& scratch) {
    scratch.contacts.clear();
    for (const RigidPair& pair : scratch.pairs) {
        const std::size_t first = scratch.contacts.size();
        const double reach = input.rigid[pair.first].reach;
        hold_against(input, pair.first, target_of(input, scratch, pair.second), piece, scratch);
        keep_spread(scratch, reach);
        if (pair.second >= input.rigid.size()) continue;
        hold_against(input, pair.second, target_of(input, scratch, pair.first), piece, scratch);
        keep_spread(scratch, reach);
        part(input.rigid, pair, first, scratch);
    }
    touch_particles(input, piece, scratch);
}

}  // namespace pliant
