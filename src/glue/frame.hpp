// The frame of a glue's parents as a step needs it: found from the last one by Newton's method on rotations, which
// costs a fraction of a singular value decomposition and agrees with it (pliant/procrustes.hpp); where that does not
// arrive, or the parents fix the frame badly, by the decomposition.
//
// Parents on a line cannot carry a torque about it: the frame may turn about that line, and takes with it what is bound
// to it. `freedom` says how much of that holds: 0 where the parents fix the frame well, 1 on a line, and in between a
// smooth passage, so that parents that collapse to a line or open up again do not jerk. Where the cloud is so turned
// inside out that s₂ + s₃ vanishes, the same holds about the first axis.
#pragma once

#include "glue/glue.hpp"

#include <span>

namespace pliant {

struct GlueFrame {
    Vec3 center = Vec3::Zero();        ///< t, m
    Mat3 rotation = Mat3::Identity();  ///< R
    Mat3 response = Mat3::Zero();      ///< G⁻¹, 1/m²; not symmetric where the rotation is not the nearest one
    Vec3 axis = Vec3::UnitX();         ///< about which it turns freely, where freedom is above 0
    double freedom = 0;
    bool inverted = false;
};

/// Conditioning (ProcrustesFrame::conditioning) below which a frame turns quite freely about its line, and above which
/// not at all. A cloud as wide as a tenth of its length has 0.01.
inline constexpr double free_conditioning = 0.01, fixed_conditioning = 0.04;

/// `positions` are those of the parents, m. `turn` is R of a moment ago, and becomes R.
GlueFrame fit_frame(std::span<const GlueParent> parents, std::span<const Vec3> positions, std::array<double, 4>& turn);

/// Turns a frame that is free to turn, by its freedom, so that the end of the arm to a bound point comes as near as it
/// can to where the point is.
void swing(GlueFrame& frame, const Vec3& rest_point, const Vec3& point);

/// For a frame that is free to turn and was turned (swing): its freedom and response as it stands. With the parents at
/// x and q = R rest, `stretched` is K = Σ weight (x − t) qᵀ: a turn ν × q of the parents has the moment (tr K − Kᵀ) ν,
/// whatever R is, so that impulses by this response have exactly the moment they are meant to have. The farther it is
/// turned away from where the parents would have it, the less they hold it there, and the freer it is.
void settle(GlueFrame& frame, const Mat3& stretched);

/// The angle about the axis by which `from` comes nearest to `to`, rad.
double angle_towards(const Mat3& from, const Mat3& to, const Vec3& axis);

}  // namespace pliant
