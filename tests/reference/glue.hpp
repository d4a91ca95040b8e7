// Point cloud glue (PG10) as the paper writes it: one entry of the derivative at a time, and constraints solved all at
// once by Newton's method on the dense system. Slow, and plain.
#pragma once

#include "reference/matrices.hpp"

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
/// Eq. 4–7, with the transpose of METHODS section 6.
CloudFit fit_cloud(const Cloud& cloud);

/// φ, eq. 4.
Vector3d bound_place(const Cloud& cloud, const Vector3d& rest_point);

/// ∂φ/∂x_i, eq. 8–17, entry by entry.
Matrix3d bound_derivative(const Cloud& cloud, const Vector3d& rest_point, std::size_t i);

/// Particles that fall freely but for hard bindings: each places one particle by the frame of others.
struct BoundSystem {
    struct Binding {
        std::size_t particle;
        std::vector<std::size_t> parents;
        std::vector<Vector3d> rest;  ///< of the parents
        std::vector<double> weight;
        Vector3d rest_point;
    };
    std::vector<Vector3d> position, velocity;
    std::vector<double> mass;
    std::vector<Binding> bindings;
};
/// One step x' = x + h v', v' = v + M⁻¹ Cᵀ λ with C the constraints' derivative at x and λ such that all hold at x'.
void step_bound(BoundSystem& system, double h);

/// Weights a_i that sum to 1 with Σ a_i x_i = point, for a triangle and a point in its plane: the binding that the
/// paper's Figure 1 warns of.
Vector3d linear_weights(const Vector3d (&triangle)[3], const Vector3d& point);

}  // namespace pliant::reference
