#include "sim/rigid_particles.hpp"

#include "core/parallel.hpp"
#include "shape_matching/columns_as_eigen.hpp"
#include "sim/step.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// chunk.touches.
void touch_chunk(const Model& model, const SoftBodies& soft, const RigidPiece& piece, std::size_t begin,
                 std::size_t end, const RigidScratch& scratch, const GlueScratch& glue, ChunkBounds& chunk) {
    chunk.touches.clear();
    for (std::size_t i = begin; i < end && !chunk.rigid.empty(); ++i) {
        const BodyColliders& body = model.colliders.bodies[soft.body[i]];
        if (!body.collides) continue;
        const Vec3 velocity = vec(soft.particles[i].velocity);
        const Vec3 point = model.ranges[soft.body[i]].origin + vec(soft.particles[i].position) - piece.left * velocity;
        for (const std::uint32_t r : chunk.rigid) {
            if (glue.keeps_apart(soft.body[i], model.rigid[r].body)) continue;
            const Mover& mover = scratch.movers[r];
            const double size = model.rigid[r].half_width;
            const Vec3 offset = point - scratch.poses[r].translation;
            const Vec3 now = velocity - velocity_at(mover, offset);
            const double slack = contact_slack(scratch, size, piece.length);
            const double margin = slack + piece.length * now.norm();
            const double reach = model.rigid[r].reach + body.radius + margin;
            if (!(offset.squaredNorm() <= reach * reach)) continue;
            const RigidTarget target = target_of(model, scratch, r);
            const Vec3 local = target.pose.rotation.transpose() * offset;
            const double gap = target.distance(local) - body.radius;
            if (!(gap <= margin)) continue;
            const Vec3 normal = target.pose.rotation * target.normal(local);
            if (gap + piece.length * normal.dot(now) > slack) continue;
            chunk.touches.push_back({static_cast<std::uint32_t>(i), r, point, normal, gap});
        }
    }
}

/// Contacts of the particles that touch, and a mover for each of those.
void add_particles(const Model& model, const SoftBodies& soft, const Scratch& step, RigidScratch& scratch) {
    scratch.particles.clear();
    for (const ChunkBounds& chunk : scratch.chunks) {
        for (const ParticleTouch& touch : chunk.touches) {
            const std::uint32_t i = touch.particle;
            if (scratch.particles.empty() || scratch.particles.back() != i) {
                Mover mover;
                const bool held = !scratch.held.empty() && scratch.held[i];
                mover.inverse_mass = held ? 0 : 1 / static_cast<double>(soft.mass[i]);
                mover.center = touch.point;
                mover.velocity = vec(soft.particles[i].velocity);
                scratch.movers.push_back(mover);
                scratch.particles.push_back(i);
            }
            const RigidBody& body = model.rigid[touch.rigid];
            const Mover &own = scratch.movers.back(), &other = scratch.movers[touch.rigid];
            if (own.inverse_mass == 0 && other.inverse_mass == 0) continue;
            ImpulseContact contact;
            contact.a = static_cast<std::uint32_t>(scratch.movers.size() - 1);
            contact.b = touch.rigid;
            contact.normal = touch.normal;
            contact.point = touch.point;
            contact.gap = touch.gap;
            contact.size = body.half_width;
            contact.friction = std::sqrt(static_cast<double>(model.friction[i]) * body.friction);
            const Vec3 now = own.velocity - velocity_at(other, touch.point - other.center);
            const Vec3 came = step.arriving.empty() ? own.velocity : vec(step.arriving[i].value);
            contact.bounce = bounce_of(model, touch.normal, now, came - arriving_at(scratch, touch.rigid, touch.point),
                                       std::max(static_cast<double>(model.restitution[i]), body.restitution));
            scratch.contacts.push_back(contact);
        }
    }
}

}  // namespace

void touch_particles(const Model& model, const State& state, const RigidPiece& piece, Scratch& scratch) {
    const SoftBodies& soft = state.soft;
    RigidScratch& own = scratch.rigid;
    for_chunks(soft.particle_count(), particle_chunk, soft.particle_count() >= parallel_threshold,
               [&](std::size_t begin, std::size_t end) {
                   touch_chunk(model, soft, piece, begin, end, own, scratch.glue, own.chunks[begin / particle_chunk]);
               });
    add_particles(model, soft, scratch, own);
}

}  // namespace pliant
