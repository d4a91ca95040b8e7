#include "render/light.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant::render {
namespace {

constexpr float radians = std::numbers::pi_v<float> / 180;
constexpr float sun_azimuth = 50 * radians;  // to the left of the viewer
constexpr float sun_elevation = 46 * radians;
constexpr float sun_radius = 2.6f * radians;  // ten times the real one: shadows soften visibly away from contact

Vec3f mix(const Vec3f& a, const Vec3f& b, float share) { return (1 - share) * a + share * b; }

float shoulder(float x) {
    constexpr float knee = 0.55f;
    return x < knee ? x : knee + (1 - knee) * (1 - std::exp(-(x - knee) / (1 - knee)));
}

}  // namespace

Vec3f Light::sky(const Vec3f& direction) const {
    const float height = direction.dot(up);
    const Vec3f horizon(0.52f, 0.55f, 0.59f);
    const Vec3f zenith(0.30f, 0.40f, 0.58f);
    const Vec3f below(0.28f, 0.26f, 0.24f);  // light thrown back by a ground that is not in the scene
    return height >= 0 ? mix(horizon, zenith, std::sqrt(height)) : mix(horizon, below, std::min(1.0f, -4 * height));
}

Vec3f Light::backdrop(const Vec3f& direction) const {
    const float height = direction.dot(up);
    const Vec3f horizon(0.82f, 0.85f, 0.88f);
    const Vec3f zenith(0.42f, 0.56f, 0.76f);
    const Vec3f below(0.62f, 0.64f, 0.66f);
    return height >= 0 ? mix(horizon, zenith, std::min(1.0f, 1.5f * height))
                       : mix(horizon, below, std::min(1.0f, -1.5f * height));
}

Light make_light(const Camera& camera, const View& view) {
    Light light;
    light.up = view.up.normalized().cast<float>();
    // Looking straight down there is no horizontal "back"; the camera's own down-axis takes its place.
    Vec3 back = -camera.forward + camera.forward.dot(view.up.normalized()) * view.up.normalized();
    if (back.norm() < 1e-3) back = -camera.up;
    const Vec3f flat = back.normalized().cast<float>();
    const Vec3f left = flat.cross(light.up).normalized();
    light.to_sun = std::cos(sun_elevation) * (std::cos(sun_azimuth) * flat + std::sin(sun_azimuth) * left) +
                   std::sin(sun_elevation) * light.up;
    light.to_sun.normalize();
    light.sun = Vec3f(1.16f, 1.02f, 0.82f);
    light.sun_size = std::tan(sun_radius);
    return light;
}

Color tone_mapped(const Vec3f& radiance) {
    return from_linear({shoulder(radiance.x()), shoulder(radiance.y()), shoulder(radiance.z())});
}

}  // namespace pliant::render
