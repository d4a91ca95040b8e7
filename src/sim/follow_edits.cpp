#include "sim/follow_edits.hpp"

#include "glue/duplicate.hpp"
#include "glue/follow.hpp"
#include "particles/vectors.hpp"
#include "sim/glue_particles.hpp"

#include <algorithm>
#include <map>

namespace pliant {
namespace {

/// Entries of particles that are gone are dropped; twins get further entries, behind their parents'.
void follow_pins(const Model& model, const SoftBodies& soft, const SoftEdit& changes, const SoftMoves& moves,
                 PinnedParticles& pins) {
    const std::size_t old_count = moves.particle.size() - changes.new_particles.size();
    std::map<std::uint32_t, std::uint32_t> twin_of;  // by id
    for (std::size_t k = 0; k < changes.new_particles.size(); ++k)
        twin_of[soft.id[moves.particle[changes.new_particles[k].parent]]] = soft.id[moves.particle[old_count + k]];
    std::vector<std::uint32_t> ids = soft.id;
    std::sort(ids.begin(), ids.end());
    const std::vector<std::uint32_t> sets = model.sets_of_bodies();
    PinnedParticles followed;
    for (std::size_t k = 0; k < pins.size(); ++k) {
        const bool is_soft = sets[model.pins[pins.rule[k]].body] == 0;
        if (is_soft && !std::binary_search(ids.begin(), ids.end(), pins.id[k])) continue;
        followed.add(pins.rule[k], pins.id[k], pins.start[k]);
        if (const auto twin = twin_of.find(pins.id[k]); is_soft && twin != twin_of.end())
            followed.add(pins.rule[k], twin->second, pins.start[k]);
    }
    pins = std::move(followed);
}

/// Glue knows particles of shape matching by their slots.
void follow_glue(const Model& model, const SoftEdit& changes, const SoftMoves& moves, State& state,
                 StepReport& report) {
    GlueState& glue = state.glue;
    if (glue.size() == 0) return;
    const std::vector<std::uint32_t> sets = model.sets_of_bodies();
    const std::size_t old_count = moves.particle.size() - changes.new_particles.size();
    std::vector<ParticleChange> fates(glue.particles.size());
    bool any_gone = false;
    for (std::size_t p = 0; p < glue.particles.size(); ++p) {
        GluedParticle& glued = glue.particles[p];
        if (sets[glued.body] != 0) continue;
        const std::uint32_t to = moves.particle[glued.particle];
        if (to == no_slot) fates[p].fate = ParticleFate::gone, any_gone = true;
        glued.particle = to == no_slot ? 0 : to;
    }
    std::vector<ParticleRef> refs;
    find_particles(sets, state.points, glue, refs);
    const Culprit who = Culprit::glue(glue.links.front().glue);
    if (any_gone) {
        std::vector<Vec3> now(glue.particles.size(), Vec3::Zero());
        for (std::size_t p = 0; p < now.size(); ++p) {
            if (fates[p].fate == ParticleFate::gone || refs[p].index == no_slot) continue;
            const Particle& particle = refs[p].set == 0 ? state.soft.particles[refs[p].index]
                                                        : state.points[refs[p].set - 1].particles[refs[p].index];
            now[p] = model.bodies[glue.particles[p].body].origin + vec(particle.position);
        }
        std::vector<RigidPose> rigid, obstacles;
        for (const RigidMotion& motion : state.rigid.motions) rigid.push_back(pose_of(motion));
        for (const ObstacleBody& obstacle : model.obstacles) obstacles.push_back(obstacle.pose(time_of(model, state)));
        const FollowReport followed = follow_particles(glue, fates, {now, rigid, obstacles});
        report.warn(Warning::glue_changed, followed.changed, who);
        report.warn(Warning::glue_lost, followed.lost, who);
    }
    std::vector<Duplicate> duplicates;
    for (std::size_t k = 0; k < changes.new_particles.size(); ++k) {
        const std::uint32_t parent = moves.particle[changes.new_particles[k].parent];
        for (std::uint32_t p = 0; p < glue.particles.size(); ++p)
            if (sets[glue.particles[p].body] == 0 && glue.particles[p].particle == parent &&
                fates[p].fate == ParticleFate::same)
                duplicates.push_back({p, moves.particle[old_count + k], changes.new_particles[k].share});
    }
    if (!duplicates.empty()) report.warn(Warning::glue_changed, follow_duplicates(glue, duplicates).changed, who);
    PLIANT_ASSERT(is_consistent(glue, model.glue.size(), model.rigid.size(), model.obstacles.size()));
}

}  // namespace

void follow_edit(const Model& model, const SoftEdit& changes, const SoftMoves& moves, State& state,
                 StepReport& report) {
    if (!changes.changes_particles()) return;
    follow_pins(model, state.soft, changes, moves, state.pins);
    follow_glue(model, changes, moves, state, report);
}

}  // namespace pliant
