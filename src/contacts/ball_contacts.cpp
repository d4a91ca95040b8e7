#include "contacts/ball_contacts.hpp"

#include "contacts/ball_response.hpp"
#include "core/parallel.hpp"

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

/// From this many balls on a second thread pays.
constexpr std::size_t ball_parallel_threshold = 2048;

/// Boxes of all bodies that collide, with their particles' radius.
void find_boxes(const BallInput& input, std::vector<MeetingBody>& bodies) {
    bodies.resize(input.step.bodies.size());
    for (MeetingBody& body : bodies) {
        body.positions = body.velocities = {};
        body.is_points = body.meets_itself = false;
        body.set = 0;
        body.others.clear();
    }
    for (std::uint32_t k = 1; k < input.sets.size(); ++k) {
        const std::uint32_t b = input.sets[k].only_body;
        const BodyInfo& info = input.step.bodies[b];
        bodies[b].is_points = true;
        bodies[b].meets_itself = info.collides && (info.self_collides || !input.sets[k].fragment.empty());
        bodies[b].set = k;
    }
    for (const ParticleSet& set : input.sets)
        for (std::size_t i = 0; i < set.size(); ++i) {
            if (!set.collides(i)) continue;
            MeetingBody& body = bodies[set.body_of(i)];
            const Vec3 x = set.position(i), r = Vec3::Constant(set.ball_radius(i));
            body.positions.add(x - r);
            body.positions.add(x + r);
            body.velocities.add(set.velocity(i));
        }
}

/// Which bodies may touch; counts those that approach by more than their particles' size in a step. Pairs of
/// shape-matching bodies have another stage.
void find_meetings(const ContactInput& step, std::vector<MeetingBody>& bodies, StepReport& report) {
    for (std::uint32_t a = 0; a < bodies.size(); ++a) {
        for (std::uint32_t b = 0; b < bodies.size(); ++b) {
            if (a == b || !(bodies[a].is_points || bodies[b].is_points)) continue;
            if (step.apart.holds(a, b)) continue;
            if (bodies[a].positions.empty() || bodies[b].positions.empty()) continue;
            if (!overlap(bodies[a].positions, bodies[b].positions)) continue;
            bodies[a].others.push_back(bodies[b].positions);
            const Vec3 fastest = (bodies[a].velocities.upper - bodies[b].velocities.lower)
                                     .cwiseMax(bodies[b].velocities.upper - bodies[a].velocities.lower);
            const double size = 2 * static_cast<double>(step.bodies[a].radius + step.bodies[b].radius);
            if (a < b && step.dt * fastest.norm() > size) report.warn(Warning::fast_contact, 1, Culprit::of_body(a));
        }
    }
}

bool may_touch(const MeetingBody& body, const Vec3& x) {
    return body.meets_itself ||
           std::any_of(body.others.begin(), body.others.end(), [&](const Box& box) { return contains(box, x); });
}

void list_balls(const BallInput& input, BallScratch& work) {
    work.balls.clear();
    for (std::uint32_t number = 0; number < input.sets.size(); ++number) {
        const ParticleSet& set = input.sets[number];
        for (std::uint32_t i = 0; i < set.size(); ++i) {
            const std::uint32_t b = set.body_of(i);
            const Vec3 x = set.position(i);
            if (!set.collides(i) || !may_touch(work.bodies[b], x)) continue;
            ContactBall ball;
            ball.position = x;
            ball.arriving = set.arriving_velocity(i);
            ball.radius = set.ball_radius(i);
            ball.inverse_mass = set.inverse_mass(i);
            ball.friction = static_cast<double>(set.friction[i]);
            ball.restitution = static_cast<double>(set.restitution[i]);
            ball.body = b;
            ball.particle = {number, i};
            work.balls.push_back(ball);
        }
    }
}

bool are_apart(const ParticleSet& set, std::uint32_t i, std::uint32_t j) {
    return !set.fragment.empty() && set.fragment[i] != set.fragment[j];
}

/// Are two particles of one body in one piece, and neighbors, or nearly, in embedded space?
bool belong_together(const ParticleSet& set, std::uint32_t i, std::uint32_t j) {
    PLIANT_ASSERT(set.embedded.size() == set.size());
    if (are_apart(set, i, j)) return false;
    if (!set.info(i).self_collides) return true;
    const double reach = static_cast<double>(std::max(set.support[i], set.support[j]));
    return (vec(set.embedded[i].value) - vec(set.embedded[j].value)).squaredNorm() < reach * reach;
}

/// m: how near two balls may come. What two pieces of a body overlapped when they were one is let pass: nothing jumps
/// at the moment they part.
double reach_of(const BallInput& input, const ContactBall& a, const ContactBall& b) {
    const double reach = a.radius + b.radius;
    if (a.body != b.body) return reach;
    const ParticleSet& set = input.sets[a.particle.set];
    if (!are_apart(set, a.particle.index, b.particle.index)) return reach;
    const Vec3 before = vec(set.embedded[a.particle.index].value) - vec(set.embedded[b.particle.index].value);
    return std::min(reach, before.norm());
}

bool can_collide(const BallInput& input, const ContactBall& a, const ContactBall& b) {
    if ((a.particle.set == 0 && b.particle.set == 0) || input.step.apart.holds(a.body, b.body)) return false;
    if (a.inverse_mass == 0 && b.inverse_mass == 0) return false;
    return a.body != b.body || !belong_together(input.sets[a.particle.set], a.particle.index, b.particle.index);
}

void find_ball_contacts(const BallInput& input, BallScratch& work) {
    double widest = 0;
    work.centers.clear();
    for (const ContactBall& ball : work.balls) {
        work.centers.push_back(ball.position);
        widest = std::max(widest, ball.radius);
    }
    work.grid.rebuild(work.centers, 2 * widest);
    const std::size_t chunks = (work.balls.size() + ball_chunk - 1) / ball_chunk;
    work.found.resize(std::max(work.found.size(), chunks));
    for_chunks(work.balls.size(), ball_chunk, work.balls.size() >= ball_parallel_threshold,
               [&](std::size_t begin, std::size_t end) {
                   std::vector<BallContact>& found = work.found[begin / ball_chunk];
                   found.clear();
                   for (std::size_t a = begin; a < end; ++a) {
                       const ContactBall& one = work.balls[a];
                       work.grid.for_each_within(one.position, near * (one.radius + widest),
                                                 [&](std::uint32_t b, double squared) {
                                                     const ContactBall& other = work.balls[b];
                                                     if (b <= a || !can_collide(input, one, other)) return;
                                                     const double reach = reach_of(input, one, other);
                                                     if (squared < near * near * reach * reach)
                                                         found.push_back({static_cast<std::uint32_t>(a), b, reach});
                                                 });
                   }
               });
    work.contacts.clear();
    for (std::size_t c = 0; c < chunks; ++c)
        work.contacts.insert(work.contacts.end(), work.found[c].begin(), work.found[c].end());
}

/// The balls' way through resolve_pairs.
struct BallPairs {
    const BallInput& input;
    BallScratch& scratch;
    StepReport& report;

    bool find() {
        find_boxes(input, scratch.bodies);
        find_meetings(input.step, scratch.bodies, report);
        list_balls(input, scratch);
        if (scratch.balls.empty()) return false;
        find_ball_contacts(input, scratch);
        return !scratch.contacts.empty();
    }
    std::uint32_t pieces_needed() const { return 1; }
    Culprit fastest() const { return {}; }
    static double left(double dt, double, std::uint32_t, std::uint32_t) { return dt; }
    bool gather(const StepPiece&) {
        gather_balls(input, scratch);
        return true;
    }
    void solve(const StepPiece&) { solve_balls(input, scratch, report); }
    bool scatter(const StepPiece&) {
        scatter_balls(input, scratch);
        return true;
    }
};

}  // namespace

bool collide_balls(const BallInput& input, BallScratch& scratch, StepReport& report) {
    if (input.sets.size() < 2 || !input.step.settings.enabled) return false;
    BallPairs pairs{input, scratch, report};
    return resolve_pairs(pairs, input.step.dt, report);
}

}  // namespace pliant
