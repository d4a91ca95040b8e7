// The particles and rigid things that glue touches, to and from the solvers' arrays.
#pragma once

#include "glue/solver.hpp"
#include "particles/particle_set.hpp"
#include "point_based/point_body.hpp"
#include "rigid/rigid_bodies.hpp"

#include <pliant/simulation.hpp>

#include <span>
#include <vector>

namespace pliant {

class ObstacleBody;

/// Where the glued particles are stored now. `sets` per body: the number of its set. A particle that is no more
/// has the index no_slot.
void find_particles(std::span<const std::uint32_t> sets, const std::vector<PointBody>& points, const GlueState& glue,
                    std::vector<ParticleRef>& refs);

/// work.particles. They begin at x − back · v.
void gather_particles(const ParticleSets& sets, std::span<const ParticleRef> refs, double back, GlueWork& work);
/// work.rigid and work.obstacles at `time`, and for those that move along keys where they will be `dt` later.
void gather_movers(std::span<const RigidBody> rigid, const RigidBodies& motions,
                   std::span<const ObstacleBody> obstacles, double time, double dt, GlueWork& work);

/// Writes velocities back, and x = before + ahead · v.
void scatter_particles(const ParticleSets& sets, std::span<const ParticleRef> refs, double ahead, const GlueWork& work);
/// Gives rigid bodies what their movers gathered.
void scatter_movers(std::span<const RigidBody> rigid, RigidBodies& motions, const GlueWork& work);

/// Where the movers will be at the end of a step of dt: particles are there already.
std::vector<RigidPose> poses_after(const std::vector<GlueMover>& movers, double dt);

}  // namespace pliant
