#include "render/shading.hpp"

#include "render/sampling.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::render {
namespace {

// Shifts that keep the sun's and the sky's points apart.
constexpr std::uint32_t sun_shift = 0x2545f491u;
constexpr std::uint32_t sky_shift = 0x7f4a7c15u;

struct Surface {
    Hit hit;
    float haze = 0;
    bool met = false;
};

Surface nearest(const World& world, const Vec3f& eye, const Vec3f& direction) {
    Surface surface;
    if (const std::optional<Hit> hit = world.tracer.first_hit(eye, direction)) {
        surface.hit = *hit;
        surface.met = true;
    }
    for (const Floor& floor : world.floors) {
        const std::optional<FloorHit> f = floor.first_hit(eye, direction, world.pixel);
        if (!f || (surface.met && f->distance >= surface.hit.distance)) continue;
        surface.hit = {f->distance, f->position, f->normal, f->normal, f->albedo};
        surface.haze = f->haze;
        surface.met = true;
    }
    return surface;
}

void add_sun(const World& world, const Hit& hit, const Vec3f& start, std::uint32_t index, Sample& sample) {
    const Light& light = world.light;
    const Point2 spot = in_disc(even_point(index, sun_shift));
    const auto [a, b] = tangents(light.to_sun);
    const Vec3f toward = (light.to_sun + light.sun_size * (spot.u * a + spot.v * b)).normalized();
    sample.sun_facing = std::max(0.0f, hit.normal.dot(toward));
    const bool lit = sample.sun_facing > 0 && hit.facet.dot(toward) > 0 && !world.tracer.blocked(start, toward);
    sample.sun_seen = lit ? sample.sun_facing : 0;
}

// Light that comes from a plane: it is itself lit by sun and sky, less what stands on it takes away.
Vec3f floor_glow(const World& world, const Floor& floor) {
    const float sun = std::max(0.0f, floor.normal().dot(world.light.to_sun));
    const Vec3f lit = 0.30f * sun * world.light.sun + 0.45f * world.light.sky(floor.normal());
    return floor.albedo().cwiseProduct(lit);
}

Vec3f skylight(const World& world, const Hit& hit, const Vec3f& start, std::uint32_t index) {
    // A blocked ray ends on something near, most often of the same body: light bounced once more takes on its colour.
    const Vec3f blocked = 0.32f * hit.albedo.cwiseProduct(world.light.sky(world.light.up));
    Vec3f sum = Vec3f::Zero();
    for (int k = 0; k < world.sky_samples; ++k) {
        const std::uint32_t i = index * static_cast<std::uint32_t>(world.sky_samples) + static_cast<std::uint32_t>(k);
        const Vec3f toward = toward_hemisphere(hit.normal, even_point(i, sky_shift));
        if (hit.facet.dot(toward) <= 0 || world.tracer.blocked(start, toward)) {
            sum += blocked;
            continue;
        }
        const auto floor = std::find_if(world.floors.begin(), world.floors.end(),
                                        [&](const Floor& f) { return f.met(start, toward); });
        sum += floor != world.floors.end() ? floor_glow(world, *floor) : world.light.sky(toward);
    }
    return sum / static_cast<float>(world.sky_samples);
}

// Schlick's Fresnel term of a dull skin: outlines catch a little of the sky behind them.
Vec3f sheen(const World& world, const Hit& hit, const Vec3f& direction, const Vec3f& sky) {
    const float grazing = 1 - std::clamp(-direction.dot(hit.normal), 0.0f, 1.0f);
    const float share = 0.02f + 0.30f * grazing * grazing * grazing * grazing;
    const Vec3f mirrored = direction - 2 * direction.dot(hit.normal) * hit.normal;
    return share * world.light.sky(mirrored).cwiseProduct(sky);
}

}  // namespace

Sample shade(const World& world, const Vec3f& eye, const Vec3f& direction, std::uint32_t index) {
    Sample sample;
    const Surface surface = nearest(world, eye, direction);
    if (!surface.met) {
        sample.sharp = world.light.backdrop(direction);
        return sample;
    }
    const Hit& hit = surface.hit;
    // Far enough off the surface for 32-bit rounding of the hit, near enough not to be seen.
    const Vec3f start = hit.position + 2e-5f * (hit.distance + hit.position.norm()) * hit.facet;
    const float clear = 1 - surface.haze;
    sample.met = true;
    sample.normal = hit.normal;
    sample.position = hit.position;
    sample.albedo = clear * hit.albedo;
    sample.sky = skylight(world, hit, start, index);
    add_sun(world, hit, start, index, sample);
    sample.sharp = surface.haze > 0 ? Vec3f(surface.haze * world.light.backdrop(direction))
                                    : sheen(world, hit, direction, sample.sky);
    return sample;
}

}  // namespace pliant::render
