#include "live/watch.hpp"

#include "live/body_particles.hpp"
#include "measure/soft_measure.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace pliant {
namespace {

/// A body rests when it moves less than this part of its spacing in a frame, for so many frames.
constexpr double resting_motion = 0.02;
constexpr int resting_frames = 15;

/// The obstacle whose surface a particle lies on, by the smallest gap; none when it is not near any.
std::optional<std::uint32_t> obstacle_under(const Model& model, const std::vector<RigidPose>& poses, const Vec3& x,
                                            double radius) {
    std::optional<std::uint32_t> best;
    double least = 0.1 * radius;
    for (std::uint32_t k = 0; k < model.obstacles.size(); ++k) {
        const Vec3 own = poses[k].rotation.transpose() * (x - poses[k].translation);
        if (own.norm() > model.obstacles[k].bounding_radius() + 2 * radius) continue;
        const double gap = model.obstacles[k].distance(own) - radius;
        if (gap < least) least = gap, best = k;
    }
    return best;
}

}  // namespace

void Watch::forget() {
    sums_.clear();
    contacts_.clear();
    events_.clear();
    touching_.clear();
    quiet_frames_.clear();
}

std::vector<Event> Watch::take_events() { return std::exchange(events_, {}); }

void Watch::before_step(const Model& model, const State& state, const Scratch& scratch) {
    const bool frame_begins = state.step % static_cast<std::uint64_t>(model.substeps) == 0;
    if (frame_begins)
        impulse_before_.assign(scratch.soft.impulse.size(), {});
    else
        impulse_before_ = scratch.soft.impulse;
    fragments_before_ = state.soft.fragment_parents.size();
    glue_before_.resize(state.glue.size());
    for (std::size_t k = 0; k < glue_before_.size(); ++k) glue_before_[k] = state.glue.links[k].status;
}

void Watch::add(std::uint32_t body, Hit::Kind kind, std::uint32_t other, const Vec3& point, const Vec3& impulse) {
    if (body == other && kind == Hit::Kind::body) return;
    const bool swapped = kind == Hit::Kind::body && other < body;
    const Key key = swapped ? Key{other, 0, body} : Key{body, static_cast<std::uint32_t>(kind), other};
    Sum& sum = sums_[key];
    const double weight = impulse.norm();
    sum.impulse += swapped ? Vec3(-impulse) : impulse;
    sum.weighted += weight * point;
    sum.plain += point;
    sum.weight += weight;
    ++sum.points;
}

void Watch::add_obstacles(const Model& model, const State& state, const Scratch& scratch) {
    if (model.obstacles.empty()) return;
    std::vector<RigidPose> poses;
    for (const ObstacleBody& obstacle : model.obstacles) poses.push_back(obstacle.pose(time_of(model, state)));
    const auto& now = scratch.soft.impulse;
    for (std::size_t i = 0; i < now.size() && i < impulse_before_.size() && i < state.soft.particle_count(); ++i) {
        const Vec3 impulse = vec(now[i].value) - vec(impulse_before_[i].value);
        if (impulse.isZero(0)) continue;
        const std::uint32_t body = state.soft.body[i];
        const Vec3 x = model.bodies[body].origin + vec(state.soft.particles[i].position);
        if (const auto k = obstacle_under(model, poses, x, static_cast<double>(state.soft.reach[i])))
            add(body, Hit::Kind::obstacle, *k, x, impulse);
    }
    for (std::size_t p = 0; p < model.points.size(); ++p) {
        const PointBody& points = state.points[p];
        const auto& push = scratch.points[p].push;
        const std::uint32_t body = model.points[p].body;
        for (std::size_t i = 0; i < push.size() && i < points.size(); ++i) {
            const Vec3 impulse = vec(push[i].value);
            if (impulse.isZero(0)) continue;
            const Vec3 x = model.bodies[body].origin + vec(points.particles[i].position);
            const double radius = std::min<double>(static_cast<double>(model.bodies[body].radius),
                                                   static_cast<double>(points.radius[i]) / 6);
            if (const auto k = obstacle_under(model, poses, x, radius)) add(body, Hit::Kind::obstacle, *k, x, impulse);
        }
    }
}

void Watch::add_clusters(const Model& model, const State& state, const Scratch& scratch) {
    const ContactScratch& found = scratch.soft.contacts;
    if (!model.soft.colliders.any || found.pairs.empty()) return;
    for (const PairContact& contact : found.contacts) {
        if (contact.particle >= state.soft.particle_count() || contact.struck >= found.struck_clusters.size()) continue;
        const std::uint32_t cluster = found.struck_clusters[contact.struck];
        if (cluster >= state.soft.cluster_count()) continue;
        const std::uint32_t body = state.soft.body[contact.particle];
        const Vec3 impulse = contact.normal_impulse * contact.normal + contact.tangent_impulse;
        if (impulse.isZero(0)) continue;
        add(body, Hit::Kind::body, state.soft.cluster_body[cluster],
            model.bodies[body].origin + vec(state.soft.particles[contact.particle].position), impulse);
    }
}

void Watch::add_rigid(const Model& model, const Scratch& scratch) {
    const RigidScratch& found = scratch.rigid;
    if (model.rigid.empty()) return;
    const std::size_t rigid = model.rigid.size(), fixed = rigid + model.obstacles.size();
    const auto body_of = [&](std::uint32_t mover) -> std::optional<std::uint32_t> {
        if (mover < rigid) return model.rigid[mover].body;
        if (mover < fixed || mover - fixed >= found.particles.size()) return std::nullopt;
        const ParticleRef& ref = found.particles[mover - fixed];
        if (ref.set >= scratch.sets.size() || ref.index >= scratch.sets[ref.set].size()) return std::nullopt;
        return scratch.sets[ref.set].body_of(ref.index);
    };
    for (const ImpulseContact& contact : found.contacts) {
        const Vec3 impulse = contact.normal_impulse * contact.normal + contact.tangent_impulse;
        if (impulse.isZero(0)) continue;
        const auto a = body_of(contact.a), b = body_of(contact.b);
        if (a && b)
            add(*a, Hit::Kind::body, *b, contact.point, impulse);
        else if (a && contact.b >= rigid && contact.b < fixed)
            add(*a, Hit::Kind::obstacle, static_cast<std::uint32_t>(contact.b - rigid), contact.point, impulse);
    }
}

void Watch::add_balls(const Scratch& scratch) {
    const BallScratch& found = scratch.balls;
    if (found.balls.empty() || found.contacts.empty()) return;
    for (const ImpulseContact& contact : found.impulses) {
        const Vec3 impulse = contact.normal_impulse * contact.normal + contact.tangent_impulse;
        if (impulse.isZero(0) || contact.a >= found.touching.size() || contact.b >= found.touching.size()) continue;
        add(found.balls[found.touching[contact.a]].body, Hit::Kind::body, found.balls[found.touching[contact.b]].body,
            contact.point, impulse);
    }
}

void Watch::after_step(const Model& model, const State& state, const Scratch& scratch, const StepReport& report) {
    sums_.clear();
    if (report.contacts > 0 || !model.rigid.empty()) {
        add_obstacles(model, state, scratch);
        add_clusters(model, state, scratch);
        add_rigid(model, scratch);
        add_balls(scratch);
    }
    contacts_.clear();
    for (const auto& [key, sum] : sums_) {
        const double size = sum.impulse.norm();
        const Vec3 point =
            sum.weight > 0 ? Vec3(sum.weighted / sum.weight) : Vec3(sum.plain / static_cast<double>(sum.points));
        contacts_.push_back({key[0], static_cast<Hit::Kind>(key[1]), key[2], point,
                             size > 0 ? Vec3(sum.impulse / size) : Vec3(Vec3::Zero()), sum.impulse, sum.points});
    }
    see_touches(state);
    see_glue(state);
    see_breaks(model, state);
    if (state.step % static_cast<std::uint64_t>(model.substeps) == 0) see_rest(model, state);
}

void Watch::see_touches(const State& state) {
    const std::uint64_t step = state.step;
    const auto sleeps = [&](std::uint32_t body) { return body < state.sleep.group.size() && state.sleep.group[body]; };
    std::vector<Key> now;
    for (const auto& [key, sum] : sums_) now.push_back(key);
    // What fell asleep goes on touching what it lies on, though no step finds the contact.
    for (const Key& key : touching_)
        if (sleeps(key[0])) now.push_back(key);
    std::sort(now.begin(), now.end());
    now.erase(std::unique(now.begin(), now.end()), now.end());
    const auto say = [&](Event::Kind kind, const std::vector<Key>& of, const std::vector<Key>& but) {
        std::vector<Key> only;
        std::set_difference(of.begin(), of.end(), but.begin(), but.end(), std::back_inserter(only));
        for (const Key& key : only) events_.push_back({kind, step, key[0], static_cast<Hit::Kind>(key[1]), key[2]});
    };
    say(Event::Kind::touch_began, now, touching_);
    say(Event::Kind::touch_ended, touching_, now);
    touching_ = std::move(now);
}

void Watch::see_glue(const State& state) {
    for (std::size_t k = 0; k < state.glue.size() && k < glue_before_.size(); ++k) {
        const GlueLink& link = state.glue.links[k];
        if (link.status == glue_before_[k]) continue;
        if (link.status == GlueStatus::broken) events_.push_back({Event::Kind::glue_broke, state.step, link.glue});
        if (link.status == GlueStatus::released) events_.push_back({Event::Kind::glue_released, state.step, link.glue});
    }
}

void Watch::see_breaks(const Model& model, const State& state) {
    const SoftBodies& soft = state.soft;
    const auto rigid = static_cast<std::uint32_t>(model.rigid.size());
    for (std::size_t f = fragments_before_; f < soft.fragment_parents.size(); ++f) {
        const auto fragment = static_cast<std::uint32_t>(f);
        if (soft.fragment_parents[f] == fragment) continue;  // one that was built
        const auto in = std::find(soft.fragment.begin(), soft.fragment.end(), fragment);
        if (in == soft.fragment.end()) continue;
        Event event{Event::Kind::broke, state.step, soft.body[static_cast<std::size_t>(in - soft.fragment.begin())]};
        event.fragment = frame_fragment(soft, fragment, rigid);
        event.from = frame_fragment(soft, soft.fragment_parents[f], rigid);
        events_.push_back(event);
    }
}

void Watch::see_rest(const Model& model, const State& state) {
    quiet_frames_.resize(model.bodies.size(), 0);
    for (std::uint32_t body = 0; body < model.bodies.size(); ++body) {
        double fastest = 0;
        if (const auto r = rigid_number(model, body)) {
            const RigidMotion& motion = state.rigid.motions[*r];
            fastest = motion.velocity.norm() + spin_of(model.rigid[*r], motion).norm() * model.rigid[*r].reach;
        } else {
            const auto particles = particles_of_body(model, state, body);
            double sum = 0;
            for (std::size_t k = 0; k < particles.size(); ++k) sum += particles.velocity(k).squaredNorm();
            fastest = std::sqrt(sum / static_cast<double>(std::max<std::size_t>(particles.size(), 1)));
        }
        int& quiet = quiet_frames_[body];
        const bool was = quiet >= resting_frames;
        quiet = fastest < resting_motion * model.summaries[body].spacing * model.fps ? quiet + 1 : 0;
        if (!was && quiet >= resting_frames) events_.push_back({Event::Kind::came_to_rest, state.step, body});
        if (was && quiet == 0) events_.push_back({Event::Kind::began_to_move, state.step, body});
    }
}

std::string_view event_name(Event::Kind kind) {
    constexpr std::array<std::string_view, 7> names = {"touch_began",  "touch_ended",   "glue_broke", "glue_released",
                                                       "came_to_rest", "began_to_move", "broke"};
    return names[static_cast<std::size_t>(kind)];
}

}  // namespace pliant
