// The bodies of the point-based kernels: included by one source per instruction set, after PLIANT_ISA is defined. See
// kernels.hpp; no Eigen and no standard algorithm in here, for the reason given in shape_matching/kernels.inl.

#include "math/pack_quads.hpp"
#include "math/pack_rotation.hpp"
#include "point_based/kernels.hpp"
#include "point_based/shared/elastoplastic.hpp"

#include "point_based/kernels_basis.inl"
// deform
#include "point_based/kernels_deform.inl"
// flow, force
#include "point_based/kernels_force.inl"
// apply, mismatch, turn
#include "point_based/kernels_embedding.inl"

namespace pliant::PLIANT_ISA {

extern const PointKernels point_kernels;
const PointKernels point_kernels{PLIANT_ISA_TEXT, basis, deform, flow, force, apply, mismatch, turn};

}  // namespace pliant::PLIANT_ISA
