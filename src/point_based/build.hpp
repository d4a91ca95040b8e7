// A point-based body from sampled points.
#pragma once

#include "point_based/point_step.hpp"

namespace pliant {

/// Per particle, SI units; all arrays have the same length.
struct PointBodyInput {
    std::vector<Vec3> rest;      ///< m, about the body's origin: the first embedded positions
    std::vector<Vec3> position;  ///< m, about the body's origin
    std::vector<Vec3> velocity;  ///< m/s
    std::array<std::vector<double>, point_property_count> material;
    std::vector<double> brittle;            ///< as PointBody::brittle; or empty
    std::vector<std::uint32_t> cell, weak;  ///< likewise
    bool may_break = false;
    double volume = 0;   ///< m³ of the whole body
    double spacing = 0;  ///< m
};

/// Sorts the particles along a space-filling curve (`id` is their number in the input), finds their neighbors and
/// weighs them. `work` is ready to step afterwards.
PointBody make_point_body(const PointBodyInput& input, const PointKernels& kernels, PointWork& work);

}  // namespace pliant
