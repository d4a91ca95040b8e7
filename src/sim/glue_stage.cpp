#include "sim/glue_stage.hpp"

#include "glue/follow.hpp"
#include "glue/order.hpp"
#include "sim/glue_particles.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant {
namespace {

/// Gaps are taken at the start of the step: at its end they are by the square of the step larger, which the next one
/// sees. Looking ahead would cost one more fit of every frame.
constexpr GlueSettings settings{0, 16, 1e-5, 0.1, 0.5};

/// Which body or obstacle an end belongs to, obstacles after bodies.
std::uint32_t owner_of(const Model& model, const GlueState& glue, const GlueEnd& end) {
    switch (end.kind) {
        case GlueEndKind::particle:
            return glue.particles[end.first].body;
        case GlueEndKind::frame:
            return glue.particles[glue.parent_particles[end.first]].body;
        case GlueEndKind::rigid:
            return model.rigid[end.first].body;
        case GlueEndKind::obstacle:
            return static_cast<std::uint32_t>(model.bodies.size()) + end.first;
    }
    return 0;
}

bool holds(const GlueState& glue, std::size_t k) { return glue.links[k].status == GlueStatus::holds; }

/// Per glued particle: is there a pin that holds it at some time?
std::vector<std::uint8_t> pinned_particles(std::span<const ParticleRef> refs, const PinnedParticles& pins,
                                           const PinSlots& slots) {
    std::vector<ParticleRef> pinned;
    for (std::size_t k = 0; k < pins.size(); ++k) pinned.push_back({slots.set[pins.rule[k]], slots.slot[k]});
    const auto before = [](const ParticleRef& a, const ParticleRef& b) {
        return a.set != b.set ? a.set < b.set : a.index < b.index;
    };
    std::sort(pinned.begin(), pinned.end(), before);
    std::vector<std::uint8_t> result;
    for (const ParticleRef& ref : refs)
        result.push_back(ref.index != no_slot && std::binary_search(pinned.begin(), pinned.end(), ref, before));
    return result;
}

/// How a binding of this rule holds in a step that starts at this time.
GlueHold hold_of(const GlueRule& rule, double time) {
    GlueHold hold;
    hold.welded = rule.welded;
    hold.shared = rule.shared;
    hold.levers = rule.levers;
    const std::optional<double> stiffness = stiffness_at(rule, time);
    if (!stiffness) return hold;
    const double mass = rule.mass / rule.bindings, rate = 2 * std::numbers::pi * *stiffness;
    hold.exact = false;
    hold.active = rate > 0 && mass > 0;  // where nothing moves either end, there is nothing to hold
    hold.stiffness = mass * rate * rate;
    hold.damping = mass * rule.damping;
    return hold;
}

/// Marks bindings whose time has come; returns how many.
std::uint64_t release_due(std::span<const GlueRule> rules, double time, double dt, GlueState& glue) {
    std::uint64_t released = 0;
    for (GlueLink& link : glue.links) {
        const std::optional<double>& release = rules[link.glue].release;
        // A release holds from the first step that starts at it; half a step of slack absorbs rounding.
        if (!release || link.status != GlueStatus::holds || time + 0.5 * dt < *release) continue;
        link.status = GlueStatus::released;
        ++released;
    }
    return released;
}

/// Which rules do not hold for now, as their stiffness is 0; true when that has changed.
bool find_slack(std::span<const GlueRule> rules, double time, std::vector<std::uint8_t>& slack) {
    bool changed = false;
    for (std::size_t g = 0; g < rules.size(); ++g) {
        const std::optional<double> stiffness = stiffness_at(rules[g], time);
        const std::uint8_t now = stiffness && !(*stiffness > 0) ? 1 : 0;
        changed |= now != slack[g];
        slack[g] = now;
    }
    return changed;
}

/// N, per binding: what it held with in this step, also against contacts.
void add_forces(const GlueState& glue, double dt, GlueScratch& scratch) {
    std::fill(scratch.load.begin(), scratch.load.end(), 0.0);
    for (std::size_t k = 0; k < glue.size(); ++k) {
        const double force = (glue.motions[k].push + scratch.work.bindings[k].push).norm() / dt;
        scratch.force[k] += force;
        scratch.load[glue.links[k].glue] += force;
    }
}

/// Breaks rules whose bindings together held with more than they bear; returns how many bindings.
std::uint64_t break_overloaded(std::span<const GlueRule> rules, std::span<const double> load, GlueState& glue) {
    std::uint64_t broken = 0;
    for (GlueLink& link : glue.links) {
        const std::optional<double>& most = rules[link.glue].break_force;
        if (!most || link.status != GlueStatus::holds || !(load[link.glue] > *most)) continue;
        link.status = GlueStatus::broken;
        ++broken;
    }
    return broken;
}

/// What glue adds to a body's velocity presses it on what is in its way, as forces do: it does not make it bounce.
void note_arrivals(std::span<const RigidBody> rigid, const GlueWork& work, std::vector<RigidArrival>& arrivals) {
    for (std::size_t r = 0; r < rigid.size(); ++r) {
        if (rigid[r].keyed) continue;
        const Mover& mover = work.rigid[r].mover;
        arrivals[r].gained += mover.inverse_mass * mover.push;
        arrivals[r].gained_spin += mover.inverse_inertia * mover.turn;
    }
}

/// What became of a particle.
ParticleChange change_of(std::uint32_t id, std::span<const ResampleEvent> events) {
    ParticleChange change;
    std::uint32_t now = id;
    for (const ResampleEvent& event : events) {
        if (now != event.kept && now != event.removed) continue;
        now = event.kept;
        change.fate = ParticleFate::moved;
    }
    if (now != id) change = {ParticleFate::replaced, now};
    return change;
}

}  // namespace

void GlueStage::follow_bindings() {
    scratch.placed = group_placed(glue, placed_bindings(glue, model.glue, pinned_particles(scratch.refs, pins, slots)));
    apart.clear();
    for (std::size_t k = 0; k < glue.size(); ++k) {
        const std::uint32_t rule = glue.links[k].glue;
        if (!holds(glue, k) || scratch.slack[rule] || model.glue[rule].collides) continue;
        apart.add(owner_of(model, glue, glue.links[k].a), owner_of(model, glue, glue.links[k].b));
    }
    apart.sort();
}

bool GlueStage::follow_resampling(StepReport& report) {
    const auto has_events = [](const PointBodyScratch& body) { return !body.work.resampling.events.empty(); };
    if (std::none_of(point_scratch.begin(), point_scratch.end(), has_events)) return false;
    const std::vector<std::uint32_t> sets_of = model.sets_of_bodies();
    std::vector<ParticleChange> changes(glue.particles.size());
    GlueState after = glue;
    bool touched = false;
    for (std::size_t p = 0; p < changes.size(); ++p) {
        GluedParticle& at = after.particles[p];
        if (sets_of[at.body] == 0) continue;
        changes[p] = change_of(at.particle, point_scratch[sets_of[at.body] - 1].work.resampling.events);
        if (changes[p].fate == ParticleFate::replaced) at.particle = changes[p].successor;
        touched |= changes[p].fate != ParticleFate::same;
    }
    find_particles(sets_of, points, after, scratch.refs);
    if (!touched) return false;
    std::vector<Vec3> now(changes.size(), Vec3::Zero());
    for (std::size_t p = 0; p < changes.size(); ++p) {
        if (scratch.refs[p].index == no_slot)
            changes[p].fate = ParticleFate::gone;
        else
            now[p] = sets[scratch.refs[p].set].position(scratch.refs[p].index);
    }
    gather_movers(model.rigid, rigid, model.obstacles, time, model.dt, scratch.work);
    const std::vector<RigidPose> rigid_poses = poses_after(scratch.work.rigid, model.dt),
                                 obstacle_poses = poses_after(scratch.work.obstacles, model.dt);
    const FollowReport followed = follow_particles(glue, changes, {now, rigid_poses, obstacle_poses});
    PLIANT_ASSERT(is_consistent(glue, model.glue.size(), model.rigid.size(), model.obstacles.size()));
    const Culprit who = Culprit::glue(glue.links.front().glue);
    report.warn(Warning::glue_changed, followed.changed, who);
    report.warn(Warning::glue_lost, followed.lost, who);
    find_particles(sets_of, points, glue, scratch.refs);
    return true;
}

void GlueStage::prepare() {
    if (model.glue.empty()) return;
    PLIANT_ASSERT(is_consistent(glue, model.glue.size(), model.rigid.size(), model.obstacles.size()));
    scratch.work.prepare(glue, model.rigid.size(), model.obstacles.size());
    scratch.force.assign(glue.size(), 0);
    scratch.load.assign(model.glue.size(), 0);
    scratch.slack.assign(model.glue.size(), 0);
    find_slack(model.glue, time, scratch.slack);
    find_particles(model.sets_of_bodies(), points, glue, scratch.refs);
    follow_bindings();
}

void GlueStage::key(StepReport& report) {
    if (frame_begins) {
        std::fill(scratch.force.begin(), scratch.force.end(), 0.0);
        scratch.steps = 0;
    }
    if (glue.size() == 0) return;
    const std::uint64_t released = release_due(model.glue, time, model.dt, glue);
    report.glue_released += released;
    const bool changed = find_slack(model.glue, time, scratch.slack);
    if (changed || released > 0) follow_bindings();
}

void GlueStage::hold(StepReport& report) {
    if (glue.size() == 0) return;
    if (follow_resampling(report)) follow_bindings();
    for (std::size_t k = 0; k < glue.size(); ++k) {
        scratch.work.holds[k] = hold_of(model.glue[glue.links[k].glue], time);
        scratch.work.holds[k].active &= holds(glue, k);
    }
    gather_particles(sets, scratch.refs, model.dt, scratch.work);
    gather_movers(model.rigid, rigid, model.obstacles, time, model.dt, scratch.work);
    const GlueTrouble trouble = solve_glue(glue, scratch.work, model.dt, settings);
    scatter_particles(sets, scratch.refs, model.dt, scratch.work);
    scatter_movers(model.rigid, rigid, scratch.work);
    note_arrivals(model.rigid, scratch.work, arrivals);
    ++scratch.steps;
    report.warn(Warning::glue_on_a_line, trouble.hinged, Culprit::glue(trouble.first_hinged));
    report.warn(Warning::glue_inverted, trouble.inverted, Culprit::glue(trouble.first_inverted));
    report.warn(Warning::glue_collapsed, trouble.idle, Culprit::glue(trouble.first_idle));
}

void GlueStage::place(StepReport& report) {
    if (glue.size() == 0) return;
    if (!scratch.placed.bindings.empty()) {
        gather_particles(sets, scratch.refs, 0, scratch.work);
        gather_movers(model.rigid, rigid, model.obstacles, time + model.dt, model.dt, scratch.work);
        place_bound(glue, scratch.work, scratch.placed, model.dt, settings);
        scatter_particles(sets, scratch.refs, 0, scratch.work);
        scatter_movers(model.rigid, rigid, scratch.work);
    }
    add_forces(glue, model.dt, scratch);
    const std::uint64_t broken = break_overloaded(model.glue, scratch.load, glue);
    report.glue_broken += broken;
    if (broken > 0) follow_bindings();
}

std::vector<GlueStats> measure_glue(std::size_t rules, const GlueState& glue, const GlueScratch& scratch) {
    std::vector<GlueStats> stats(rules);
    const double steps = static_cast<double>(std::max<std::uint64_t>(scratch.steps, 1));
    for (std::size_t k = 0; k < glue.size(); ++k) {
        GlueStats& entry = stats[glue.links[k].glue];
        entry.forces.push_back(scratch.force[k] / steps);
        entry.force += entry.forces.back();
        entry.holding += holds(glue, k) && !scratch.slack[glue.links[k].glue] ? 1 : 0;
    }
    return stats;
}

}  // namespace pliant
