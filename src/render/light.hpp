// The light of every picture: a warm low sun, a cool sky, and how much of both a pixel shows.
#pragma once

#include "render/color.hpp"
#include "render/view.hpp"

namespace pliant::render {

/// All colours are linear; a white wall that faces the sun under an open sky has a radiance of about 1.
struct Light {
    Vec3f up;        ///< towards the zenith
    Vec3f to_sun;    ///< towards the middle of the sun
    Vec3f sun;       ///< what a white surface facing the sun sends out
    float sun_size;  ///< radius of the sun's disc at distance 1: how soft shadows are

    /// Radiance of the sky in a direction of unit length: what lights the scene.
    Vec3f sky(const Vec3f& direction) const;

    /// What the eye sees behind everything: paler than the sky that lights, so that things stand out.
    Vec3f backdrop(const Vec3f& direction) const;
};

/// The sun stands over the viewer's left shoulder, so that every view has a light and a shaded side.
Light make_light(const Camera& camera, const View& view);

/// Linear radiance to a displayed colour: linear in the darks and middles, a soft shoulder instead of a hard clip
/// above.
Color tone_mapped(const Vec3f& radiance);

}  // namespace pliant::render
