#include "sim/glue_particles.hpp"

#include "sim/pins.hpp"
#include "sim/step.hpp"

namespace pliant {
namespace {

Vec3 vec(const Real* v) { return Vec3(v[0], v[1], v[2]); }

GlueMover carried(const RigidPose& from, const RigidPose& to, double dt) {
    GlueMover mover;
    mover.mover.center = from.translation;
    mover.mover.velocity = (to.translation - from.translation) / dt;
    const Eigen::AngleAxisd turn(Mat3(to.rotation * from.rotation.transpose()));
    mover.mover.spin = turn.angle() / dt * turn.axis();
    mover.rotation = from.rotation;
    mover.after = to;
    return mover;
}

GlueMover free_mover(const RigidBody& body, const RigidMotion& motion) {
    GlueMover mover;
    mover.rotation = rotation_of(motion);
    mover.mover.inverse_mass = 1 / body.mass;
    mover.mover.inverse_inertia = inverse_inertia_of(body, mover.rotation);
    mover.mover.center = motion.position;
    mover.mover.velocity = motion.velocity;
    mover.mover.spin = mover.mover.inverse_inertia * motion.angular_momentum;
    return mover;
}

}  // namespace

void gather_particles(const Model& model, const State& state, double back, GlueScratch& scratch) {
    const SoftBodies& soft = state.soft;
    for (std::size_t p = 0; p < state.glue.places.size(); ++p) {
        const auto [body, i] = state.glue.places[p];
        const Vec3 velocity = vec(soft.particles[i].velocity);
        scratch.work.particles[p] = {model.ranges[body].origin + vec(soft.particles[i].position) - back * velocity,
                                     velocity, 1 / static_cast<double>(soft.mass[i])};
    }
    for (const auto& [place, pin] : scratch.pins)
        if (is_held(model, state, model.pins[pin])) scratch.work.particles[place].inverse_mass = 0;
}

void gather_movers(const Model& model, const State& state, double time, GlueWork& work) {
    for (std::size_t r = 0; r < model.rigid.size(); ++r) {
        const RigidBody& body = model.rigid[r];
        work.rigid[r] = body.keyed ? carried(keyed_pose(body, time), keyed_pose(body, time + model.dt), model.dt)
                                   : free_mover(body, state.rigid.motions[r]);
    }
    for (std::size_t k = 0; k < model.obstacles.size(); ++k) {
        const RigidPose now = model.obstacles[k].pose(time);
        work.obstacles[k] =
            carried(now, model.obstacles[k].at_rest() ? now : model.obstacles[k].pose(time + model.dt), model.dt);
    }
}

void scatter_particles(const Model& model, State& state, double ahead, const GlueWork& work) {
    for (std::size_t p = 0; p < state.glue.places.size(); ++p) {
        if (work.particles[p].inverse_mass == 0) continue;
        const auto [body, i] = state.glue.places[p];
        Particle& particle = state.soft.particles[i];
        const Vec3& velocity = work.particles[p].velocity;
        const Vec3 local = work.particles[p].before + ahead * velocity - model.ranges[body].origin;
        for (int k = 0; k < 3; ++k) {
            particle.position[k] = static_cast<Real>(local[k]);
            particle.velocity[k] = static_cast<Real>(velocity[k]);
        }
    }
}

void scatter_movers(const Model& model, State& state, const GlueWork& work) {
    for (std::size_t r = 0; r < model.rigid.size(); ++r) {
        if (model.rigid[r].keyed) continue;
        state.rigid.motions[r].velocity += work.rigid[r].mover.inverse_mass * work.rigid[r].mover.push;
        state.rigid.motions[r].angular_momentum += work.rigid[r].mover.turn;
    }
}

}  // namespace pliant
