// The proper rotations nearest to eight (four in double) matrices at a time: math/shared/rotation3.hpp of Packs.
#pragma once

#include "math/pack_matrix.hpp"
#include "math/shared/rotation3.hpp"

namespace pliant::PLIANT_ISA {

using PackSvd = Svd<Pack>;
inline constexpr bool in_double = sizeof(Real) == 8;

}  // namespace pliant::PLIANT_ISA
