#include "sim/sleep.hpp"

#include "core/assert.hpp"
#include "particles/vectors.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

Box grown(const Box& box, double margin) {
    return {box.lower - Vec3::Constant(margin), box.upper + Vec3::Constant(margin)};
}
bool boxes_meet(const Box& a, const Box& b) {
    return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}
bool same(const RigidPose& a, const RigidPose& b) { return a.rotation == b.rotation && a.translation == b.translation; }

/// Bodies that glue holds, by rigid number or by their particles.
void exclude_glued(const Model& model, const State& state, std::vector<std::uint8_t>& may) {
    for (const GluedParticle& glued : state.glue.particles) may[glued.body] = 0;
    for (const GlueLink& link : state.glue.links)
        for (const GlueEnd* end : {&link.a, &link.b})
            if (end->kind == GlueEndKind::rigid) may[model.rigid[end->first].body] = 0;
}

}  // namespace

void set_sleep_rules(const Sleeping& settings, Model& model, State& state) {
    SleepRules& rules = model.sleep;
    rules = {};
    state.sleep = {};
    if (!settings.enabled || !model.points.empty()) return;
    rules.any = true;
    rules.motion = settings.motion;
    rules.frames = std::max(1, static_cast<int>(std::ceil(settings.seconds * model.fps)));
    rules.may.assign(model.bodies.size(), 1);
    exclude_glued(model, state, rules.may);
    rules.rigid.assign(model.bodies.size(), no_slot);
    for (std::uint32_t r = 0; r < model.rigid.size(); ++r) {
        rules.rigid[model.rigid[r].body] = r;
        if (model.rigid[r].keyed) rules.may[model.rigid[r].body] = 0;
    }
    for (const KeyedLevels& keyed : model.soft.keyed_levels) rules.may[keyed.body] = 0;
    for (const LayeredBody& layered : model.soft.layered) rules.may[layered.body] = 0;
    for (std::size_t b = 0; b < model.bodies.size(); ++b)
        if (model.soft.reclustering.bodies[b].mode != ReclusterMode::off || model.soft.fracture.bodies[b].any())
            rules.may[b] = 0;
    state.sleep.group.assign(model.bodies.size(), 0);
    state.sleep.quiet.assign(model.bodies.size(), 0);
}

std::optional<std::uint32_t> Sleep::rigid_number(std::uint32_t body) const {
    const std::uint32_t r = model.sleep.rigid[body];
    return r == no_slot ? std::nullopt : std::optional(r);
}

double Sleep::nearness(std::uint32_t body) const {
    return model.bodies[body].contact_radius + 0.5 * static_cast<double>(model.bodies[body].radius);
}

BodyBounds Sleep::bounds_of(std::uint32_t body) const {
    BodyBounds bounds;
    if (const auto r = rigid_number(body)) {
        const RigidMotion& motion = state.rigid.motions[*r];
        const Vec3 reach = Vec3::Constant(model.rigid[*r].reach);
        bounds.box = {motion.position - reach, motion.position + reach};
        bounds.speed = motion.velocity.norm() + spin_of(model.rigid[*r], motion).norm() * model.rigid[*r].reach;
        bounds.mean = bounds.speed;
        return bounds;
    }
    const SlotRange range = particles_of(state.soft, body);
    if (range.size() == 0) return bounds;
    const auto quad = [](const Real(&v)[4]) { return Eigen::Array<Real, 4, 1>(v[0], v[1], v[2], 0); };
    Eigen::Array<Real, 4, 1> lower = quad(state.soft.particles[range.first].position), upper = lower;
    Real fastest = 0;
    double sum = 0;
    for (std::uint32_t i = range.first; i < range.last; ++i) {
        const Particle& particle = state.soft.particles[i];
        lower = lower.min(quad(particle.position));
        upper = upper.max(quad(particle.position));
        const Real squared = quad(particle.velocity).square().sum();
        fastest = std::max(fastest, squared);
        sum += static_cast<double>(squared);
    }
    bounds.mean = std::sqrt(sum / range.size());
    const Vec3& origin = model.bodies[body].origin;
    bounds.box = {origin + lower.head<3>().matrix().cast<double>(), origin + upper.head<3>().matrix().cast<double>()};
    bounds.speed = std::sqrt(static_cast<double>(fastest));
    return bounds;
}

bool Sleep::reaches_into(std::uint32_t body, const Box& box) const {
    if (const auto r = rigid_number(body)) {
        const Vec3& center = state.rigid.motions[*r].position;
        const Vec3 nearest = center.cwiseMax(box.lower).cwiseMin(box.upper);
        return (center - nearest).norm() <= model.rigid[*r].reach;
    }
    const SlotRange range = particles_of(state.soft, body);
    const Vec3& origin = model.bodies[body].origin;
    for (std::uint32_t i = range.first; i < range.last; ++i) {
        const Vec3 x = origin + vec(state.soft.particles[i].position);
        if ((x.array() >= box.lower.array()).all() && (x.array() <= box.upper.array()).all()) return true;
    }
    return false;
}

bool Sleep::are_near(std::uint32_t a, std::uint32_t b, double margin) const {
    const double reach = margin + nearness(a) + nearness(b);
    const Box &box_a = scratch.bounds[a].box, &box_b = scratch.bounds[b].box;
    const Box near_a = grown(box_a, reach), near_b = grown(box_b, reach);
    if (!boxes_meet(near_a, box_b)) return false;
    // Long bodies have boxes that meet where neither of them is.
    return reaches_into(a, near_b) && reaches_into(b, near_a);
}

void Sleep::prepare() {
    scratch.asleep.clear();
    scratch.order.clear();
    scratch.widest = 0;
    if (!model.sleep.any) return;
    scratch.bounds.resize(model.bodies.size());
    const std::vector<std::uint32_t>& group = state.sleep.group;
    for (std::uint32_t b = 0; b < group.size(); ++b) {
        if (group[b] == 0) continue;
        scratch.order.push_back(b);
        scratch.bounds[b] = bounds_of(b);
        scratch.widest = std::max(scratch.widest, scratch.bounds[b].box.size().x());
    }
    if (scratch.order.empty()) return;
    scratch.asleep.resize(group.size());
    for (std::size_t b = 0; b < group.size(); ++b) scratch.asleep[b] = group[b] != 0;
    std::sort(scratch.order.begin(), scratch.order.end(), [&](std::uint32_t i, std::uint32_t j) {
        const double a = scratch.bounds[i].box.lower.x(), b = scratch.bounds[j].box.lower.x();
        return a != b ? a < b : i < j;
    });
}

bool Sleep::is_disturbed(std::uint32_t body) const {
    const double dt = model.dt;
    for (const ForceField& field : model.fields)
        if (acts_on(field, body, time) != acts_on(field, body, time - dt)) return true;
    for (const PinRule& pin : model.pins) {
        if (pin.body != body) continue;
        const bool held = holds(pin, time, dt);
        if (held != holds(pin, time - dt, dt)) return true;
        if (held && !pin.motion.at_rest() && !same(pin.motion.pose(time), pin.motion.pose(time + dt))) return true;
    }
    return is_struck(body);
}

bool Sleep::is_struck(std::uint32_t body) const {
    const Box& box = scratch.bounds[body].box;
    const double radius = 0.5 * box.size().norm() + 2 * nearness(body);
    const auto near = [&](const RigidPose& pose, double reach, const auto& distance) {
        const Vec3 offset = box.center() - pose.translation;
        return offset.norm() <= reach + radius && distance(pose.rotation.transpose() * offset) <= radius;
    };
    for (const ObstacleBody& obstacle : model.obstacles) {
        if (obstacle.at_rest()) continue;
        const RigidPose before = obstacle.pose(time), after = obstacle.pose(time + model.dt);
        if (same(before, after)) continue;
        const auto distance = [&](const Vec3& own) { return obstacle.distance(own); };
        if (near(before, obstacle.bounding_radius(), distance) || near(after, obstacle.bounding_radius(), distance))
            return true;
    }
    for (const RigidBody& rigid : model.rigid) {
        if (!rigid.keyed) continue;
        const RigidPose before = keyed_pose(rigid, time), after = keyed_pose(rigid, time + model.dt);
        if (same(before, after)) continue;
        const auto distance = [&](const Vec3& own) { return rigid.solid->distance(own); };
        if (near(before, rigid.reach, distance) || near(after, rigid.reach, distance)) return true;
    }
    return false;
}

void Sleep::wake_group(std::uint32_t group) {
    for (std::size_t b = 0; b < state.sleep.group.size(); ++b) {
        if (state.sleep.group[b] != group) continue;
        state.sleep.group[b] = 0;
        state.sleep.quiet[b] = 0;
    }
}

bool Sleep::wake(std::uint32_t body) {
    if (!model.sleep.any) return false;
    state.sleep.quiet[body] = 0;
    if (!is_asleep(body)) return false;
    wake_group(state.sleep.group[body]);
    prepare();
    return true;
}

bool Sleep::wake_all() {
    if (!model.sleep.any) return false;
    std::fill(state.sleep.group.begin(), state.sleep.group.end(), 0U);
    std::fill(state.sleep.quiet.begin(), state.sleep.quiet.end(), 0U);
    const bool any = any_asleep();
    prepare();
    return any;
}

bool Sleep::wake_touched() {
    if (!any_asleep()) return false;
    std::vector<std::uint32_t> moving;
    double fastest = model.gravity.norm() * model.dt;
    for (std::uint32_t b = 0; b < model.bodies.size(); ++b) {
        if (is_asleep(b)) continue;
        scratch.bounds[b] = bounds_of(b);
        moving.push_back(b);
        fastest = std::max(fastest, scratch.bounds[b].speed);
    }
    // What is hit in this step may become as fast as what hits it, and twice as fast where that is heavy.
    const double way = 2 * model.dt * fastest;
    std::vector<std::uint32_t> woken;
    for (const std::uint32_t b : scratch.order)
        if (is_disturbed(b)) woken.push_back(state.sleep.group[b]);
    for (const std::uint32_t b : moving) {
        const Box& box = scratch.bounds[b].box;
        if (box.empty()) continue;
        // A sleeper's own nearness is not known yet: a generous bound does for the search along x.
        const double most = way + nearness(b) + scratch.widest;
        const auto from = std::lower_bound(
            scratch.order.begin(), scratch.order.end(), box.lower.x() - 2 * most,
            [&](std::uint32_t sleeper, double x) { return scratch.bounds[sleeper].box.lower.x() < x; });
        for (auto k = from; k != scratch.order.end() && scratch.bounds[*k].box.lower.x() <= box.upper.x() + 2 * most;
             ++k)
            if (are_near(b, *k, way)) woken.push_back(state.sleep.group[*k]);
    }
    if (woken.empty()) return false;
    for (const std::uint32_t group : woken)
        if (group != 0) wake_group(group);
    prepare();
    return true;
}

std::uint32_t Sleep::leader_of(std::uint32_t body) {
    while (scratch.leader[body] != body) body = scratch.leader[body] = scratch.leader[scratch.leader[body]];
    return body;
}

/// scratch.leader: the lowest number of each group of awake bodies that nearly touch. What keys move is in none.
void Sleep::find_groups() {
    std::vector<std::uint32_t> order;
    double widest = 0;
    scratch.leader.resize(model.bodies.size());
    for (std::uint32_t b = 0; b < model.bodies.size(); ++b) {
        scratch.leader[b] = b;
        const auto r = rigid_number(b);
        if (is_asleep(b) || (r && model.rigid[*r].keyed) || scratch.bounds[b].box.empty()) continue;
        order.push_back(b);
        widest = std::max(widest, nearness(b));
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        const double a = scratch.bounds[i].box.lower.x(), b = scratch.bounds[j].box.lower.x();
        return a != b ? a < b : i < j;
    });
    for (std::size_t k = 0; k < order.size(); ++k)
        for (std::size_t m = k + 1; m < order.size(); ++m) {
            const std::uint32_t i = order[k], j = order[m];
            if (scratch.bounds[j].box.lower.x() > scratch.bounds[i].box.upper.x() + 2 * widest) break;
            const std::uint32_t a = leader_of(i), b = leader_of(j);
            if (a != b && are_near(i, j, 0)) scratch.leader[std::max(a, b)] = std::min(a, b);
        }
}

void Sleep::stop(std::uint32_t body) {
    if (const auto r = rigid_number(body)) {
        state.rigid.motions[*r].velocity.setZero();
        state.rigid.motions[*r].angular_momentum.setZero();
        return;
    }
    const SlotRange range = particles_of(state.soft, body);
    for (std::uint32_t i = range.first; i < range.last; ++i) set_vector(state.soft.particles[i].velocity, Vec3::Zero());
}

bool Sleep::fall_asleep() {
    PLIANT_ASSERT(model.sleep.any);
    const SleepRules& rules = model.sleep;
    const auto enough = static_cast<std::uint32_t>(rules.frames);
    bool any_ready = false;
    for (std::uint32_t b = 0; b < model.bodies.size(); ++b) {
        if (is_asleep(b)) continue;
        scratch.bounds[b] = bounds_of(b);
        const double rest = rules.motion * model.summaries[b].spacing * model.fps;
        std::uint32_t& quiet = state.sleep.quiet[b];
        quiet = rules.may[b] && scratch.bounds[b].mean < rest && !is_disturbed(b) ? std::min(quiet + 1, enough) : 0;
        any_ready |= quiet >= enough;
    }
    if (!any_ready) return false;
    find_groups();
    std::vector<std::uint8_t> restless(model.bodies.size(), 0);
    for (std::uint32_t b = 0; b < model.bodies.size(); ++b)
        if (!is_asleep(b) && state.sleep.quiet[b] < enough) restless[leader_of(b)] = 1;
    bool any = false;
    for (std::uint32_t b = 0; b < model.bodies.size(); ++b) {
        if (is_asleep(b) || restless[leader_of(b)]) continue;
        state.sleep.group[b] = leader_of(b) + 1;
        stop(b);
        any = true;
    }
    if (any) prepare();
    return any;
}

}  // namespace pliant
