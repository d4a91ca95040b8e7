// A half-space: what proxies are cut by, and what supporting_planes finds.
#pragma once

#include <pliant/types.hpp>

namespace pliant {

/// The half-space normal · q ≤ offset.
struct HalfSpace {
    Vec3 normal = Vec3::UnitX();  ///< unit
    double offset = 0;            ///< m
};

}  // namespace pliant
