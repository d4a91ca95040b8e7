// One end of a binding during the solution: where it is, how it moves, and what impulses do to it. Particles, frames of
// parents and rigid things answer the same questions.
#pragma once

#include "glue/work.hpp"

namespace pliant {

/// The rotation by this vector, rad.
Mat3 turned_by(const Vec3& angle);

/// Of an end that is something rigid.
const GlueMover& mover_of(const GlueWork& work, const GlueEnd& end);

/// Fits the frame of the end at the start of the step. False where it has no finite position.
bool place_end(const GlueState& state, GlueWork& work, const GlueEnd& end, GlueGrip& grip, GlueEndWork& at,
               GlueTrouble& trouble);
/// Of a frame or something rigid, at the start of the step.
Vec3 center_of(const GlueWork& work, const GlueEnd& end, const GlueEndWork& at);
/// Once impulses are known to act at `point`: the end's arm, those of its parents, and of a frame that was turned since
/// it was fitted what it can carry there. False where that is nothing.
bool aim_end(const GlueState& state, GlueWork& work, const GlueEnd& end, const Vec3& point, GlueEndWork& at);
/// The bound point of an end after place_end.
Vec3 point_before(const GlueWork& work, const GlueEnd& end, const GlueGrip& grip, const GlueEndWork& at);
/// Where the end's bound point is, in the world, with everything where it is at `time` seconds after the step's start
/// (0 or the whole step), and for frames the frame.
Vec3 end_position(const GlueState& state, GlueWork& work, const GlueEnd& end, GlueGrip& grip, double time,
                  GlueFrame& frame);
/// The end's orientation since the glue was made, `time` seconds after the start of the step (0, or all of it).
Mat3 turned(const GlueWork& work, const GlueEnd& end, const GlueGrip& grip, const GlueFrame& frame, double time);
/// How far a frame's parents are from its center, about: it only tells how gaps are to be judged.
double size_of_frame(const GlueState& state, const GlueEnd& end);

/// Velocity of the end at its arm.
Vec3 end_velocity(const GlueState& state, const GlueWork& work, const GlueEnd& end, const GlueEndWork& at);
/// rad/s, of a frame or something rigid.
Vec3 spin_of(const GlueState& state, const GlueWork& work, const GlueEnd& end, const GlueEndWork& at);

/// What impulses at the end of the arm do: velocity there from a push, spin from a twist.
struct Mobility {
    Mat3 linear = Mat3::Zero(), angular = Mat3::Zero();
};
Mobility mobility_of(const GlueState& state, const GlueWork& work, const GlueEnd& end, const GlueEndWork& at);

/// A push (N s) at the end of the arm, and a twist (N m s).
void push_end(const GlueState& state, GlueWork& work, const GlueEnd& end, const GlueEndWork& at, const Vec3& push,
              const Vec3& twist);

/// A direction that an end can take no impulse in, and to which part; zero where there is none.
struct Refusal {
    Vec3 direction = Vec3::Zero();
    double part = 0;
};
/// Pushes with a moment about the line that the end turns about freely. On the line itself there is none.
Refusal refused_push(const GlueEnd& end, const GlueEndWork& at);
/// Twists about that line.
Refusal refused_twist(const GlueEnd& end, const GlueEndWork& at);
/// Projector on the impulses that two ends leave.
Mat3 allowed_of(const Refusal& a, const Refusal& b);
/// P (P (W + γ) P + …)⁻¹ P: the impulse that ends a velocity, among those that are allowed.
Mat3 response_of(const Mat3& mobility, const Mat3& softness, const Mat3& allowed);

}  // namespace pliant
