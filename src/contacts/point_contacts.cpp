#include "contacts/point_contacts.hpp"

#include "collision/box_tree.hpp"
#include "core/parallel.hpp"
#include "shape_matching/columns_as_eigen.hpp"
#include "particles/particle_sets.hpp"
#include "contacts/point_response.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

constexpr std::size_t ball_chunk = 1024;
/// Balls that would end the step this many radii apart may be pushed into each other by their other contacts.
constexpr double near = 1.05;

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
        body.set = 0;
        body.others.clear();
    }
    for (std::uint32_t k = 0; k < model.points.size(); ++k) {
        const PointModel& points = model.points[k];
        bodies[points.body].is_points = true;
        bodies[points.body].meets_itself = points.collides && points.self_collides;
        bodies[points.body].set = k + 1;
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
            ball.arriving = set.arriving(i);
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
    if (a.inverse_mass == 0 && b.inverse_mass == 0) return false;
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
                           one.position, near * (one.radius + widest), [&](std::uint32_t b, double squared) {
                               const ContactBall& other = work.balls[b];
                               const double reach = near * (one.radius + other.radius);
                               if (b > a && squared < reach * reach && can_collide(state, glue, one, other))
                                   found.push_back({static_cast<std::uint32_t>(a), b});
                           });
                   }
               });
    work.contacts.clear();
    for (std::size_t c = 0; c < chunks; ++c)
        work.contacts.insert(work.contacts.end(), work.found[c].begin(), work.found[c].end());
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
    respond_to_balls(model, state, scratch, report);
    return true;
}

}  // namespace pliant
