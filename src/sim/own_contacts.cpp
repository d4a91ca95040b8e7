#include "sim/own_contacts.hpp"

#include "contacts/ball_contacts.hpp"
#include "contacts/rigid_contacts.hpp"

namespace pliant {
namespace {

Vec3 angular_gain(const RigidBody& body, const RigidMotion& motion, const RigidArrival& gain) {
    return inertia_of(body, rotation_of(motion)) * gain.gained_spin;
}

/// The particles as they are with `left` seconds to go.
void look_back(std::span<const Particle> particles, double left, std::vector<Particle>& before) {
    before.assign(particles.begin(), particles.end());
    for (Particle& p : before)
        for (int k = 0; k < 3; ++k) p.position[k] -= static_cast<Real>(left) * p.velocity[k];
}

/// What was done to them then, done to their ends.
void look_ahead(const std::vector<Particle>& then, double left, std::span<Particle> particles) {
    PLIANT_ASSERT(then.size() == particles.size());
    const Real rest = static_cast<Real>(left);
    for (std::size_t i = 0; i < then.size(); ++i)
        for (int k = 0; k < 3; ++k) {
            Real &x = particles[i].position[k], &v = particles[i].velocity[k];
            const Real was = x - rest * v;
            if (then[i].position[k] == was && then[i].velocity[k] == v) continue;
            x += (then[i].position[k] - was) + rest * (then[i].velocity[k] - v);
            v = then[i].velocity[k];
        }
}

}  // namespace

bool meets_in_own_steps(const Model& model) {
    return !model.points.empty() && model.glue.empty() && model.soft.colliders.settings.enabled;
}

void OwnContacts::begin() {
    std::vector<RigidArrival>& gained = scratch.own.gained;
    gained = scratch.rigid.arrivals;
    for (std::size_t r = 0; r < model.rigid.size(); ++r) {
        if (model.rigid[r].keyed) continue;
        RigidMotion& motion = state.rigid.motions[r];
        motion.velocity -= gained[r].gained;
        motion.angular_momentum -= angular_gain(model.rigid[r], motion, gained[r]);
    }
}

bool OwnContacts::meet(double dt, double left, StepReport& report) {
    const std::vector<RigidArrival>& gained = scratch.own.gained;
    const double share = dt / model.dt, start = time + model.dt - left - dt;
    for (std::size_t r = 0; r < model.rigid.size(); ++r) {
        if (model.rigid[r].keyed) continue;
        RigidMotion& motion = state.rigid.motions[r];
        RigidArrival& arrival = scratch.rigid.arrivals[r];
        arrival.gained = share * gained[r].gained;
        arrival.gained_spin = share * gained[r].gained_spin;
        motion.velocity += arrival.gained;
        motion.angular_momentum += angular_gain(model.rigid[r], motion, arrival);
    }
    const ContactInput input{start,
                             dt,
                             2 * model.gravity.norm() * dt,
                             model.speed_limit,
                             model.bodies,
                             model.obstacles,
                             model.soft.colliders.settings,
                             scratch.apart};
    ParticleSets& sets = scratch.own.sets;
    sets = scratch.sets;
    const std::span<Particle> soft = sets.front().particles;
    if (!soft.empty()) {
        look_back(soft, left, scratch.own.soft);
        sets.front().particles = scratch.own.soft;
    }
    bool moved = collide_balls({input, sets}, scratch.balls, report);
    moved |=
        move_rigid_bodies({input, model.rigid, sets, state.rigid, scratch.soft.particle_parts}, scratch.rigid, report);
    if (moved && !soft.empty()) look_ahead(scratch.own.soft, left, soft);
    return moved;
}

}  // namespace pliant
