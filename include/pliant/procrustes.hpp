// The rigid frame that fits a cloud of points best, and its exact derivative (PG10; docs/glue.md).
//
// Points ("parents") x_i with rest places x_i° and weights w_i define a frame: the rotation R and the centre t of the
// rigid motion that carries the rest places nearest to where the points are. Any point of space can be bound to it:
//
//     φ(x) = R (x_b° − t°) + t,   t = Σ w x,   t° = Σ w x°,   R = nearest rotation to M = Σ w (x − t)(x° − t°)ᵀ
//
// The bound point need not lie among its parents. This header stands alone, for people who want no more than that:
//
//     const ProcrustesFrame frame = procrustes_frame(rest, now, weights);
//     const Vec3 place = bound_point(frame, rest_point);
//     const Mat3 block = bound_jacobian(frame, arm_of(frame, rest_point), rest[i], weights[i]);   // ∂φ/∂x_i
//
// The derivative. With M = U S Vᵀ, det U = det V, and S's last entry negative where the cloud is turned inside out,
// R = U Vᵀ and dR = U Ω Vᵀ, Ω_jk = ([Uᵀ dM V]_jk − [Uᵀ dM V]_kj)/(s_j + s_k) (PG10 eq. 13–16). Written with the arm
// r = φ − t and q_i = R (x_i° − t°) in world directions, and G = U diag(s₂+s₃, s₁+s₃, s₁+s₂) Uᵀ, that is
//
//     dR = [dθ×] R,   dθ = G⁻¹ Σ w_i q_i × dx_i,   J_i = ∂φ/∂x_i = w_i (I − [r×] G⁻¹ [q_i×]),
//
// so that each parent costs the same few products. A force f on the bound point reaches the parents as
// J_iᵀ f = w_i (f + ν × q_i), ν = G⁻¹ (r × f): the force itself and a turn about the centre, with no net force and no
// net torque left over. It never drives parents apart, as linear weights do outside of a triangle (PG10 Fig. 1).
//
// Repeated singular values are no trouble. What the derivative cannot do without is s₂ + s₃: it vanishes when the
// parents lie on a line (the frame may turn about it freely), or are so turned inside out that two ways of being
// turned fit alike. There `determined` is false, G⁻¹ is bounded, and nothing is infinite.
#pragma once

#include <pliant/types.hpp>

#include <span>

namespace pliant {

/// Lengths in the unit of the points; M and its singular values in that unit squared.
struct ProcrustesFrame {
    Vec3 center = Vec3::Zero();         ///< t
    Vec3 rest_center = Vec3::Zero();    ///< t°
    Mat3 rotation = Mat3::Identity();   ///< R: from rest to world
    Vec3 extent = Vec3::Zero();         ///< s: singular values of M, largest first; the last one negative if inverted
    Mat3 axes = Mat3::Identity();       ///< U: their directions in the world, as columns
    Mat3 turn_response = Mat3::Zero();  ///< G⁻¹
    bool determined = false;            ///< false: the frame may turn freely about axes.col(0)
    double total_weight = 0;            ///< what the weights given summed to; the formulas use their shares of it

    /// (s₂ + s₃)/s₁, from 0 (a line, or undecided) to 2 (as wide as long): how well the parents fix the frame.
    double conditioning() const { return extent[0] > 0 ? (extent[1] + extent[2]) / extent[0] : 0; }
};

/// Below this conditioning a frame counts as not determined.
inline constexpr double least_conditioning = 1e-9;

/// Fits the frame. One rest place and one weight (positive, of any sum) for each point; at least one point.
ProcrustesFrame procrustes_frame(std::span<const Vec3> rest, std::span<const Vec3> now,
                                 std::span<const double> weights);

/// φ: where the frame carries a point of the rest space.
inline Vec3 bound_point(const ProcrustesFrame& frame, const Vec3& rest_point) {
    return frame.rotation * (rest_point - frame.rest_center) + frame.center;
}

/// r = φ − t. The functions below take an arm, as forces may also act at a point that has left its place.
inline Vec3 arm_of(const ProcrustesFrame& frame, const Vec3& rest_point) {
    return frame.rotation * (rest_point - frame.rest_center);
}

/// J_i = ∂φ/∂x_i of the parent with this rest place and weight.
Mat3 bound_jacobian(const ProcrustesFrame& frame, const Vec3& arm, const Vec3& rest, double weight);

/// Σ J_i v_i.
Vec3 bound_velocity(const ProcrustesFrame& frame, const Vec3& arm, std::span<const Vec3> rest,
                    std::span<const double> weights, std::span<const Vec3> velocities);

/// dθ/dt: how fast the frame turns, rad/s.
Vec3 frame_spin(const ProcrustesFrame& frame, std::span<const Vec3> rest, std::span<const double> weights,
                std::span<const Vec3> velocities);

/// forces[i] += J_iᵀ f.
void add_bound_forces(const ProcrustesFrame& frame, const Vec3& arm, std::span<const Vec3> rest,
                      std::span<const double> weights, const Vec3& force, std::span<Vec3> forces);

/// W = Σ J_i J_iᵀ / m_i: the acceleration of the bound point for each unit of force on it, 1/kg.
Mat3 bound_mobility(const ProcrustesFrame& frame, const Vec3& arm, std::span<const Vec3> rest,
                    std::span<const double> weights, std::span<const double> masses);

/// m_e, kg: a lower bound of the mass that a force on the bound point feels, 1/m_e = Σ s_max(J_i)²/m_i (PG10 eq. 3). An
/// explicit spring of stiffness k on it is stable for steps up to 2 √(m_e/k).
double effective_mass(const ProcrustesFrame& frame, const Vec3& arm, std::span<const Vec3> rest,
                      std::span<const double> weights, std::span<const double> masses);

}  // namespace pliant
