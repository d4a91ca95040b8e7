#include "sim/glue_particles.hpp"

#include "collision/obstacle.hpp"
#include "contacts/rigid_movers.hpp"
#include "core/assert.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace pliant {
namespace {

GlueMover carried(const RigidPose& from, const RigidPose& to, double dt) {
    GlueMover mover;
    mover.mover = carried_mover(from, to, dt);
    mover.rotation = from.rotation;
    mover.after = to;
    return mover;
}

GlueMover moving_freely(const RigidBody& body, const RigidMotion& motion) {
    GlueMover mover;
    mover.mover = free_mover(body, motion);
    mover.rotation = rotation_of(motion);
    return mover;
}

}  // namespace

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

void find_particles(std::span<const std::uint32_t> sets, const std::vector<PointBody>& points, const GlueState& glue,
                    std::vector<ParticleRef>& refs) {
    PLIANT_ASSERT(std::all_of(glue.particles.begin(), glue.particles.end(),
                              [&](const GluedParticle& p) { return p.body < sets.size(); }));
    refs.resize(glue.particles.size());
    for (std::size_t p = 0; p < refs.size(); ++p) refs[p] = {0, glue.particles[p].particle};
    for (std::uint32_t k = 0; k < points.size(); ++k) {
        const std::vector<std::uint32_t>& ids = points[k].id;
        std::vector<std::uint32_t> slot(points[k].next_id[0], no_slot);
        for (std::uint32_t i = 0; i < ids.size(); ++i) slot[ids[i]] = i;
        for (std::size_t p = 0; p < refs.size(); ++p)
            if (sets[glue.particles[p].body] == k + 1) refs[p] = {k + 1, slot[glue.particles[p].particle]};
    }
}

void gather_particles(const ParticleSets& sets, std::span<const ParticleRef> refs, double back, GlueWork& work) {
    PLIANT_ASSERT(work.particles.size() == refs.size());
    for (std::size_t p = 0; p < refs.size(); ++p) {
        const ParticleRef& ref = refs[p];
        GlueParticle& to = work.particles[p];
        if (ref.index == no_slot) {  // of a binding that is lost
            to = {Vec3::Zero(), Vec3::Zero(), 0};
            continue;
        }
        const ParticleSet& set = sets[ref.set];
        const Vec3 velocity = set.velocity(ref.index);
        to = {set.position(ref.index) - back * velocity, velocity, set.inverse_mass(ref.index)};
    }
}

void gather_movers(std::span<const RigidBody> rigid, const RigidBodies& motions,
                   std::span<const ObstacleBody> obstacles, double time, double dt, GlueWork& work) {
    PLIANT_ASSERT(work.rigid.size() == rigid.size() && work.obstacles.size() == obstacles.size());
    for (std::size_t r = 0; r < rigid.size(); ++r)
        work.rigid[r] = rigid[r].keyed ? carried(keyed_pose(rigid[r], time), keyed_pose(rigid[r], time + dt), dt)
                                       : moving_freely(rigid[r], motions.motions[r]);
    for (std::size_t k = 0; k < obstacles.size(); ++k) {
        const RigidPose now = obstacles[k].pose(time);
        work.obstacles[k] = carried(now, obstacles[k].at_rest() ? now : obstacles[k].pose(time + dt), dt);
    }
}

void scatter_particles(const ParticleSets& sets, std::span<const ParticleRef> refs, double ahead,
                       const GlueWork& work) {
    PLIANT_ASSERT(work.particles.size() == refs.size());
    for (std::size_t p = 0; p < refs.size(); ++p) {
        const GlueParticle& from = work.particles[p];
        if (from.inverse_mass == 0) continue;
        Particle& particle = particle_at(sets, refs[p]);
        const Vec3 local = from.before + ahead * from.velocity - sets[refs[p].set].origin(refs[p].index);
        set_vector(particle.position, local);
        set_vector(particle.velocity, from.velocity);
    }
}

void scatter_movers(std::span<const RigidBody> rigid, RigidBodies& motions, const GlueWork& work) {
    PLIANT_ASSERT(motions.motions.size() == rigid.size() && work.rigid.size() == rigid.size());
    for (std::size_t r = 0; r < rigid.size(); ++r) {
        if (rigid[r].keyed) continue;
        motions.motions[r].position += work.rigid[r].moved;
        motions.motions[r].velocity += work.rigid[r].mover.inverse_mass * work.rigid[r].mover.push;
        motions.motions[r].angular_momentum += work.rigid[r].mover.turn;
    }
}

}  // namespace pliant
