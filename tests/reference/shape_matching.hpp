// Clustered shape matching on one or several levels, in the plainest form we can write: CC15 §3.1–3.2, RC17 §2.3, MR20
// §3–4 with the decisions of docs/methods.md section 2. Double precision, one thread, no cleverness: the oracle that
// the fast code must agree with, and the yardstick of `pliant bench`.
//
// One step of length h:
//
//   fit        x̄ = Σ w m x / Σ w m,  A_xr = Σ w m (x − x̄) pᵀ,  A_rr = Σ w m p pᵀ                     (CC15 eq. 3, 7)
//              R = polar(A_xr Fᵖᵀ)                              the least-squares rotation
//              F = A_xr A_rr⁺ + R Fᵖ (I − A_rr A_rr⁺)           no strain in directions that the members do not span
//   goals      g_ic = R Fᵖ p_ic + x̄_c                                                                (RC17 eq. 6)
//   speed      v_i += h gravity + Σ_c W_ℓ(c) w_ic [ α_c/h (g_ic − x_i) + k_d,c (v̂_ic − v_i) ]         (MR20 Alg. 3)
//   flow       Fᵖ by plasticity.hpp, where the cluster has a rate: it acts from the next step on
//   place      x_i += h v_i                                     symplectic Euler
//   limit      strain limiting on level 0, then v_i = (x_i − x_i before the step)/h
//
// Why momentum is kept. Every cluster acts on its members alone, through vectors a_ic that enter as w_ic a_ic; so it is
// enough that each cluster's own sums vanish. Linear: Σ w m a = 0. Angular: symplectic Euler gives
// Σ m x_new × v_new = Σ m x_old × v_new, because x_new − x_old is parallel to v_new; so what counts is Σ w m x_old × a
// = 0.
//   springs    Σ w m (g − x) = 0 since Σ w m p = 0; the torque Σ w m (x − x̄) × R Fᵖ p vanishes when A_xr Fᵖᵀ Rᵀ is
//              symmetric, that is for the least-squares rotation and not for the polar factor of Fᵉ.
//   damping    towards the rigid motion with the members' own momentum and angular momentum: nothing is taken away.
//              (`mean` keeps linear momentum only.)
//   limiting   see limit_strain.
// α and k_d belong to the cluster, not to the particle, so this also holds where they vary in space. It does not hold
// for pinned particles, which push on the world.
#pragma once

#include "reference/matrices.hpp"
#include "reference/plasticity.hpp"

#include <vector>

namespace pliant::reference {

struct Particle {
    Vector3d rest = Vector3d::Zero();      ///< m
    Vector3d position = Vector3d::Zero();  ///< m
    Vector3d velocity = Vector3d::Zero();  ///< m/s
    double mass = 1;                       ///< kg, above 0
    bool pinned = false;                   ///< stays where it is, but takes part in the fit with its mass
};

struct Member {
    int particle = 0;
    double weight = 1;              ///< w_ic; the weights of one particle sum to 1 within each level
    Vector3d p = Vector3d::Zero();  ///< p_ic = r_i − r̄_c, set by prepare
    double kernel = 1;              ///< what the weights are made from when clusters fade (recluster.hpp)
};

struct Cluster {
    std::vector<Member> members;  ///< at least one
    int level = 0;                ///< 0 is the finest
    double level_weight = 1;      ///< W_ℓ, the same for all clusters of a level; sums to 1 over the levels
    double alpha = 0.5;           ///< α, per step
    double k_d = 0;               ///< per step, 0 to 1
    double strain_limit = 0.1;    ///< γ: largest distance from the goal, as a share of the width; level 0 only
    double limit_alpha = 0;       ///< α_L: beyond the limit a spring of this stiffness pulls back; 0: a projection
    double volume = 0;            ///< q, m²: λ/2μ times the square of the cluster's size; 0: its volume is free
    double bending = 1;           ///< how stiff it is to what bends it, over what strains it
    Matrix3d plastic = Matrix3d::Identity();  ///< Fᵖ
    FlowRule flow;                            ///< how Fᵖ changes, after the springs of a step are set
    double accumulated = 0;                   ///< a of docs/methods.md, s
    double fade = 1;                          ///< share of its full weight (recluster.hpp)
    int fading = 0;                           ///< 1 in, −1 out

    double width = 0;                  ///< W_c = max ‖p_ic‖, set by prepare
    Matrix3d A_rr = Matrix3d::Zero();  ///< set by prepare
    double mass = 0;                   ///< Σ w m, set by prepare

    Vector3d center = Vector3d::Zero();           ///< x̄, set by match; prepare puts it at r̄
    Matrix3d deformation = Matrix3d::Identity();  ///< F, set by match
    Matrix3d rotation = Matrix3d::Identity();     ///< R, set by match; completes the next fit where that is singular
};

/// least_squares: R = polar(A_xr Fᵖᵀ), minimises the elastic energy. deformation: R = polar(F Fᵖ⁻¹), as in CC15 and
/// RC17; it gives energy and spin out of nothing and is here to reproduce the papers.
enum class Rotation { least_squares, deformation };
/// rigid: v̂_ic = v̄_c + ω_c × (x_i − x̄_c), which does not brake rotation. mean: v̂_ic = v̄_c, as in MR20.
enum class Damping { rigid, mean };

struct Settings {
    double dt = 1.0 / 240;  ///< h, s
    Vector3d gravity = Vector3d::Zero();
    Rotation rotation = Rotation::least_squares;
    Damping damping = Damping::rigid;
    int strain_sweeps = 0;
    double strain_relaxation = 0.3;  ///< ω of a projection, above 0, at most 1
    double drag = 0;                 ///< share of a step towards the rigid motion of all particles together
};

struct Body {
    std::vector<Particle> particles;
    std::vector<Cluster> clusters;
    Settings settings;
};

/// Computes what follows from rest positions, masses and weights: p_ic, A_rr, W_c. Call once before the first step.
void prepare(Body& body);

/// Fits one cluster to the particles' present positions: center, rotation, deformation.
void match(const std::vector<Particle>& particles, Rotation rotation, Cluster& cluster);

/// What pulls a member, times h² over α: goal − x, softer to what bends the cluster than to what strains it, and with
/// the slope of the energy ½ q (det Fᵉ − 1)² of its volume (docs/methods.md section 2).
Vector3d pull(const Cluster& cluster, const Member& member, const Vector3d& x);

/// g_ic, by the cluster's last fit.
Vector3d goal(const Cluster& cluster, const Member& member);

/// Advances the body by one dt.
void step(Body& body);

/// Strain limiting (Bargteil and Jones 2014) by Jacobi sweeps on level 0, after integration; `before` holds the
/// positions before the step. Moves positions only; step() then recomputes velocities from them.
///
/// Per sweep each cluster is fitted again. A member further than γ W_c from its goal is asked to move by
/// s d, d = g_ic − x_i, s = 1 − γ W_c/‖d‖, onto that distance. Taken alone such votes change the members' momentum,
/// since v = (x − x_before)/h turns every move into velocity. Hence each cluster that limits a member hands out
///     correction_ic = s d − shift − spin × q_i,   q_i = x_i − x̄ before the step,
/// to all its members, with the shift and spin that make Σ w m correction = 0 and Σ w m q × correction = 0. By the
/// argument at the top (x_before × v is what the step conserves) linear and angular momentum are then kept to rounding.
///
/// Where the limit is a spring, sweeps converge to the implicit step of the energy ½ (α_L/h²) Σ w m (‖d‖ − γ W_c)²:
/// x − x_predicted = Σ_c w α_L correction, by x += (Σ_c w α_L correction − (x − x_predicted)) / (1 + largest α_L).
void limit_strain(Body& body, const std::vector<Vector3d>& before);

}  // namespace pliant::reference
