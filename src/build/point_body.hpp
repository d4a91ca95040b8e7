// A body of the point-based solver, from the scene to the Model and the State.
#pragma once

#include "build/body.hpp"
#include "build/samples.hpp"
#include "sim/state.hpp"

namespace pliant {

/// The particles of a built body with the material that the point-based solver needs.
PointBodyInput point_body_input(ShapeBuilder& shapes, const Body& body, const BodySamples& samples,
                                const BuiltBody& built, const std::string& path);

/// Adds the body to the simulation. Throws InputError, with `path`, when it is too thin for neighbours on all sides.
void add_point_body(const BuiltBody& built, const Body& body, const std::string& path, Model& model, State& state);

}  // namespace pliant
