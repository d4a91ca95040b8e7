// How the choices of scene.hpp are spelled in JSON: the names of an enum in the order of its values.
#pragma once

#include <pliant/scene.hpp>

#include <span>
#include <string_view>

namespace pliant {

using Spellings = std::span<const std::string_view>;

Spellings names_of(ShapeKind);
Spellings names_of(Solver);
Spellings names_of(Integrator);
Spellings names_of(Neighborhoods);
Spellings names_of(EmbeddingMode);
Spellings names_of(ObstacleKind);
Spellings names_of(ForceKind);
Spellings names_of(RotationMode);
Spellings names_of(DampingMode);
Spellings names_of(StrainLimiter);
Spellings names_of(SamplingMethod);
Spellings names_of(ClusterAlgorithm);
Spellings names_of(Kernel);
Spellings names_of(WeightScheme);
Spellings names_of(Favor);
Spellings names_of(ReclusterMode);
Spellings names_of(Interpolation);
Spellings names_of(Space);
Spellings names_of(GlueMode);
Spellings names_of(JointKind);

/// The JSON name of one value.
template <class E>
std::string_view spelling(E value) {
    return names_of(value)[static_cast<std::size_t>(value)];
}

}  // namespace pliant
