#include "glue/place.hpp"

#include "core/assert.hpp"
#include "glue/ends.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <numeric>
#include <utility>

namespace pliant {
namespace {

/// What is so much heavier than its holder is held by a spring (glue/solver.hpp): it does not follow its holder.
bool is_too_heavy(const Mat3& holder, const Mat3& held) { return holder.trace() > 10 * held.trace(); }

/// Puts the particle where its holder has it, as everything stands now; `bias` is how far that was. Finds what impulses
/// there would do.
void put_one(GlueState& state, GlueWork& work, std::uint32_t k) {
    const GlueLink& link = state.links[k];
    GlueMotion& motion = state.motions[k];
    GlueBindingWork& binding = work.bindings[k];
    GlueTrouble seen;  // counted by solve_glue
    binding = {};
    binding.idle = !place_end(state, work, link.a, motion.a, binding.a, seen);
    if (binding.idle) return;
    GlueParticle& particle = work.particles[link.b.first];
    swing(binding.a.frame, motion.a.point, particle.before);
    binding.point = point_before(work, link.a, motion.a, binding.a);
    binding.idle = !aim_end(state, work, link.a, binding.point, binding.a);
    if (binding.idle) return;
    const Mat3 holder = mobility_of(state, work, link.a, binding.a).linear;
    const Mat3 held = mobility_of(state, work, link.b, binding.b).linear;
    binding.idle = is_too_heavy(holder, held);
    if (binding.idle) return;
    binding.bias = binding.point - particle.before;
    particle.before = binding.point;
    binding.size =
        std::max(motion.a.point.norm(), link.a.kind == GlueEndKind::frame ? size_of_frame(state, link.a) : 0);
    binding.allowed = allowed_of(refused_push(link.a, binding.a), {});
    binding.response = response_of(holder + held, Mat3::Zero(), binding.allowed);
}

/// All of them, in their order; returns the largest distance, over the binding's size.
double put_all(GlueState& state, GlueWork& work, std::span<const std::uint32_t> bindings) {
    double worst = 0;
    for (const std::uint32_t k : bindings) {
        put_one(state, work, k);
        const GlueBindingWork& binding = work.bindings[k];
        if (!binding.idle) worst = std::max(worst, binding.bias.norm() / binding.size);
    }
    return worst;
}

/// Ends the bindings' relative velocities, and `bias` with them, by impulses: at most so many sweeps. Where
/// `only_frames` is set, what is held by something rigid is left out.
void sweep(const GlueState& state, GlueWork& work, std::span<const std::uint32_t> bindings, bool only_frames,
           double step, int sweeps, double tolerance) {
    for (int n = 0; n < sweeps; ++n) {
        double worst = 0;
        for (const std::uint32_t k : bindings) {
            GlueBindingWork& binding = work.bindings[k];
            const GlueLink& link = state.links[k];
            if (binding.idle || (only_frames && link.a.kind != GlueEndKind::frame)) continue;
            const Vec3 rate = binding.allowed * (end_velocity(state, work, link.a, binding.a) -
                                                 end_velocity(state, work, link.b, binding.b) + binding.bias);
            const Vec3 push = -(binding.response * rate);
            push_end(state, work, link.a, binding.a, push, Vec3::Zero());
            push_end(state, work, link.b, binding.b, -push, Vec3::Zero());
            binding.push += push;
            worst = std::max(worst, step * rate.norm() / binding.size);
        }
        if (worst < tolerance) break;
    }
}

/// Shares the gaps between particles and parents: displacements are found as velocities would be, by the same impulses.
/// A few sweeps do: what they leave is set.
void share_gaps(const GlueState& state, GlueWork& work, std::span<const std::uint32_t> bindings, double tolerance) {
    constexpr int sweeps = 4;
    for (std::size_t p = 0; p < work.particles.size(); ++p)
        work.kept[p] = std::exchange(work.particles[p].velocity, Vec3::Zero());
    sweep(state, work, bindings, true, 1, sweeps, tolerance);
    for (std::size_t p = 0; p < work.particles.size(); ++p) {
        work.particles[p].before += work.particles[p].velocity;
        work.particles[p].velocity = work.kept[p];
    }
}

/// Calls visit(position, member) for each.
template <class Work, class Visit>
void for_members(Work& work, const PlacedGroup& group, const Visit& visit) {
    for (const std::uint32_t p : group.particles) visit(work.particles[p].before, work.particles[p]);
    for (const std::uint32_t r : group.rigid) visit(work.rigid[r].mover.center, work.rigid[r].mover);
}

Mat3 own_inertia(const GlueParticle&) { return Mat3::Zero(); }
Mat3 own_inertia(const Mover& mover) { return mover.inverse_inertia.inverse(); }
Vec3 own_spin(const GlueParticle&) { return Vec3::Zero(); }
Vec3 own_spin(const Mover& mover) { return mover.spin; }

GroupMotion motion_of(const GlueWork& work, const PlacedGroup& group) {
    GroupMotion motion;
    motion.free = !group.anchored;
    Vec3 origin = Vec3::Zero(), sum = Vec3::Zero();
    for_members(work, group, [&](const Vec3& position, const auto& member) {
        if (member.inverse_mass == 0) motion.free = false;
        if (!motion.free) return;
        if (motion.mass == 0) origin = position;
        motion.mass += 1 / member.inverse_mass;
        sum += (position - origin) / member.inverse_mass;
    });
    if (!motion.free) return motion;
    motion.center = origin + sum / motion.mass;
    for_members(work, group, [&](const Vec3& position, const auto& member) {
        const Vec3 arm = position - motion.center;
        const Mat3 inertia = own_inertia(member);
        motion.angular += arm.cross(member.velocity) / member.inverse_mass + inertia * own_spin(member);
        motion.inertia +=
            (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose()) / member.inverse_mass + inertia;
    });
    return motion;
}

/// Per particle, and after those per rigid body: the smallest of all that placed bindings join with it.
std::vector<std::uint32_t> joined(const GlueState& state, std::span<const std::uint32_t> bindings) {
    const auto particles = static_cast<std::uint32_t>(state.particles.size());
    std::uint32_t rigid = 0;
    for (const std::uint32_t k : bindings)
        if (state.links[k].a.kind == GlueEndKind::rigid) rigid = std::max(rigid, state.links[k].a.first + 1);
    std::vector<std::uint32_t> group(particles + rigid);
    std::iota(group.begin(), group.end(), 0U);
    const auto find = [&](std::uint32_t i) {
        while (group[i] != i) i = group[i] = group[group[i]];
        return i;
    };
    const auto join = [&](std::uint32_t i, std::uint32_t j) {
        const std::uint32_t a = find(i), b = find(j);
        group[std::max(a, b)] = std::min(a, b);
    };
    for (const std::uint32_t k : bindings) {
        const GlueLink& link = state.links[k];
        if (link.a.kind == GlueEndKind::rigid) join(link.b.first, particles + link.a.first);
        if (link.a.kind != GlueEndKind::frame) continue;
        for (std::uint32_t i = link.a.first; i < link.a.first + link.a.count; ++i)
            join(link.b.first, state.parent_particles[i]);
    }
    for (std::uint32_t i = 0; i < group.size(); ++i) group[i] = find(i);
    return group;
}

/// Moves and turns the group as a whole, until it moves as it did.
void restore(GlueWork& work, const PlacedGroup& group, const GroupMotion& before) {
    if (!before.free) return;
    const GroupMotion after = motion_of(work, group);
    constexpr double least = 1e-13;  // of the inertia: about the line on which all of the group may lie, nothing turns
    const Mat3 inertia = after.inertia + least * after.inertia.trace() * Mat3::Identity();
    const Vec3 shift = before.center - after.center, turn = inertia.inverse() * (before.angular - after.angular);
    if (!turn.allFinite()) return;
    for (const std::uint32_t p : group.particles) {
        work.particles[p].velocity += turn.cross(work.particles[p].before - after.center);
        work.particles[p].before += shift;
    }
    for (const std::uint32_t r : group.rigid) {
        Mover& mover = work.rigid[r].mover;
        const Vec3 change = turn.cross(mover.center - after.center);
        mover.velocity += change;
        mover.push += change / mover.inverse_mass;
        mover.spin += turn;
        mover.turn += mover.inverse_inertia.inverse() * turn;
        mover.center += shift;
        work.rigid[r].moved += shift;
    }
}

}  // namespace

PlacedGlue group_placed(const GlueState& state, std::vector<std::uint32_t> bindings) {
    PLIANT_ASSERT(std::all_of(bindings.begin(), bindings.end(), [&](std::uint32_t k) {
        return k < state.size() && state.links[k].b.kind == GlueEndKind::particle;
    }));
    const std::vector<std::uint32_t> group = joined(state, bindings);
    const auto particles = static_cast<std::uint32_t>(state.particles.size());
    PlacedGlue placed{std::move(bindings), {}, {}};
    std::vector<std::uint32_t> number(group.size(), 0);  // by the group's first member: its slot in the result, from 1
    for (const std::uint32_t k : placed.bindings) {
        const GlueLink& link = state.links[k];
        std::uint32_t& mine = number[group[link.b.first]];
        if (mine == 0) {
            placed.groups.emplace_back();
            mine = static_cast<std::uint32_t>(placed.groups.size());
        }
        placed.groups[mine - 1].anchored |= link.a.kind == GlueEndKind::obstacle;
    }
    for (std::uint32_t i = 0; i < group.size(); ++i) {
        if (number[group[i]] == 0) continue;
        PlacedGroup& members = placed.groups[number[group[i]] - 1];
        if (i < particles)
            members.particles.push_back(i);
        else
            members.rigid.push_back(i - particles);
    }
    placed.before.resize(placed.groups.size());
    return placed;
}

void place_bound(GlueState& state, GlueWork& work, PlacedGlue& placed, double step, const GlueSettings& settings) {
    PLIANT_ASSERT(step > 0 && placed.before.size() == placed.groups.size());
    PLIANT_ASSERT(work.particles.size() == state.particles.size() && work.bindings.size() == state.size());
    for (std::size_t g = 0; g < placed.groups.size(); ++g) placed.before[g] = motion_of(work, placed.groups[g]);
    if (put_all(state, work, placed.bindings) > settings.tolerance) {
        for (const std::uint32_t k : placed.bindings)
            work.particles[state.links[k].b.first].before -= work.bindings[k].bias;
        share_gaps(state, work, placed.bindings, settings.tolerance);
        put_all(state, work, placed.bindings);
    }
    for (const std::uint32_t k : placed.bindings) {
        work.bindings[k].bias.setZero();
        work.bindings[k].push.setZero();  // what shared the gaps were displacements
    }
    sweep(state, work, placed.bindings, false, step, settings.sweeps, settings.tolerance);
    for (std::size_t g = 0; g < placed.groups.size(); ++g) restore(work, placed.groups[g], placed.before[g]);
}

}  // namespace pliant
