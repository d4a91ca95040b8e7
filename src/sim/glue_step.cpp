#include "sim/glue_step.hpp"

#include "glue/order.hpp"
#include "sim/glue_particles.hpp"
#include "sim/step.hpp"

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
            return glue.places[end.first].body;
        case GlueEndKind::frame:
            return glue.places[glue.parent_places[end.first]].body;
        case GlueEndKind::rigid:
            return model.rigid[end.first].body;
        case GlueEndKind::obstacle:
            return obstacle_number(model, end.first);
    }
    return 0;
}

bool holds(const GlueState& glue, std::size_t k) { return glue.links[k].status == GlueStatus::holds; }

/// Per place: is there a pin that holds it at some time?
std::vector<std::uint8_t> pinned_places(const Model& model, const State& state) {
    std::vector<std::uint8_t> pinned(state.glue.places.size(), 0);
    const auto mark = [&](const std::vector<PinnedSet>& pins, const auto& is_in) {
        for (std::size_t p = 0; p < pinned.size(); ++p) {
            if (!is_in(state.glue.places[p].body)) continue;
            for (const PinnedSet& pin : pins)
                pinned[p] |= std::count(pin.particles.begin(), pin.particles.end(), state.glue.places[p].particle) > 0;
        }
    };
    mark(model.pins, [&](std::uint32_t body) { return model.ranges[body].particle_count > 0; });
    for (const PointModel& points : model.points)
        mark(points.pins, [&](std::uint32_t body) { return body == points.body; });
    return pinned;
}

/// What follows from which bindings hold.
void follow_bindings(const Model& model, const State& state, GlueScratch& scratch) {
    const GlueState& glue = state.glue;
    scratch.placed = group_placed(glue, placed_bindings(glue, model.glue, pinned_places(model, state)));
    scratch.apart.clear();
    for (std::size_t k = 0; k < glue.size(); ++k) {
        const std::uint32_t rule = glue.links[k].glue;
        if (!holds(glue, k) || scratch.slack[rule] || model.glue[rule].collides) continue;
        const std::uint32_t a = owner_of(model, glue, glue.links[k].a), b = owner_of(model, glue, glue.links[k].b);
        scratch.apart.emplace_back(std::min(a, b), std::max(a, b));
    }
    std::sort(scratch.apart.begin(), scratch.apart.end());
    scratch.apart.erase(std::unique(scratch.apart.begin(), scratch.apart.end()), scratch.apart.end());
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

/// Marks bindings whose time has come; true when there were any.
bool release_due(const Model& model, State& state, StepReport& report) {
    const std::uint64_t before = report.glue_released;
    for (GlueLink& link : state.glue.links) {
        const std::optional<double>& release = model.glue[link.glue].release;
        // A release holds from the first step that starts at it; half a step of slack absorbs rounding.
        if (!release || link.status != GlueStatus::holds || time_of(model, state) + 0.5 * model.dt < *release) continue;
        link.status = GlueStatus::released;
        ++report.glue_released;
    }
    return report.glue_released > before;
}

/// Which rules do not hold for now, as their stiffness is 0; true when that has changed.
bool find_slack(const Model& model, const State& state, GlueScratch& scratch) {
    bool changed = false;
    for (std::size_t g = 0; g < model.glue.size(); ++g) {
        const std::optional<double> stiffness = stiffness_at(model.glue[g], time_of(model, state));
        const std::uint8_t slack = stiffness && !(*stiffness > 0) ? 1 : 0;
        changed |= slack != scratch.slack[g];
        scratch.slack[g] = slack;
    }
    return changed;
}

/// N, per binding: what it held with in this step, also against contacts.
void add_forces(const Model& model, const State& state, GlueScratch& scratch) {
    std::fill(scratch.load.begin(), scratch.load.end(), 0.0);
    for (std::size_t k = 0; k < state.glue.size(); ++k) {
        const double force = (state.glue.motions[k].push + scratch.work.bindings[k].push).norm() / model.dt;
        scratch.force[k] += force;
        scratch.load[state.glue.links[k].glue] += force;
    }
}

/// Breaks rules whose bindings together held with more than they bear; true when there were any.
bool break_overloaded(const Model& model, State& state, const GlueScratch& scratch, StepReport& report) {
    const std::uint64_t before = report.glue_broken;
    for (GlueLink& link : state.glue.links) {
        const std::optional<double>& most = model.glue[link.glue].break_force;
        if (!most || link.status != GlueStatus::holds || !(scratch.load[link.glue] > *most)) continue;
        link.status = GlueStatus::broken;
        ++report.glue_broken;
    }
    return report.glue_broken > before;
}

/// What glue adds to a body's velocity presses it on what is in its way, as forces do: it does not make it bounce.
void note_arrivals(const Model& model, const GlueWork& work, RigidScratch& scratch) {
    for (std::size_t r = 0; r < model.rigid.size(); ++r) {
        if (model.rigid[r].keyed) continue;
        const Mover& mover = work.rigid[r].mover;
        scratch.arrivals[r].gained += mover.inverse_mass * mover.push;
        scratch.arrivals[r].gained_spin += mover.inverse_inertia * mover.turn;
    }
}

void count(StepReport& report, Warning warning, std::uint64_t times) {
    report.warnings[static_cast<std::size_t>(warning)] += times;
}

}  // namespace

void prepare_glue(const Model& model, const State& state, GlueScratch& scratch) {
    const GlueState& glue = state.glue;
    if (model.glue.empty()) return;
    scratch.work.prepare(glue, model.rigid.size(), model.obstacles.size());
    scratch.force.assign(glue.size(), 0);
    scratch.load.assign(model.glue.size(), 0);
    scratch.slack.assign(model.glue.size(), 0);
    find_slack(model, state, scratch);
    find_particles(model, state.points, glue, scratch.refs);
    follow_bindings(model, state, scratch);
}

void key_glue(const Model& model, State& state, Scratch& scratch, StepReport& report) {
    if (state.glue.size() == 0) return;
    bool changed = release_due(model, state, report);
    changed |= find_slack(model, state, scratch.glue);
    if (changed) follow_bindings(model, state, scratch.glue);
}

void hold_glue(const Model& model, State& state, Scratch& scratch, StepReport& report) {
    if (state.glue.size() == 0) return;
    GlueScratch& own = scratch.glue;
    if (follow_resampling(model, state, scratch, report)) follow_bindings(model, state, own);
    const double time = time_of(model, state);
    for (std::size_t k = 0; k < state.glue.size(); ++k) {
        own.work.holds[k] = hold_of(model.glue[state.glue.links[k].glue], time);
        own.work.holds[k].active &= holds(state.glue, k);
    }
    gather_particles(model, state, model.dt, scratch);
    gather_movers(model, state, time, own.work);
    const GlueTrouble trouble = solve_glue(state.glue, own.work, model.dt, settings);
    scatter_particles(model, state, model.dt, own);
    scatter_movers(model, state, own.work);
    note_arrivals(model, own.work, scratch.rigid);
    ++own.steps;
    count(report, Warning::glue_on_a_line, trouble.hinged);
    count(report, Warning::glue_inverted, trouble.inverted);
    count(report, Warning::glue_collapsed, trouble.idle);
}

void place_glued(const Model& model, State& state, Scratch& scratch, StepReport& report) {
    if (state.glue.size() == 0) return;
    GlueScratch& own = scratch.glue;
    if (!own.placed.bindings.empty()) {
        gather_particles(model, state, 0, scratch);
        gather_movers(model, state, time_of(model, state) + model.dt, own.work);
        place_bound(state.glue, own.work, own.placed, model.dt, settings);
        scatter_particles(model, state, 0, own);
        scatter_movers(model, state, own.work);
    }
    add_forces(model, state, own);
    if (break_overloaded(model, state, own, report)) follow_bindings(model, state, own);
}

std::vector<GlueStats> measure_glue(const Model& model, const State& state, const Scratch& scratch) {
    std::vector<GlueStats> stats(model.glue.size());
    const double steps = static_cast<double>(std::max<std::uint64_t>(scratch.glue.steps, 1));
    for (std::size_t k = 0; k < state.glue.size(); ++k) {
        GlueStats& own = stats[state.glue.links[k].glue];
        own.forces.push_back(scratch.glue.force[k] / steps);
        own.force += own.forces.back();
        own.holding += holds(state.glue, k) && !scratch.glue.slack[state.glue.links[k].glue] ? 1 : 0;
    }
    return stats;
}

}  // namespace pliant
