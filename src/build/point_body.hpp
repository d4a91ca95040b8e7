// A body of the point-based solver, from the scene to the Model and the State.
#pragma once

#include "build/built_body.hpp"
#include "build/samples.hpp"
#include "build/shape.hpp"

namespace pliant {

/// The particles of a built body with the material that the point-based solver needs.
PointBodyInput point_body_input(ShapeBuilder& shapes, const Body& body, const BodySamples& samples,
                                const BuiltBody& built, const std::string& path);

/// The body, and what there is to say about it in its summary. Throws InputError, with `path`, when it is too thin for
/// neighbors on all sides, or too stiff for steps of dt.
PointBody make_checked_points(const BuiltBody& built, const PointBased& settings, const std::string& path, double dt,
                              const PointKernels& kernels, BodySummary& summary);

}  // namespace pliant
