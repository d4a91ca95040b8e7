// Work space of the point-based solver: never saved, every number in it follows from the PointBody.
#pragma once

#include "point_based/point_body.hpp"

#include <array>

namespace pliant {

/// Particles handled by one task; a multiple of the kernels' blocks.
inline constexpr std::size_t point_chunk = 512;
/// From this many particles on a second thread pays.
inline constexpr std::size_t point_parallel_threshold = 2048;

inline double as_double(Real x) { return static_cast<double>(x); }

/// How strongly what F does not explain of a neighborhood pushes back, as a part of the stiffness against shear, 2μ
/// (docs/methods.md section 5): so that beams sag as they should at any Poisson's ratio, from a thousand particles on.
inline constexpr double remainder_part = 0.7;

/// Who is a neighbor of whom, in either direction: one sorted row of partners a particle. `forward` is the slot of
/// (i → column) in PointBody::rest, `backward` that of (column → i); where there is none, the zero one at the end.
struct PointGraph {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> column, forward, backward;
    std::vector<std::uint32_t> incoming_rows, incoming;  ///< work space of building
};

/// V P A⁻¹ − k F by columns, and Σ_j w_ij u_ij: what eq. 5 and the springs k w_ij sum. The spare lane of the moment is
/// Σ_j w_ij.
struct alignas(8 * sizeof(Real)) StressRecord {
    Real column[3][4] = {};
    Real moment[4] = {};
};

/// One conjugate-gradient solve.
struct SolveReport {
    std::uint32_t iterations = 0;
    bool converged = true;
    double residual = 0;  ///< at the end, over the bound that counts as converged
};

struct PointScratch {
    void resize(const PointBody& body);

    Columns<6> basis_inverse;          ///< A⁻¹ (xx yy zz yz xz xy); zero where the neighbors do not span space
    std::vector<Real> raw_volume;      ///< eq. 3 as printed; zero where the neighbors do not span space
    std::vector<StressRecord> stress;  ///< whole blocks
    Columns<9> deformation;            ///< F, by columns
    std::vector<Vector4> first;        ///< Σ_j w_ij x_ij; the spare lane is k, N/m
    std::vector<Vector4> offset;  ///< Σ_j w_ij (x_ij − F u_ij) / Σ_j w_ij: back to where F puts the particle, m
    Columns<6> flow;              ///< Fₚ of this step, likewise symmetric
    std::vector<std::uint8_t> flowing;
    std::vector<Real> share;         ///< of what F does not explain, that becomes permanent in this step
    std::vector<Vector4> force;      ///< N; elastic
    std::vector<StressRecord> turn;  ///< nonlinear embedding: the columns of R_i
    PointGraph graph;
    std::vector<Real> one_way;    ///< by slot of rest, the zero one too: this direction's part of an entry's value
    std::vector<Real> drag;       ///< by entry of the graph: pair coefficient of viscosity, N s/m
    std::vector<Real> stiffness;  ///< by entry: w_ij² + w_ji² of the embedding
    std::vector<Vector4> unknown, residual, direction, product;
    std::vector<Real> diagonal, preconditioner;
    std::vector<std::array<double, 4>> sums;  ///< per chunk
    double stable_step = 0;                   ///< s
    bool graph_valid = false, basis_valid = false, drag_valid = false, step_valid = false;
};

}  // namespace pliant
