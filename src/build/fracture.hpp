// How a body breaks: its toughness, and the pattern that an artist laid into it.
#pragma once

#include "build/built_body.hpp"
#include "build/field.hpp"

namespace pliant {

/// Fills in what the body's clusters and particles know of it, and the rule. `toughness` per particle; the
/// body's particles are placed. Throws InputError with the path filled in.
void set_fracture(ShapeBuilder& shapes, const Body& body, const BodySamples& samples, const FieldValues& toughness,
                  const std::string& path, const Scene& scene, BuiltBody& built);

/// The same of a point-based body whose points are ready; returns the rule.
PointBreaking set_point_fracture(ShapeBuilder& shapes, const Body& body, const BodySamples& samples,
                                 const FieldValues& toughness, const std::string& path, const Scene& scene,
                                 BuiltBody& built);

}  // namespace pliant
