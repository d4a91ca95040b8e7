// 3×3 matrices, vectors and quaternions of eight (four in double) clusters at a time: math/shared/matrix3.hpp of Packs.
#pragma once

#include "math/shared/matrix3.hpp"
#include "math/simd.hpp"

namespace pliant::PLIANT_ISA {

using PackVec = Vector3<Pack>;
using PackMat = Matrix3<Pack>;
using PackQuat = Quaternion<Pack>;
using PackSym = Symmetric3<Pack>;

}  // namespace pliant::PLIANT_ISA
