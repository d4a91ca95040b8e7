#include "sim/point_contacts.hpp"

#include "collision/box_tree.hpp"
#include "core/parallel.hpp"
#include "shape_matching/columns_as_eigen.hpp"
#include "sim/particle_sets.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

constexpr std::size_t ball_chunk = 1024;

bool contains(const Box& box, const Vec3& x) {
    return (x.array() >= box.lower.array()).all() && (x.array() <= box.upper.array()).all();
}

/// Calls work(set, its number, its particles) for all sets.
template <class Work>
void for_each_set(const Model& model, const State& state, const Scratch& scratch, const Work& work) {
    for (std::uint32_t number = 0; number <= state.points.size(); ++number) {
        const std::size_t count = number == 0 ? state.soft.particle_count() : state.points[number - 1].size();
        with_set(model, state, scratch, number, [&](const auto& set) { work(set, number, count); });
    }
}

/// Boxes of all bodies that collide, with their particles' radius.
void find_boxes(const Model& model, const State& state, const Scratch& scratch, std::vector<MeetingBody>& bodies) {
    bodies.resize(model.ranges.size());
    for (MeetingBody& body : bodies) {
        body.places = body.velocities = {};
        body.is_points = body.meets_itself = false;
        body.others.clear();
    }
    for (const PointModel& points : model.points) {
        bodies[points.body].is_points = true;
        bodies[points.body].meets_itself = points.collides && points.self_collides;
    }
    for_each_set(model, state, scratch, [&](const auto& set, std::uint32_t, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            if (!set.collides(i)) continue;
            MeetingBody& body = bodies[set.body_of(i)];
            const Vec3 x = set.origin(i) + vec(set.at(i).position), r = Vec3::Constant(set.radius(i));
            body.places.add(x - r);
            body.places.add(x + r);
            body.velocities.add(vec(set.at(i).velocity));
        }
    });
}

/// Which bodies may touch; counts those that approach by more than their particles' size in a step. Pairs of
/// shape-matching bodies have their own stage.
void find_meetings(const Model& model, const GlueScratch& glue, std::vector<MeetingBody>& bodies, StepReport& report) {
    for (std::size_t a = 0; a < bodies.size(); ++a) {
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            if (a == b || !(bodies[a].is_points || bodies[b].is_points)) continue;
            if (glue.keeps_apart(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b))) continue;
            if (bodies[a].places.empty() || bodies[b].places.empty()) continue;
            if (!overlap(bodies[a].places, bodies[b].places)) continue;
            bodies[a].others.push_back(bodies[b].places);
            const Vec3 fastest = (bodies[a].velocities.upper - bodies[b].velocities.lower)
                                     .cwiseMax(bodies[b].velocities.upper - bodies[a].velocities.lower);
            const double size = 2 * static_cast<double>(model.ranges[a].radius + model.ranges[b].radius);
            if (a < b && model.dt * fastest.norm() > size)
                ++report.warnings[static_cast<std::size_t>(Warning::fast_contact)];
        }
    }
}

bool may_touch(const MeetingBody& body, const Vec3& x) {
    return body.meets_itself ||
           std::any_of(body.others.begin(), body.others.end(), [&](const Box& box) { return contains(box, x); });
}

void gather(const Model& model, const State& state, const Scratch& scratch, PointContacts& work) {
    work.balls.clear();
    for_each_set(model, state, scratch, [&](const auto& set, std::uint32_t number, std::size_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t b = set.body_of(i);
            const Vec3 x = set.origin(i) + vec(set.at(i).position);
            if (!set.collides(i) || !may_touch(work.bodies[b], x)) continue;
            ContactBall ball;
            ball.position = x;
            ball.velocity = vec(set.at(i).velocity);
            ball.radius = set.radius(i);
            ball.inverse_mass = set.held(i) ? 0 : 1 / static_cast<double>(set.mass(i));
            ball.friction = static_cast<double>(set.friction(i));
            ball.restitution = static_cast<double>(set.restitution(i));
            ball.body = b;
            ball.particle = {number, i};
            work.balls.push_back(ball);
        }
    });
}

/// Are two particles of one body neighbours, or nearly, in embedded space?
bool belong_together(const PointBody& body, std::uint32_t i, std::uint32_t j) {
    const double reach = static_cast<double>(std::max(body.radius[i], body.radius[j]));
    return (vec(body.embedded[i].value) - vec(body.embedded[j].value)).squaredNorm() < reach * reach;
}

bool can_collide(const State& state, const GlueScratch& glue, const ContactBall& a, const ContactBall& b) {
    if ((a.particle.set == 0 && b.particle.set == 0) || glue.keeps_apart(a.body, b.body)) return false;
    return a.body != b.body || !belong_together(state.points[a.particle.set - 1], a.particle.index, b.particle.index);
}

void find_contacts(const State& state, const GlueScratch& glue, PointContacts& work) {
    double widest = 0;
    work.centers.clear();
    for (const ContactBall& ball : work.balls) {
        work.centers.push_back(ball.position);
        widest = std::max(widest, ball.radius);
    }
    work.grid.rebuild(work.centers, 2 * widest);
    const std::size_t chunks = (work.balls.size() + ball_chunk - 1) / ball_chunk;
    work.found.resize(std::max(work.found.size(), chunks));
    for_chunks(work.balls.size(), ball_chunk, work.balls.size() >= point_parallel_threshold,
               [&](std::size_t begin, std::size_t end) {
                   std::vector<BallContact>& found = work.found[begin / ball_chunk];
                   found.clear();
                   for (std::size_t a = begin; a < end; ++a) {
                       const ContactBall& one = work.balls[a];
                       work.grid.for_each_within(
                           one.position, one.radius + widest, [&](std::uint32_t b, double squared) {
                               const ContactBall& other = work.balls[b];
                               const double reach = one.radius + other.radius;
                               if (b > a && squared < reach * reach && can_collide(state, glue, one, other))
                                   found.push_back({static_cast<std::uint32_t>(a), b});
                           });
                   }
               });
    work.contacts.clear();
    for (std::size_t c = 0; c < chunks; ++c)
        work.contacts.insert(work.contacts.end(), work.found[c].begin(), work.found[c].end());
    for (const BallContact& c : work.contacts) ++work.balls[c.first].contacts, ++work.balls[c.second].contacts;
}

/// What one contact does to its two balls: a push in kg m and a change of momentum, for the first; the second gets the
/// opposite.
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
        if (ball.contacts == 0 || !(ball.inverse_mass > 0)) continue;
        Particle& particle = particle_at(state, ball.particle);
        const Vec3 impulse = (ball.velocity - vec(particle.velocity)) / ball.inverse_mass;
        add_contact_impulse(ball.particle, impulse, scratch);
        set_vector(particle.position, ball.position - model.ranges[ball.body].origin);
        set_vector(particle.velocity, ball.velocity);
    }
}

}  // namespace

bool collide_points(const Model& model, State& state, Scratch& scratch, StepReport& report) {
    if (state.points.empty() || !model.colliders.settings.enabled) return false;
    PointContacts& work = scratch.point_contacts;
    find_boxes(model, state, scratch, work.bodies);
    find_meetings(model, scratch.glue, work.bodies, report);
    gather(model, state, scratch, work);
    if (work.balls.empty()) return false;
    find_contacts(state, scratch.glue, work);
    if (work.contacts.empty()) return false;
    report.contacts += work.contacts.size();
    relax(model, work, model.colliders.settings.iterations);
    write_back(model, state, scratch);
    return true;
}

}  // namespace pliant
