#include "sim/glue_particles.hpp"

#include "glue/follow.hpp"
#include "shape_matching/columns_as_eigen.hpp"
#include "particles/particle_sets.hpp"
#include "sim/step.hpp"

#include <algorithm>
#include <limits>

namespace pliant {
namespace {

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

/// What became of a particle.
PlaceChange change_of(std::uint32_t id, std::span<const ResampleEvent> events) {
    PlaceChange change;
    std::uint32_t now = id;
    for (const ResampleEvent& event : events) {
        if (now != event.kept && now != event.removed) continue;
        now = event.kept;
        change.fate = ParticleFate::moved;
    }
    if (now != id) change = {ParticleFate::replaced, now};
    return change;
}

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

/// Where the movers will be at the end of the step: particles are there already.
std::vector<RigidPose> poses_after(const std::vector<GlueMover>& movers, double dt) {
    std::vector<RigidPose> poses;
    for (const GlueMover& m : movers) {
        if (m.after) {
            poses.push_back(*m.after);
            continue;
        }
        const double angle = dt * m.mover.spin.norm();
        RigidPose pose{m.rotation, m.mover.center + dt * m.mover.velocity};
        if (angle > 0) pose.rotation = Eigen::AngleAxisd(angle, m.mover.spin.normalized()) * m.rotation;
        poses.push_back(pose);
    }
    return poses;
}

}  // namespace

void find_particles(const Model& model, const std::vector<PointBody>& bodies, const GlueState& glue,
                    std::vector<ParticleRef>& refs) {
    refs.resize(glue.places.size());
    for (std::size_t p = 0; p < refs.size(); ++p) refs[p] = {0, glue.places[p].particle};
    for (std::uint32_t k = 0; k < bodies.size(); ++k) {
        const std::vector<std::uint32_t>& ids = bodies[k].id;
        std::vector<std::uint32_t> place(bodies[k].next_id[0], nowhere);
        for (std::uint32_t i = 0; i < ids.size(); ++i) place[ids[i]] = i;
        for (std::size_t p = 0; p < refs.size(); ++p)
            if (glue.places[p].body == model.points[k].body) refs[p] = {k + 1, place[glue.places[p].particle]};
    }
}

bool follow_resampling(const Model& model, State& state, Scratch& scratch, StepReport& report) {
    const auto has_events = [](const PointBodyScratch& body) { return !body.work.resampling.events.empty(); };
    if (std::none_of(scratch.points.begin(), scratch.points.end(), has_events)) return false;
    GlueScratch& own = scratch.glue;
    std::vector<PlaceChange> changes(state.glue.places.size());
    GlueState after = state.glue;
    bool touched = false;
    for (std::uint32_t k = 0; k < state.points.size(); ++k) {
        for (std::size_t p = 0; p < changes.size(); ++p) {
            GluePlace& place = after.places[p];
            if (place.body != model.points[k].body) continue;
            changes[p] = change_of(place.particle, scratch.points[k].work.resampling.events);
            if (changes[p].fate == ParticleFate::replaced) place.particle = changes[p].successor;
            touched |= changes[p].fate != ParticleFate::same;
        }
    }
    find_particles(model, state.points, after, own.refs);
    if (!touched) return false;
    std::vector<Vec3> now(changes.size(), Vec3::Zero());
    for (std::size_t p = 0; p < changes.size(); ++p) {
        if (own.refs[p].index == nowhere)
            changes[p].fate = ParticleFate::gone;
        else
            now[p] = model.ranges[after.places[p].body].origin + vec(particle_at(state, own.refs[p]).position);
    }
    gather_movers(model, state, time_of(model, state), own.work);
    const std::vector<RigidPose> rigid = poses_after(own.work.rigid, model.dt),
                                 obstacles = poses_after(own.work.obstacles, model.dt);
    const FollowReport followed = follow_particles(state.glue, changes, {now, rigid, obstacles});
    report.warnings[static_cast<std::size_t>(Warning::glue_changed)] += followed.changed;
    report.warnings[static_cast<std::size_t>(Warning::glue_lost)] += followed.lost;
    find_particles(model, state.points, state.glue, own.refs);
    return true;
}

void gather_particles(const Model& model, const State& state, double back, Scratch& scratch) {
    GlueScratch& own = scratch.glue;
    for (std::size_t p = 0; p < own.refs.size(); ++p) {
        const ParticleRef& ref = own.refs[p];
        GlueParticle& to = own.work.particles[p];
        if (ref.index == nowhere) {  // of a binding that is lost
            to = {Vec3::Zero(), Vec3::Zero(), 0};
            continue;
        }
        with_set(model, state, scratch, ref.set, [&](const auto& set) {
            const Vec3 velocity = vec(set.at(ref.index).velocity);
            to = {set.origin(ref.index) + vec(set.at(ref.index).position) - back * velocity, velocity,
                  set.held(ref.index) ? 0 : 1 / static_cast<double>(set.mass(ref.index))};
        });
    }
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

void scatter_particles(const Model& model, State& state, double ahead, const GlueScratch& scratch) {
    for (std::size_t p = 0; p < scratch.refs.size(); ++p) {
        const GlueParticle& from = scratch.work.particles[p];
        if (from.inverse_mass == 0) continue;
        Particle& particle = particle_at(state, scratch.refs[p]);
        const Vec3 local = from.before + ahead * from.velocity - model.ranges[state.glue.places[p].body].origin;
        set_vector(particle.position, local);
        set_vector(particle.velocity, from.velocity);
    }
}

void scatter_movers(const Model& model, State& state, const GlueWork& work) {
    for (std::size_t r = 0; r < model.rigid.size(); ++r) {
        if (model.rigid[r].keyed) continue;
        state.rigid.motions[r].position += work.rigid[r].moved;
        state.rigid.motions[r].velocity += work.rigid[r].mover.inverse_mass * work.rigid[r].mover.push;
        state.rigid.motions[r].angular_momentum += work.rigid[r].mover.turn;
    }
}

}  // namespace pliant
