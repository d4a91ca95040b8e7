// Glue follows its particles when something replaces them: a solver that splits, merges or removes particles, or later
// a crack that duplicates them.
//
// A parent that jumped or was replaced is given a new rest position, such that the frame stays exactly where the others
// have it at that moment; one that is gone leaves the frame to the others. A held particle that was replaced is held
// from then on where its successor is. So nothing jerks: what was a gap stays that gap.
#pragma once

#include "geometry/keyed_motion.hpp"
#include "glue/glue.hpp"

#include <span>

namespace pliant {

enum class ParticleFate : std::uint8_t {
    same,
    moved,     ///< still there, but put elsewhere by other things than its velocity
    replaced,  ///< another particle takes its part
    gone       ///< none does
};

struct ParticleChange {
    ParticleFate fate = ParticleFate::same;
    std::uint32_t successor = 0;  ///< replaced: its GluedParticle::particle, of the same body
};

struct FollowReport {
    std::uint64_t changed = 0;  ///< bindings with an end that was changed
    std::uint64_t lost = 0;     ///< bindings that nothing is left to hold
};

/// What glue can see at the moment of the change: where particles (as in GlueState::particles, m; anything for those
/// that are gone) and rigid things are, the latter as world from own coordinates.
struct GlueScenery {
    std::span<const Vec3> particles;
    std::span<const RigidPose> rigid, obstacles;
};

/// `changes` as in GlueState::particles.
FollowReport follow_particles(GlueState& state, std::span<const ParticleChange> changes, const GlueScenery& now);

}  // namespace pliant
