#include "contacts/rigid_particles.hpp"

#include "core/parallel.hpp"
#include "shape_matching/columns_as_eigen.hpp"
#include "particles/particle_sets.hpp"
#include "sim/step.hpp"

#include <algorithm>
#include <cmath>

namespace pliant {
namespace {

/// chunk.touches.
template <class Set>
void touch_chunk(const Model& model, const Set& set, const RigidPiece& piece, const RigidScratch& scratch,
                 ChunkBounds& chunk) {
    chunk.touches.clear();
    for (std::size_t i = chunk.begin; i < chunk.end && !chunk.rigid.empty(); ++i) {
        if (!set.collides(i)) continue;
        const double radius = set.radius(i);
        const Vec3 velocity = vec(set.at(i).velocity);
        const Vec3 point = set.origin(i) + vec(set.at(i).position) - piece.left * velocity;
        for (const std::uint32_t r : chunk.rigid) {
            if (set.scratch.glue.keeps_apart(set.body_of(i), model.rigid[r].body)) continue;
            const Mover& mover = scratch.movers[r];
            const double size = model.rigid[r].half_width;
            const Vec3 offset = point - scratch.poses[r].translation;
            const Vec3 now = velocity - velocity_at(mover, offset);
            const double slack = contact_slack(scratch, size, piece.length);
            const double margin = slack + piece.length * now.norm();
            const double reach = model.rigid[r].reach + radius + margin;
            if (!(offset.squaredNorm() <= reach * reach)) continue;
            const RigidTarget target = target_of(model, scratch, r);
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
template <class Set>
void add_particles(const Model& model, const Set& set, const ChunkBounds& chunk, RigidScratch& scratch) {
    for (const ParticleTouch& touch : chunk.touches) {
        const std::uint32_t i = touch.particle;
        const ParticleRef ref{chunk.set, i};
        if (scratch.particles.empty() || scratch.particles.back() != ref) {
            Mover mover;
            mover.inverse_mass = set.held(i) ? 0 : 1 / static_cast<double>(set.mass(i));
            mover.center = touch.point;
            mover.velocity = vec(set.at(i).velocity);
            scratch.movers.push_back(mover);
            scratch.particles.push_back(ref);
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
        contact.friction = std::sqrt(static_cast<double>(set.friction(i)) * body.friction);
        const Vec3 now = own.velocity - velocity_at(other, touch.point - other.center);
        contact.bounce =
            bounce_of(model, touch.normal, now, set.arriving(i) - arriving_at(scratch, touch.rigid, touch.point),
                      std::max(static_cast<double>(set.restitution(i)), body.restitution));
        scratch.contacts.push_back(contact);
    }
}

}  // namespace

void touch_particles(const Model& model, const State& state, const RigidPiece& piece, Scratch& scratch) {
    RigidScratch& own = scratch.rigid;
    for_chunks(own.chunk_count, 1, own.chunk_count * particle_chunk >= parallel_threshold,
               [&](std::size_t c, std::size_t) {
                   with_set(model, state, scratch, own.chunks[c].set,
                            [&](const auto& set) { touch_chunk(model, set, piece, own, own.chunks[c]); });
               });
    own.particles.clear();
    for (const ChunkBounds& chunk : own.used_chunks())
        with_set(model, state, scratch, chunk.set, [&](const auto& set) { add_particles(model, set, chunk, own); });
}

}  // namespace pliant
