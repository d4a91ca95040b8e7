// Particles that are hard bound are put exactly where their holder has them, with its velocity: PG10's placement, but
// such that nothing is gained or lost by it.
//
// Contacts move particles after the impulses of glue were found (glue/solver.hpp), and those leave a gap of the order
// of h². What is placed first shares that gap with its parents, through Jᵀ and by their masses: so a parent feels what
// pushed on the particle it holds. What the sharing leaves is set to φ; velocities are made to agree by impulses, which
// keep momentum. Setting alone moves mass without a counterpart: so all that placed bindings join, directly or through
// each other, is moved and turned together, as a rigid body would be, until its center of mass and its angular momentum
// are what they were. That takes no particle from where φ has it: φ goes along with any rigid motion.
#pragma once

#include "glue/solver.hpp"

namespace pliant {

/// All that placed bindings join to one.
struct PlacedGroup {
    std::vector<std::uint32_t> particles;  ///< in GlueState::particles, rising
    std::vector<std::uint32_t> rigid;      ///< in Model::rigid, rising
    bool anchored = false;                 ///< to an obstacle: its momentum is not kept
};

/// A group as one body.
struct GroupMotion {
    bool free = true;  ///< nothing holds any of it but glue
    double mass = 0;
    Vec3 center = Vec3::Zero(), angular = Vec3::Zero();  ///< angular momentum about the center
    Mat3 inertia = Mat3::Zero();                         ///< likewise
};

/// What follows from which bindings hold, and work space.
struct PlacedGlue {
    std::vector<std::uint32_t> bindings;  ///< whose particle (end b) is placed, in the order of placing
    std::vector<PlacedGroup> groups;
    std::vector<GroupMotion> before;  ///< work space, per group
};

/// `bindings` as placed_bindings has them (glue/order.hpp).
PlacedGlue group_placed(const GlueState& state, std::vector<std::uint32_t> bindings);

/// Places the particles. Their `before` and the movers' poses are those of now; what has changed is written to
/// `particles` and `rigid`, and the impulses (N s on end a) to `bindings`' `push`. Velocities are those of the holder
/// as far as `step` times the difference is below the tolerance.
void place_bound(GlueState& state, GlueWork& work, PlacedGlue& placed, double step, const GlueSettings& settings = {});

}  // namespace pliant
