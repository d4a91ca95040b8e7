// Impulses that hold the ends of bindings together, one binding after the other (Gauss–Seidel), in double precision.
//
// Each binding asks that its ends meet at the end of the step: c = φ_a − φ_b = 0 where x' = x + h v'. The impulse p on
// a, −p on b, acts at one point of space that both ends share as they were at the start of the step: so linear and
// angular momentum are kept by each impulse, whatever is left of c. A particle takes it where it is; a frame hands it
// to its parents through Jᵀ (pliant/procrustes.hpp). With J of the start and c looked at at the end (`rounds`), this is
// SHAKE; without looking, c' is taken as c + h ċ, and what that misses, of the order of h², the next step sees.
//
// hard   c' = 0.
// soft   p = −h (k c' + d ċ'), a spring and a damper taken at the end of the step: (1 + γ W⁻¹) with
//        γ = 1/(h² k + h d) makes the same system softer, and it is stable for any k and d.
// joint  both ends are frames or rigid; welded ones ask likewise that the ends turn alike.
//
// Where what is held is much heavier than its holder (most of all a rigid body held at several points), overlapping
// frames would have to bend the holder sharply to follow it exactly, and their parents would be thrown about. There γ
// is at least half of the holder's share of W: the spring that the step can just resolve, as in PG10 section 5.
//
// Bindings may contradict each other: what holds a body at two ends moves apart, or turns against each other. Exact
// ones would then pull ever harder from step to step. So where a gap has opened that no load explains (above 2 % of the
// binding's size), they give (`give`) and come to rest at a compromise; and a step takes back not all of a gap at once
// (`recovery`). Welded joints always give: what a load leaves of a gap then is that share of what it would move freely
// in a step, and soft bodies that are welded to each other ring less. Contacts may contradict a binding, too, and come
// after it: then its gap stays, and what it takes back in a step is a velocity that contacts have to end in each. That
// is limited (GlueLimits), and a spring too stiff for the step to resolve takes back no larger share than exact ones.
//
// Ends that turn freely about a line (glue/frame.hpp) are given no impulse with a moment about it.
#pragma once

#include "collision/impulses.hpp"
#include "geometry/keyed_motion.hpp"
#include "glue/frame.hpp"

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
    std::vector<GlueParticle> particles;  ///< per GlueState::places
    std::vector<GlueMover> rigid, obstacles;
    std::vector<GlueHold> holds;  ///< per binding
    std::vector<Vec3> arms;       ///< per parent: q = R rest, at the start of the step
    std::vector<Vec3> spot;       ///< of one frame's parents
    std::vector<Vec3> kept;       ///< per particle: its velocity, while others are worked out in its place
    std::vector<GlueBindingWork> bindings;

    void prepare(const GlueState& state, std::size_t rigid_count, std::size_t obstacle_count);
};

struct GlueTrouble {
    std::uint64_t hinged = 0;    ///< frames that turned freely about a line
    std::uint64_t inverted = 0;  ///< frames that were turned inside out
    std::uint64_t idle = 0;      ///< bindings that could not be held: the parents coincide, or have no finite place
    std::uint32_t first_hinged = 0, first_inverted = 0, first_idle = 0;  ///< the rules of the first of each
    void add(const GlueTrouble& other);
};

struct GlueSettings {
    int rounds = 1;           ///< times that the gaps at the end of the step are looked at anew; 0: not at all
    int sweeps = 16;          ///< most sweeps over all bindings in each
    double tolerance = 1e-5;  ///< of the bindings' sizes: smaller gaps end a round
    double give = 0;          ///< least softness γ of welds and of what was torn open, of what impulses do to the ends
    double recovery = 1;      ///< share of an exact binding's gap that a step takes back
};

/// Changes the velocities of particles and movers (Mover::push and turn gather what each of the latter got), and the
/// bindings' pushes, twists and turns.
GlueTrouble solve_glue(GlueState& state, GlueWork& work, double step, const GlueSettings& settings = {});

/// Where the end's bound point is, in the world, with everything where it is at `time` seconds after the step's start
/// (0 or the whole step), and for frames the frame.
Vec3 end_place(const GlueState& state, GlueWork& work, const GlueEnd& end, GlueGrip& grip, double time,
               GlueFrame& frame);
/// Velocity of the end at its arm.
Vec3 end_velocity(const GlueState& state, const GlueWork& work, const GlueEnd& end, const GlueEndWork& at);

}  // namespace pliant
