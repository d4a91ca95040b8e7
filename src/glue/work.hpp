// What the solution of glue works on: particles, rigid things and bindings during a step.
#pragma once

#include "collision/impulses.hpp"
#include "geometry/keyed_motion.hpp"
#include "glue/frame.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace pliant {

/// A particle during the solution: at `before` at the start of the step, at before + h velocity at its end.
struct GlueParticle {
    Vec3 before, velocity;
    double inverse_mass;  ///< 0: nothing moves it
};

/// Something rigid, at the start of the step. What moves along keys says where it will be.
struct GlueMover {
    Mover mover;
    Mat3 rotation = Mat3::Identity();
    std::optional<RigidPose> after;  ///< of what is moved along keys, world from own coordinates
    Vec3 moved = Vec3::Zero();       ///< m: by which placing (glue/place.hpp) has moved it
};

/// How stiff a binding is in this step: κ = h² k + h d, k and d those of the binding; none: exact.
struct GlueHold {
    bool active = true;
    bool exact = true;
    bool welded = false;
    bool shared = false;         ///< its ends may take part in other bindings of the same glue (all but joints)
    double stiffness = 0;        ///< N/m
    double damping = 0;          ///< N s/m
    Mat3 levers = Mat3::Zero();  ///< m²: times those, for turning; in world axes when the glue was made
};

/// One end during the solution.
struct GlueEndWork {
    GlueFrame frame;
    Vec3 arm = Vec3::Zero();  ///< from the frame's or mover's center to the point where impulses act
};
/// No binding takes back more than this in one step. A spring too soft to do so may be stretched farther.
struct GlueLimits {
    double gap = 0;   ///< m
    double turn = 0;  ///< rad
};
struct GlueBindingWork {
    GlueEndWork a, b;
    Vec3 point = Vec3::Zero();  ///< where impulses act, as of the start of the step
    Mat3 allowed = Mat3::Identity(), allowed_turn = Mat3::Identity();  ///< projectors on impulses the ends can carry
    Mat3 response = Mat3::Zero(), turn_response = Mat3::Zero();        ///< inverses of what impulses do, softened
    Vec3 bias = Vec3::Zero(), turn_bias = Vec3::Zero();                ///< m/s and rad/s
    double softness = 0;                                               ///< γ
    Mat3 turn_softness = Mat3::Zero();                                 ///< likewise
    double share = 1;                                                  ///< h² k γ
    GlueLimits limits;
    double size = 0;           ///< m: gaps are judged by it
    bool idle = false;         ///< not held in this step
    Vec3 push = Vec3::Zero();  ///< N s on a: by placing (glue/place.hpp)
};

/// Work space; grows to what the bindings need.
struct GlueWork {
    std::vector<GlueParticle> particles;  ///< per GlueState::particles
    std::vector<GlueMover> rigid, obstacles;
    std::vector<GlueHold> holds;  ///< per binding
    std::vector<Vec3> arms;       ///< per parent: q = R rest, at the start of the step
    std::vector<Vec3> spot;       ///< of one frame's parents
    std::vector<Vec3> kept;       ///< per particle: its velocity, while others are worked out instead
    std::vector<GlueBindingWork> bindings;

    void prepare(const GlueState& state, std::size_t rigid_count, std::size_t obstacle_count);
};

struct GlueTrouble {
    std::uint64_t hinged = 0;    ///< frames that turned freely about a line
    std::uint64_t inverted = 0;  ///< frames that were turned inside out
    std::uint64_t idle = 0;      ///< bindings that could not be held: the parents coincide, or have no finite position
    std::uint32_t first_hinged = 0, first_inverted = 0, first_idle = 0;  ///< the rules of the first of each
    void add(const GlueTrouble& other);
};

}  // namespace pliant
