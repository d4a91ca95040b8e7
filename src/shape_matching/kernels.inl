// The bodies of the kernels: included by one source per instruction set, after PLIANT_ISA is defined. See kernels.hpp.
//
// No Eigen and no standard algorithm in here: an inline function of theirs, compiled with these flags, could be the
// copy that the linker keeps for everybody.

#include "math/pack_quads.hpp"
#include "math/pack_rotation.hpp"
#include "shape_matching/kernels.hpp"
#include "shape_matching/shared/cluster_fit.hpp"
#include "shape_matching/shared/member.hpp"

#include "shape_matching/kernels_members.inl"
// The rest builds on it, in this order.
#include "shape_matching/kernels_fit.inl"
// match
#include "shape_matching/kernels_match.inl"
// advance
#include "shape_matching/kernels_advance.inl"
// limit_clusters, limit_particles
#include "shape_matching/kernels_strain.inl"

namespace pliant::PLIANT_ISA {

extern const Kernels kernels;
const Kernels kernels{PLIANT_ISA_TEXT, match, advance, limit_clusters, limit_particles, rotate};

}  // namespace pliant::PLIANT_ISA
