#include "contacts/rigid_particles.hpp"

#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// chunk.touches.
void touch_chunk(const RigidInput& input, const StepPiece& piece, const RigidScratch& scratch, ChunkBounds& chunk) {
    const ParticleSet& set = input.sets[chunk.set];
    PLIANT_ASSERT(chunk.end <= set.size());
    chunk.touches.clear();
    for (std::size_t i = chunk.begin; i < chunk.end && !chunk.rigid.empty(); ++i) {
        if (!set.collides(i)) continue;
        const double radius = set.contact_radius(i);
        const Vec3 velocity = set.velocity(i), point = set.position(i) - piece.left * velocity;
        for (const std::uint32_t r : chunk.rigid) {
            if (input.step.apart.holds(set.body_of(i), input.rigid[r].body)) continue;
            const Mover& mover = scratch.movers[r];
            const double size = input.rigid[r].half_width;
            const Vec3 offset = point - scratch.poses[r].translation;
            const Vec3 now = velocity - velocity_at(mover, offset);
            const double slack = contact_slack(scratch, size, piece.length);
            const double margin = slack + piece.length * now.norm();
            const double reach = input.rigid[r].reach + radius + margin;
            if (!(offset.squaredNorm() <= reach * reach)) continue;
            const RigidTarget target = target_of(input, scratch, r);
            const Vec3 local = target.pose.rotation.transpose() * offset;
            const double gap = target.distance(local) - radius;
            if (!(gap <= margin)) continue;
            const Vec3 normal = target.pose.rotation * target.normal(local);
            if (gap + piece.length * normal.dot(now) > slack) continue;
            chunk.touches.push_back({static_cast<std::uint32_t>(i), r, point, normal, gap});
        }
    }
}

/// Contacts of the particles of a chunk that touch, and a mover for each of those.
void add_particles(const RigidInput& input, const ChunkBounds& chunk, RigidScratch& scratch) {
    const ParticleSet& set = input.sets[chunk.set];
    for (const ParticleTouch& touch : chunk.touches) {
        const std::uint32_t i = touch.particle;
        const ParticleRef ref{chunk.set, i};
        if (scratch.particles.empty() || scratch.particles.back() != ref) {
            Mover mover;
            mover.inverse_mass = set.inverse_mass(i);
            mover.center = touch.point;
            mover.velocity = set.velocity(i);
            scratch.movers.push_back(mover);
            scratch.particles.push_back(ref);
        }
        const RigidBody& body = input.rigid[touch.rigid];
        const Mover &mover = scratch.movers.back(), &other = scratch.movers[touch.rigid];
        if (mover.inverse_mass == 0 && other.inverse_mass == 0) continue;
        ImpulseContact contact;
        contact.a = static_cast<std::uint32_t>(scratch.movers.size() - 1);
        contact.b = touch.rigid;
        contact.normal = touch.normal;
        contact.point = touch.point;
        contact.gap = touch.gap;
        contact.size = body.half_width;
        contact.friction = std::sqrt(static_cast<double>(set.friction[i]) * body.friction);
        const Vec3 now = mover.velocity - velocity_at(other, touch.point - other.center);
        contact.bounce = bounce_of(input.step.resting_speed, touch.normal, now,
                                   set.arriving_velocity(i) - arriving_at(scratch, touch.rigid, touch.point),
                                   std::max(static_cast<double>(set.restitution[i]), body.restitution));
        scratch.contacts.push_back(contact);
    }
}

}  // namespace

void touch_particles(const RigidInput& input, const StepPiece& piece, RigidScratch& scratch) {
    for_chunks(scratch.chunk_count, 1, scratch.chunk_count * particle_chunk >= parallel_threshold,
               [&](std::size_t c, std::size_t) { touch_chunk(input, piece, scratch, scratch.chunks[c]); });
    scratch.particles.clear();
    for (const ChunkBounds& chunk : scratch.used_chunks()) add_particles(input, chunk, scratch);
}

}  // namespace pliant
