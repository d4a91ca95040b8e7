// The hot loops of the point-based solver, compiled once per instruction set and chosen at run time.
//
// Each writes only its own particles [begin, end) and reads others: every sum has one order, whatever the threads.
#pragma once

#include "point_based/point_scratch.hpp"

#include <string>

namespace pliant {

/// Particles are handled in blocks of this many; `begin` is a multiple of it.
inline constexpr std::size_t point_block = 8;

/// diag x + Σ value (x_i − x_column): the matrix of the viscosity and of the embedding solves.
struct PointOperator {
    const PointGraph* graph;
    const Real* value;     ///< by entry of the graph
    const Real* diagonal;  ///< per particle, or none for zero
};

struct PointKernels {
    const char* name;
    /// w_ij from u_ij; A_i⁻¹ of eq. 2, Σ w u, and eq. 3 without any scale.
    void (*basis)(PointBody&, PointScratch&, std::size_t begin, std::size_t end);
    /// F (eq. 2), its factors (eq. 6 and 7), and V P A⁻¹ (eq. 4 and 5). Says what flowed in `flowing`.
    void (*deform)(PointBody&, PointScratch&, Real dt, std::size_t begin, std::size_t end);
    /// u_ij ← Fₚ u_ij where it flowed, and a share of what F does not explain becomes permanent.
    void (*flow)(PointBody&, const PointScratch&, std::size_t begin, std::size_t end);
    /// Elastic forces (eq. 5, and springs against what F does not explain), gathered from both sides.
    void (*force)(const PointBody&, PointScratch&, std::size_t begin, std::size_t end);
    /// y = operator x; returns Σ x·y per axis in `dots`.
    void (*apply)(const PointOperator&, const Vector4* x, Vector4* y, double* dots, std::size_t begin, std::size_t end);
    /// Downhill direction of the embedding's error: C ᵀ(u − C e), with rest vectors turned by `turn` unless `linear`.
    void (*mismatch)(const PointBody&, PointScratch&, bool linear, std::size_t begin, std::size_t end);
    /// The rotations R_i of the nonlinear embedding: nearest to Σ w² e_ij u_ijᵀ.
    void (*turn)(const PointBody&, PointScratch&, std::size_t begin, std::size_t end);
};

/// The kernels of the instruction set with this name ("avx2", "portable"; empty: the best one); nullptr for none.
const PointKernels* find_point_kernels(const std::string& name);

}  // namespace pliant
