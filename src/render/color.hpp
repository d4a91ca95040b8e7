// Colours as people write them (sRGB), as light adds up (linear) and as eyes see them (OKLab, B. Ottosson 2020).
#pragma once

#include <Eigen/Core>

namespace pliant::render {

using Vec3f = Eigen::Vector3f;

/// An sRGB colour, each channel in [0, 1]: what "#rrggbb" means, divided by 255.
struct Color {
    float r = 0;
    float g = 0;
    float b = 0;
    bool operator==(const Color&) const = default;
};

/// One channel, sRGB to linear light and back (IEC 61966-2-1). Both are defined for all of [0, ∞).
float linear_from_srgb(float encoded);
float srgb_from_linear(float linear);

/// Linear light: the space in which reflectances and averages are computed.
Vec3f to_linear(Color color);
Color from_linear(const Vec3f& linear);

/// OKLab: (L, a, b) with lightness L in [0, 1]; equal distances look about equally different.
Vec3f to_oklab(Color color);

/// The colour at (L, a, b). Outside what a screen can show, chroma is lowered until it fits; L and hue stay.
Color from_oklab(const Vec3f& lab);

/// The same in polar form: chroma (0 is grey, about 0.3 the most vivid) and hue in degrees.
Color from_oklch(float lightness, float chroma, float hue_degrees);

}  // namespace pliant::render
