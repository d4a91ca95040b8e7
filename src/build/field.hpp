// The value of a varying material parameter at every particle.
#pragma once

#include "build/samples.hpp"
#include "build/shape.hpp"

namespace pliant {

using FieldValues = std::vector<double>;

/// Constant, by regions in the body's own coordinates, or from an attribute of its file. `name` is the
/// parameter's row in the table, `path` where it is in the scene. Throws InputError when the body's file has no such
/// attribute or a value is out of the parameter's range.
FieldValues evaluate(ShapeBuilder& shapes, const Varying& varying, const BodySamples& samples, const std::string& name,
                     const std::string& path);

}  // namespace pliant
