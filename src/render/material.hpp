// What a surface is made of, as far as light can tell.
#pragma once

#include "render/picture.hpp"

#include <memory>

namespace pliant::render {

/// A pattern in the body's own space, in cells of about Material::pattern_size.
enum class Pattern { none, checker, grain, weave, speckle, marble };

struct Material {
    float roughness = 0.7f;  ///< 0 mirrors, 1 is chalk
    float metalness = 0;     ///< 1: mirrors in its own colour and has no other
    float translucency = 0;  ///< how far light goes within it; 1: glows all through
    Pattern pattern = Pattern::none;
    Color second;                            ///< the pattern's other colour
    float pattern_size = 0.1f;               ///< m
    std::shared_ptr<const Picture> texture;  ///< by UV, in place of the colour; none: no texture
};

/// The linear colour at a place of the body's own space. `blur` is the width that a pixel covers there, m: a pattern
/// finer than that is seen as its mean.
Vec3f patterned(const Material& material, const Vec3f& albedo, const Vec3f& place, float blur);

/// The texture's linear colour, between its pixels; it repeats beyond [0, 1]. v goes upwards.
Vec3f texel(const Picture& texture, float u, float v);

}  // namespace pliant::render
