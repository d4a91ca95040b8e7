#include "contacts/ball_response.hpp"

#include "contacts/rigid_targets.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// A mover for each ball that touches, as it was when `left` seconds of the step were left.
void place_ball_movers(const BallInput& input, double left, BallScratch& work) {
    work.movers.resize(work.touching.size());
    for (std::size_t k = 0; k < work.touching.size(); ++k) {
        const ContactBall& ball = work.balls[work.touching[k]];
        const ParticleSet& set = input.sets[ball.particle.set];
        Mover& mover = work.movers[k];
        mover.inverse_mass = ball.inverse_mass;
        mover.velocity = set.velocity(ball.particle.index);
        mover.center = set.position(ball.particle.index) - left * mover.velocity;
        mover.push = mover.turn = Vec3::Zero();
    }
}

/// work.touching, and each ball's slot there.
void list_touching(BallScratch& work) {
    work.touching.clear();
    for (const BallContact& contact : work.contacts) {
        for (const std::uint32_t b : {contact.first, contact.second}) {
            if (work.balls[b].mover != no_slot) continue;
            work.balls[b].mover = static_cast<std::uint32_t>(work.touching.size());
            work.touching.push_back(b);
        }
    }
}

Vec3 between(const Mover& a, const Mover& b, double share_of_b) {
    return b.center + share_of_b * (a.center - b.center);
}

void list_impulses(double resting_speed, BallScratch& work) {
    work.impulses.clear();
    for (const BallContact& pair : work.contacts) {
        const ContactBall &one = work.balls[pair.first], &other = work.balls[pair.second];
        const Mover &a = work.movers[one.mover], &b = work.movers[other.mover];
        const Vec3 apart = a.center - b.center;
        const double distance = apart.norm(), reach = pair.reach;
        ImpulseContact contact;
        contact.a = one.mover;
        contact.b = other.mover;
        contact.normal = distance > 0 ? Vec3(apart / distance) : Vec3(Vec3::UnitY());
        contact.point = between(a, b, other.radius / (one.radius + other.radius));
        contact.gap = distance - reach;
        contact.size = reach;
        contact.friction = std::sqrt(one.friction * other.friction);
        contact.bounce = bounce_of(resting_speed, contact.normal, a.velocity - b.velocity,
                                   one.arriving - other.arriving, std::max(one.restitution, other.restitution));
        work.impulses.push_back(contact);
    }
}

/// The deepest overlap at the end of the step, m; counts those that overlap.
double deepest(const BallScratch& work, double step, std::uint64_t& count) {
    double most = 0;
    for (const ImpulseContact& c : work.impulses) {
        const double penetration = -c.gap - step * c.normal.dot(work.movers[c.a].velocity - work.movers[c.b].velocity);
        if (penetration > 0) ++count;
        most = std::max(most, penetration);
    }
    return most;
}

/// The spin, in rad/s, of particles with this inertia by this angular momentum. Particles in a line have none along it,
/// a single one has none at all: about an axis from which they are nearer than their balls' size, nothing is turned.
/// Below that the inertia would be rounding, or so little that a touch would throw them about.
Vec3 spin_of(const Mat3& inertia, double least, const Vec3& angular_momentum) {
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(inertia);
    const Vec3& moments = eigen.eigenvalues();
    Vec3 spin = eigen.eigenvectors().transpose() * angular_momentum;
    for (int k = 0; k < 3; ++k) spin[k] = moments[k] > least ? spin[k] / moments[k] : 0;
    return eigen.eigenvectors() * spin;
}

/// Turns the particles of a body of the set about their center of mass, as they were `left` seconds before the end.
void turn_body(const ParticleSet& set, std::uint32_t body, const Vec3& angular_momentum, double left) {
    std::size_t begin = 0, end = set.size();
    if (!set.body.empty()) {
        const auto [first, last] = std::equal_range(set.body.begin(), set.body.end(), body);
        begin = static_cast<std::size_t>(first - set.body.begin());
        end = static_cast<std::size_t>(last - set.body.begin());
    }
    const auto position = [&](std::size_t i) {
        return Vec3(vec(set.particles[i].position) - left * vec(set.particles[i].velocity));
    };
    double mass = 0;
    Vec3 center = Vec3::Zero();
    for (std::size_t i = begin; i < end; ++i) {
        if (set.is_held(i)) return;
        mass += static_cast<double>(set.mass[i]);
        center += static_cast<double>(set.mass[i]) * position(i);
    }
    center /= mass;
    Mat3 inertia = Mat3::Zero();
    double of_balls = 0;  // Σ m r²
    for (std::size_t i = begin; i < end; ++i) {
        const Vec3 arm = position(i) - center;
        of_balls += static_cast<double>(set.mass[i]) * std::pow(set.contact_radius(i), 2);
        inertia += static_cast<double>(set.mass[i]) * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
    }
    const Vec3 spin = spin_of(inertia, 0.5 * of_balls, angular_momentum);
    for (std::size_t i = begin; i < end; ++i) set.move_by(i, spin.cross(position(i) - center), left);
}

/// Gives what the movers got to particles and bodies, when `left` seconds of the step are left.
void give_to_bodies(const BallInput& input, BallScratch& work, double left) {
    work.turns.assign(input.step.bodies.size(), Vec3::Zero());
    for (std::size_t k = 0; k < work.touching.size(); ++k) {
        const ContactBall& ball = work.balls[work.touching[k]];
        const Mover& mover = work.movers[k];
        const ParticleSet& set = input.sets[ball.particle.set];
        set.move_by(ball.particle.index, mover.inverse_mass * mover.push, left);
        set.add_impulse(ball.particle.index, mover.push);
        work.turns[ball.body] += mover.turn;
    }
    for (std::uint32_t b = 0; b < work.turns.size(); ++b)
        if (!work.turns[b].isZero(0)) turn_body(input.sets[work.bodies[b].set], b, work.turns[b], left);
}

}  // namespace

void gather_balls(const BallInput& input, BallScratch& work) {
    list_touching(work);
    place_ball_movers(input, input.step.dt, work);
    list_impulses(input.step.resting_speed, work);
    PLIANT_ASSERT(work.impulses.size() == work.contacts.size());
}

void solve_balls(const BallInput& input, BallScratch& work, StepReport& report) {
    const double dt = input.step.dt;
    std::uint64_t left = 0;
    report.max_penetration = std::max(report.max_penetration, deepest(work, dt, report.contacts));
    resolve(work.impulses, work.movers, dt, input.step.settings.iterations);
    work.taken = -energy_of_impulses(work.movers);
    report.left_penetration = std::max(report.left_penetration, deepest(work, dt, left));
}

void scatter_balls(const BallInput& input, BallScratch& work) {
    give_to_bodies(input, work, input.step.dt);
    place_ball_movers(input, 0, work);
    for (ImpulseContact& contact : work.impulses)
        contact.point = between(work.movers[contact.a], work.movers[contact.b], 0.5);
    if (rebound(work.impulses, work.movers, input.step.settings.iterations, work.taken)) give_to_bodies(input, work, 0);
}

}  // namespace pliant
