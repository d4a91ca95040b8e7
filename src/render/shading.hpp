// What one ray from the eye sees: light of sun and sky that a surface sends back dully, mirrors, or lets through.
#pragma once

#include "render/floor.hpp"
#include "render/light.hpp"
#include "render/tracer.hpp"

#include <cstdint>

namespace pliant::render {

/// Everything a ray may meet.
struct World {
    const Tracer& tracer;
    const Tracer* ghosts;  ///< what the eye alone sees, and sees through; may be none
    std::vector<Floor> floors;
    Light light;
    float pixel;      ///< width of a pixel at distance 1
    int sky_samples;  ///< rays to the sky per ray from the eye
};

/// The answer, with what few rays can only guess kept apart: the ray's colour is
/// sharp + albedo · (sky + sun_seen · light.sun), by channel.
struct Sample {
    bool met = false;              ///< false: the backdrop; all below but `sharp` is zero
    bool thing = false;            ///< met a sphere or a mesh, not a plane
    Vec3f sharp = Vec3f::Zero();   ///< sheen, haze, backdrop
    Vec3f albedo = Vec3f::Zero();  ///< the share of diffuse light that is sent back
    Vec3f sky = Vec3f::Zero();     ///< the mean light from the hemisphere
    float sun_facing = 0;          ///< cosine to the sun, at least 0
    float sun_seen = 0;            ///< the same, or 0 in the shadow
    Vec3f normal = Vec3f::Zero();
    Vec3f position = Vec3f::Zero();
};

/// `index` counts the samples of a window (sampling.hpp).
Sample shade(const World& world, const Vec3f& eye, const Vec3f& direction, std::uint32_t index);

}  // namespace pliant::render
