// A body or an obstacle as glue sees it.
#pragma once

#include "geometry/keyed_motion.hpp"
#include "glue/parents.hpp"
#include "sim/model.hpp"
#include "sim/state.hpp"

#include <limits>
#include <string>
#include <vector>

namespace pliant {

struct GlueSide {
    std::uint32_t body = 0;                 ///< in the scene; of an obstacle: meaningless
    GlueEndKind kind = GlueEndKind::frame;  ///< frame: made of particles
    std::uint32_t index = 0;                ///< of the rigid body or obstacle
    RigidPose pose;                         ///< of something rigid: world from own coordinates
    /// At the start, in the order of the body's numbers; `number` is what GluedParticle calls `particle`.
    std::vector<GlueCandidate> particles;
    double mass = std::numeric_limits<double>::infinity();  ///< infinite: nothing moves it

    bool is_rigid() const { return kind != GlueEndKind::frame; }
};

/// The body or obstacle of this name. Throws InputError for a point-based body that the scene's step is too long to
/// glue.
GlueSide glue_side(const Scene& scene, const Model& model, const State& state, double time, const std::string& name);

/// Rms distance of its particles from a point, m; an obstacle has none, and is not the smaller one.
double size_about(const GlueSide& side, const Vec3& point);

}  // namespace pliant
