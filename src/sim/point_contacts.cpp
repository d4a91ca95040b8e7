#include "sim/point_contacts.hpp"

#include "core/parallel.hpp"
#include "sim/pins.hpp"
#include "sim/point_bodies.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

constexpr std::size_t ball_chunk = 1024;

Vec3 vec(const Real* v) { return Vec3(v[0], v[1], v[2]); }
void set(Real* to, const Vec3& v) {
    for (int k = 0; k < 3; ++k) to[k] = static_cast<Real>(v[k]);
}

struct BodyBox {
    Box box;
    bool collides = false;
};

/// The boxes of all bodies, by their place in model.ranges, grown by their particles' radius.
std::vector<BodyBox> boxes_of(const Model& model, const State& state) {
    std::vector<BodyBox> boxes(model.ranges.size());
    const auto grow = [&](std::uint32_t body, const Vec3& x) {
        const Vec3 r = Vec3::Constant(static_cast<double>(model.ranges[body].radius));
        boxes[body].box.add(x - r);
        boxes[body].box.add(x + r);
    };
    for (std::size_t i = 0; i < state.soft.particle_count(); ++i) {
        const std::uint32_t b = state.soft.body[i];
        boxes[b].collides = model.colliders.bodies[b].collides;
        if (boxes[b].collides) grow(b, model.ranges[b].origin + vec(state.soft.particles[i].position));
    }
    for (std::size_t k = 0; k < state.points.size(); ++k) {
        const std::uint32_t b = model.points[k].body;
        boxes[b].collides = model.points[k].collides;
        for (const Particle& p : state.points[k].particles)
            if (boxes[b].collides) grow(b, model.ranges[b].origin + vec(p.position));
    }
    return boxes;
}

bool overlap(const Box& a, const Box& b) {
    return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

/// Who may meet whom: per body, the boxes of the others that it can touch. Pairs of shape-matching bodies have their
/// own stage.
struct Meetings {
    std::vector<std::vector<Box>> others;
    std::vector<bool> self;  ///< point-based bodies that may meet themselves

    Meetings(const Model& model, const State& state) : others(model.ranges.size()), self(model.ranges.size(), false) {
        const std::vector<BodyBox> boxes = boxes_of(model, state);
        std::vector<bool> is_points(model.ranges.size(), false);
        for (const PointModel& points : model.points) {
            is_points[points.body] = true;
            self[points.body] = points.collides && points.self_collides;
        }
        for (std::size_t a = 0; a < boxes.size(); ++a)
            for (std::size_t b = 0; b < boxes.size(); ++b)
                if (a != b && (is_points[a] || is_points[b]) && boxes[a].collides && boxes[b].collides &&
                    overlap(boxes[a].box, boxes[b].box))
                    others[a].push_back(boxes[b].box);
    }
    bool wants(std::uint32_t body, const Vec3& x) const {
        if (self[body]) return true;
        return std::any_of(others[body].begin(), others[body].end(), [&](const Box& box) {
            return (x.array() >= box.lower.array()).all() && (x.array() <= box.upper.array()).all();
        });
    }
};

void gather_soft(const Model& model, const State& state, const Meetings& meetings, std::vector<ContactBall>& balls) {
    std::vector<bool> held(state.soft.particle_count(), false);
    for (const PinnedSet& pin : model.pins)
        for (const std::uint32_t i : pin.particles)
            if (is_held(model, state, pin)) held[i] = true;
    for (std::uint32_t i = 0; i < state.soft.particle_count(); ++i) {
        const std::uint32_t b = state.soft.body[i];
        const Vec3 x = model.ranges[b].origin + vec(state.soft.particles[i].position);
        if (meetings.others[b].empty() || !meetings.wants(b, x)) continue;
        balls.push_back({x, vec(state.soft.particles[i].velocity), static_cast<double>(model.ranges[b].radius),
                         held[i] ? 0 : 1 / static_cast<double>(state.soft.mass[i]),
                         static_cast<double>(model.friction[i]), static_cast<double>(model.restitution[i]), b, i, -1,
                         0});
    }
}

void gather_points(const Model& model, const State& state, const Scratch& scratch, const Meetings& meetings,
                   std::vector<ContactBall>& balls) {
    for (std::size_t k = 0; k < state.points.size(); ++k) {
        const std::uint32_t b = model.points[k].body;
        const PointBody& body = state.points[k];
        const std::vector<std::uint8_t>& held = scratch.points[k].held;
        for (std::uint32_t i = 0; i < body.size(); ++i) {
            const Vec3 x = model.ranges[b].origin + vec(body.particles[i].position);
            if (!meetings.wants(b, x)) continue;
            const bool fixed = !held.empty() && held[i];
            balls.push_back({x, vec(body.particles[i].velocity), point_radius(model.ranges[b], body, i),
                             fixed || !(body.mass[i] > 0) ? 0 : 1 / static_cast<double>(body.mass[i]),
                             static_cast<double>(body.property(i, PointProperty::friction)),
                             static_cast<double>(body.property(i, PointProperty::restitution)), b, i,
                             static_cast<int>(k), 0});
        }
    }
}

/// Are two particles of one body neighbours, or nearly, in embedded space?
bool belong_together(const PointBody& body, std::uint32_t i, std::uint32_t j) {
    const double reach = static_cast<double>(std::max(body.radius[i], body.radius[j]));
    return (vec(body.embedded[i].value) - vec(body.embedded[j].value)).squaredNorm() < reach * reach;
}

void find_contacts(const State& state, PointContacts& work) {
    double widest = 0;
    work.centers.clear();
    for (const ContactBall& ball : work.balls) {
        work.centers.push_back(ball.position);
        widest = std::max(widest, ball.radius);
    }
    work.grid.rebuild(work.centers, 2 * widest);
    work.found.resize((work.balls.size() + ball_chunk - 1) / ball_chunk);
    for_chunks(
        work.balls.size(), ball_chunk, work.balls.size() >= parallel_threshold,
        [&](std::size_t begin, std::size_t end) {
            std::vector<BallContact>& found = work.found[begin / ball_chunk];
            found.clear();
            for (std::size_t a = begin; a < end; ++a) {
                const ContactBall& one = work.balls[a];
                work.grid.for_each_within(one.position, one.radius + widest, [&](std::uint32_t b, double squared) {
                    const ContactBall& other = work.balls[b];
                    const double reach = one.radius + other.radius;
                    if (b <= a || squared >= reach * reach || (one.points < 0 && other.points < 0)) return;
                    if (one.body == other.body && belong_together(state.points[static_cast<std::size_t>(one.points)],
                                                                  one.particle, other.particle))
                        return;
                    found.push_back({static_cast<std::uint32_t>(a), b});
                });
            }
        });
    work.contacts.clear();
    for (const auto& found : work.found) work.contacts.insert(work.contacts.end(), found.begin(), found.end());
    for (const BallContact& c : work.contacts) ++work.balls[c.first].contacts, ++work.balls[c.second].contacts;
}

/// What one contact does to its two balls: a push in metres and a change of momentum, for the first; the second gets
/// the opposite.
struct Push {
    Vec3 position, momentum;
};

Push push_of(const ContactBall& a, const ContactBall& b, double gamma, double resting_speed) {
    const double inverse = a.inverse_mass + b.inverse_mass;
    const double share = 1.0 / std::max(a.contacts, b.contacts);
    Vec3 normal = a.position - b.position;
    const double distance = normal.norm();
    normal = distance > 0 ? Vec3(normal / distance) : Vec3(Vec3::UnitY());
    Push push{gamma * share * std::max(0.0, a.radius + b.radius - distance) / inverse * normal, Vec3::Zero()};
    const Vec3 relative = a.velocity - b.velocity;
    const double approach = -relative.dot(normal);
    if (approach <= 0) return push;
    const double bounce = approach > resting_speed ? std::max(a.restitution, b.restitution) : 0;
    const double impulse = (1 + bounce) * approach;
    const Vec3 slip = relative + approach * normal;
    const double speed = slip.norm(), grip = std::min(std::sqrt(a.friction * b.friction) * impulse, speed);
    push.momentum = share / inverse * (impulse * normal - (speed > 0 ? grip / speed : 0) * slip);
    return push;
}

void relax(const Model& model, PointContacts& work, int iterations) {
    const double resting = 2 * model.gravity.norm() * model.dt;
    for (int sweep = 0; sweep < iterations; ++sweep) {
        work.moves.assign(work.balls.size(), {Vec3::Zero(), Vec3::Zero()});
        for (const BallContact& c : work.contacts) {
            const ContactBall &a = work.balls[c.first], &b = work.balls[c.second];
            if (!(a.inverse_mass + b.inverse_mass > 0)) continue;
            const Push push = push_of(a, b, model.colliders.settings.gamma, resting);
            work.moves[c.first].position += a.inverse_mass * push.position;
            work.moves[c.first].velocity += a.inverse_mass * push.momentum;
            work.moves[c.second].position -= b.inverse_mass * push.position;
            work.moves[c.second].velocity -= b.inverse_mass * push.momentum;
        }
        for (std::size_t i = 0; i < work.balls.size(); ++i) {
            work.balls[i].position += work.moves[i].position;
            work.balls[i].velocity += work.moves[i].velocity;
        }
    }
}

void write_back(const Model& model, State& state, Scratch& scratch) {
    for (const ContactBall& ball : scratch.point_contacts.balls) {
        if (ball.contacts == 0) continue;
        const bool soft = ball.points < 0;
        PointBodyScratch* own = soft ? nullptr : &scratch.points[static_cast<std::size_t>(ball.points)];
        Particle& particle = soft ? state.soft.particles[ball.particle]
                                  : state.points[static_cast<std::size_t>(ball.points)].particles[ball.particle];
        if (!(ball.inverse_mass > 0)) continue;
        const Vec3 impulse = (ball.velocity - vec(particle.velocity)) / ball.inverse_mass;
        if (soft)
            for (int k = 0; k < 3; ++k) scratch.impulse[ball.particle].value[k] += static_cast<Real>(impulse[k]);
        else
            own->impulse += impulse;
        set(particle.position, ball.position - model.ranges[ball.body].origin);
        set(particle.velocity, ball.velocity);
    }
}

}  // namespace

bool collide_points(const Model& model, State& state, Scratch& scratch, StepReport& report) {
    if (state.points.empty() || !model.colliders.settings.enabled) return false;
    PointContacts& work = scratch.point_contacts;
    const Meetings meetings(model, state);
    work.balls.clear();
    gather_soft(model, state, meetings, work.balls);
    gather_points(model, state, scratch, meetings, work.balls);
    if (work.balls.empty()) return false;
    find_contacts(state, work);
    if (work.contacts.empty()) return false;
    report.contacts += work.contacts.size();
    relax(model, work, model.colliders.settings.iterations);
    write_back(model, state, scratch);
    return true;
}

}  // namespace pliant
