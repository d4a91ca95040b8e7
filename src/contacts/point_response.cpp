#include "contacts/point_response.hpp"

#include "shape_matching/columns_as_eigen.hpp"
#include "particles/particle_sets.hpp"
#include "contacts/rigid_targets.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// A mover for each ball that touches, as it was when `left` seconds of the step were left.
void place_movers(const Model& model, State& state, double left, PointContacts& work) {
    work.movers.resize(work.touching.size());
    for (std::size_t k = 0; k < work.touching.size(); ++k) {
        const ContactBall& ball = work.balls[work.touching[k]];
        const Particle& particle = particle_at(state, ball.particle);
        Mover& mover = work.movers[k];
        mover.inverse_mass = ball.inverse_mass;
        mover.velocity = vec(particle.velocity);
        mover.center = model.ranges[ball.body].origin + vec(particle.position) - left * mover.velocity;
        mover.push = mover.turn = Vec3::Zero();
    }
}

/// work.touching, and each ball's place there.
void list_touching(PointContacts& work) {
    work.touching.clear();
    for (const BallContact& contact : work.contacts) {
        for (const std::uint32_t b : {contact.first, contact.second}) {
            if (work.balls[b].mover != ContactBall::none) continue;
            work.balls[b].mover = static_cast<std::uint32_t>(work.touching.size());
            work.touching.push_back(b);
        }
    }
}

Vec3 between(const Mover& a, const Mover& b, double share_of_b) {
    return b.center + share_of_b * (a.center - b.center);
}

void list_impulses(const Model& model, PointContacts& work) {
    work.impulses.clear();
    for (const BallContact& pair : work.contacts) {
        const ContactBall &one = work.balls[pair.first], &other = work.balls[pair.second];
        const Mover &a = work.movers[one.mover], &b = work.movers[other.mover];
        const Vec3 apart = a.center - b.center;
        const double distance = apart.norm(), reach = one.radius + other.radius;
        ImpulseContact contact;
        contact.a = one.mover;
        contact.b = other.mover;
        contact.normal = distance > 0 ? Vec3(apart / distance) : Vec3(Vec3::UnitY());
        contact.point = between(a, b, other.radius / reach);
        contact.gap = distance - reach;
        contact.size = reach;
        contact.friction = std::sqrt(one.friction * other.friction);
        contact.bounce = bounce_of(model, contact.normal, a.velocity - b.velocity, one.arriving - other.arriving,
                                   std::max(one.restitution, other.restitution));
        work.impulses.push_back(contact);
    }
}

/// The deepest overlap at the end of the step, m; counts those that overlap.
double deepest(const PointContacts& work, double step, std::uint64_t& count) {
    double most = 0;
    for (const ImpulseContact& c : work.impulses) {
        const double depth = -c.gap - step * c.normal.dot(work.movers[c.a].velocity - work.movers[c.b].velocity);
        if (depth > 0) ++count;
        most = std::max(most, depth);
    }
    return most;
}

/// The spin, in rad/s, of particles with this inertia by this angular momentum. Particles in a line have none along it.
Vec3 spin_of(const Mat3& inertia, const Vec3& angular_momentum) {
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(inertia);
    const Vec3& moments = eigen.eigenvalues();
    Vec3 spin = eigen.eigenvectors().transpose() * angular_momentum;
    for (int k = 0; k < 3; ++k) spin[k] = moments[k] > 1e-9 * moments[2] ? spin[k] / moments[k] : 0;
    return eigen.eigenvectors() * spin;
}

void move_by(Particle& particle, const Vec3& change, double left) {
    set_vector(particle.velocity, vec(particle.velocity) + change);
    set_vector(particle.position, vec(particle.position) + left * change);
}

/// Turns the particles [begin, end) of a set about their center of mass, as they were `left` seconds before the end.
template <class Set>
void turn_particles(const Set& set, State& state, std::uint32_t number, std::size_t begin, std::size_t end,
                    const Vec3& angular_momentum, double left) {
    const auto place = [&](std::size_t i) { return Vec3(vec(set.at(i).position) - left * vec(set.at(i).velocity)); };
    double mass = 0;
    Vec3 center = Vec3::Zero();
    for (std::size_t i = begin; i < end; ++i) {
        if (set.held(i)) return;
        mass += static_cast<double>(set.mass(i));
        center += static_cast<double>(set.mass(i)) * place(i);
    }
    center /= mass;
    Mat3 inertia = Mat3::Zero();
    for (std::size_t i = begin; i < end; ++i) {
        const Vec3 arm = place(i) - center;
        inertia += static_cast<double>(set.mass(i)) * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
    }
    const Vec3 spin = spin_of(inertia, angular_momentum);
    for (std::size_t i = begin; i < end; ++i)
        move_by(particle_at(state, {number, static_cast<std::uint32_t>(i)}), spin.cross(place(i) - center), left);
}

/// Gives what the movers got to particles and bodies, when `left` seconds of the step are left.
void give_to_bodies(const Model& model, State& state, Scratch& scratch, double left) {
    PointContacts& work = scratch.point_contacts;
    work.turns.assign(model.ranges.size(), Vec3::Zero());
    for (std::size_t k = 0; k < work.touching.size(); ++k) {
        const ContactBall& ball = work.balls[work.touching[k]];
        const Mover& mover = work.movers[k];
        move_by(particle_at(state, ball.particle), mover.inverse_mass * mover.push, left);
        add_contact_impulse(ball.particle, mover.push, scratch);
        work.turns[ball.body] += mover.turn;
    }
    for (std::uint32_t b = 0; b < work.turns.size(); ++b) {
        if (work.turns[b].isZero(0)) continue;
        const std::uint32_t number = work.bodies[b].set;
        const std::size_t begin = number == 0 ? model.ranges[b].first_particle : 0;
        const std::size_t end = number == 0 ? begin + model.ranges[b].particle_count : state.points[number - 1].size();
        with_set(model, state, scratch, number,
                 [&](const auto& set) { turn_particles(set, state, number, begin, end, work.turns[b], left); });
    }
}

}  // namespace

void respond_to_balls(const Model& model, State& state, Scratch& scratch, StepReport& report) {
    PointContacts& work = scratch.point_contacts;
    const int iterations = model.colliders.settings.iterations;
    list_touching(work);
    place_movers(model, state, model.dt, work);
    list_impulses(model, work);
    std::uint64_t left = 0;
    report.max_penetration = std::max(report.max_penetration, deepest(work, model.dt, report.contacts));
    resolve(work.impulses, work.movers, model.dt, iterations);
    report.left_penetration = std::max(report.left_penetration, deepest(work, model.dt, left));
    give_to_bodies(model, state, scratch, model.dt);
    place_movers(model, state, 0, work);
    for (ImpulseContact& contact : work.impulses)
        contact.point = between(work.movers[contact.a], work.movers[contact.b], 0.5);
    if (rebound(work.impulses, work.movers, iterations)) give_to_bodies(model, state, scratch, 0);
}

}  // namespace pliant
