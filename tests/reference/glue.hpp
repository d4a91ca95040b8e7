// Point cloud glue (PG10) as the paper writes it: one entry of the derivative at a time, and constraints solved all at
// once by Newton's method on the dense system. Slow, and plain.
#pragma once

#include "reference/matrices.hpp"

#include <optional>
#include <vector>

namespace pliant::reference {

/// Parents with weights that sum to 1.
struct Cloud {
    std::vector<Vector3d> rest, now;
    std::vector<double> weight;
};

struct CloudFit {
    Matrix3d u, v;  ///< det u = det v
    Vector3d s;     ///< the last entry may be negative
    Matrix3d rotation;
    Vector3d center, rest_center;
};
/// Eq. 4–7, with the transpose of docs/methods.md section 6.
CloudFit fit_cloud(const Cloud& cloud);

/// φ, eq. 4.
Vector3d bound_place(const Cloud& cloud, const Vector3d& rest_point);

/// ∂φ/∂x_i, eq. 8–17, entry by entry.
Matrix3d bound_derivative(const Cloud& cloud, const Vector3d& rest_point, std::size_t i);

/// How fast the frame turns, rad/s, for each velocity of parent i: the axial vector of dR Rᵀ, entry by entry.
Matrix3d turn_derivative(const Cloud& cloud, std::size_t i);

/// Particles and rigid bodies that fly freely but for glue.
struct GluedSystem {
    /// A frame of parents and a point of its rest space; one parent: that particle itself. Or a point of a rigid body,
    /// in its own coordinates.
    struct End {
        std::vector<std::size_t> parents;
        std::vector<Vector3d> rest;
        std::vector<double> weight;
        Vector3d point = Vector3d::Zero();
        std::optional<std::size_t> rigid;
        Matrix3d turn = Matrix3d::Identity();  ///< of the rigid body, when it was bound
    };
    struct Pose {
        Vector3d center = Vector3d::Zero();
        Matrix3d rotation = Matrix3d::Identity();
    };
    /// Its inertia is that of a ball: what it resists does not depend on how it is turned.
    struct Rigid {
        Vector3d velocity, spin;
        double mass, inertia;
    };
    struct Spring {
        double stiffness, damping;  ///< N/m and N s/m
        double lever = 1;           ///< m: times its square against turning
    };
    struct Binding {
        End a, b;
        bool welded = false;           ///< two frames that are to turn alike, too
        std::optional<Spring> spring;  ///< none: exact
    };
    std::vector<Vector3d> position, velocity;
    std::vector<double> mass;
    std::vector<Pose> poses;  ///< of the rigid bodies
    std::vector<Rigid> rigid;
    std::vector<Binding> bindings;
};

/// One step x' = x + h v', and of a rigid body R' = exp(h ω') R, v' = v + M⁻¹ Cᵀ λ. C is the derivative, at x, of the
/// distances c = φ_a − φ_b (and of how much farther a is turned than b) for the points of both ends that are where the
/// force acts: at the particle, or midway between the ends of a joint. λ is such that exact bindings hold at x', and
/// springs pull by what is then left: λ = −h (k c' + d C v').
void step_glued(GluedSystem& system, double h);

/// Weights a_i that sum to 1 with Σ a_i x_i = point, for a triangle and a point in its plane: the binding that the
/// paper's Figure 1 warns of.
Vector3d linear_weights(const Vector3d (&triangle)[3], const Vector3d& point);

}  // namespace pliant::reference
