#include "render/shading.hpp"

#include "render/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::render {
namespace {

// Shifts that keep the sun's and the sky's points apart.
constexpr std::uint32_t sun_shift = 0x2545f491u;
constexpr std::uint32_t sky_shift = 0x7f4a7c15u;

struct Surface {
    Hit hit;
    float haze = 0;
    bool met = false;
    bool thing = false;
};

Surface nearest(const World& world, const Vec3f& eye, const Vec3f& direction) {
    Surface surface;
    if (const std::optional<Hit> hit = world.tracer.first_hit(eye, direction)) {
        surface.hit = *hit;
        surface.met = surface.thing = true;
    }
    for (const Floor& floor : world.floors) {
        const std::optional<FloorHit> f = floor.first_hit(eye, direction, world.pixel);
        if (!f || (surface.met && f->distance >= surface.hit.distance)) continue;
        surface.hit = {f->distance, f->position, f->normal, f->normal, f->albedo};
        surface.haze = f->haze;
        surface.met = true;
        surface.thing = false;
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

float grazing_of(const Hit& hit, const Vec3f& direction) {
    return 1 - std::clamp(-direction.dot(hit.normal), 0.0f, 1.0f);
}

// Schlick's Fresnel term of a dull skin: outlines catch a little of the sky behind them.
Vec3f sheen(const World& world, const Hit& hit, const Vec3f& direction, const Vec3f& sky) {
    const float grazing = grazing_of(hit, direction);
    const float share = 0.02f + 0.30f * grazing * grazing * grazing * grazing;
    const Vec3f mirrored = direction - 2 * direction.dot(hit.normal) * hit.normal;
    return share * world.light.sky(mirrored).cwiseProduct(sky);
}

// What a mirror shows: one more surface, plainly lit, or the sky.
Vec3f mirrored_light(const World& world, const Vec3f& start, const Vec3f& direction) {
    const Surface seen = nearest(world, start, direction);
    if (!seen.met) return world.light.backdrop(direction);
    const float sun = std::max(0.0f, seen.hit.normal.dot(world.light.to_sun));
    const Vec3f light = 0.75f * world.light.sky(seen.hit.normal) + 0.6f * sun * world.light.sun;
    return (1 - seen.haze) * seen.hit.albedo.cwiseProduct(light) + seen.haze * world.light.backdrop(direction);
}

// The sun in a surface of this roughness (GGX), as wide as its disc at least.
float highlight(const World& world, const Hit& hit, const Vec3f& direction, float roughness) {
    const Vec3f half = (world.light.to_sun - direction).normalized();
    const float alpha = std::max(roughness * roughness, world.light.sun_size), alpha2 = alpha * alpha;
    const float cosine = std::max(0.0f, hit.normal.dot(half));
    const float spread = cosine * cosine * (alpha2 - 1) + 1;
    return std::min(8.0f, 0.25f * alpha2 / (spread * spread));
}

// The mirror of a smooth or metallic surface. A rough one mirrors the mean of what is around: no rays, no noise.
void add_mirror(const World& world, const Hit& hit, const Vec3f& start, const Vec3f& direction, Sample& sample) {
    const Material& material = *hit.material;
    const float grazing = grazing_of(hit, direction), power = grazing * grazing * grazing * grazing * grazing;
    const Vec3f straight = (1 - material.metalness) * Vec3f::Constant(0.04f) + material.metalness * hit.albedo;
    constexpr float glossy = 0.45f;  // below it nothing is recognised in the mirror
    const float gloss = 1 - material.roughness;
    const Vec3f share = straight + gloss * power * (Vec3f::Ones() - straight);
    Vec3f mirrored = direction - 2 * direction.dot(hit.normal) * hit.normal;
    if (mirrored.dot(hit.facet) < 0.01f)
        mirrored = (mirrored + (0.01f - mirrored.dot(hit.facet)) * hit.facet).normalized();
    const Vec3f seen = gloss > glossy ? mirrored_light(world, start, mirrored) : sample.sky;
    const float clear = std::clamp((gloss - glossy) / (0.9f - glossy), 0.0f, 1.0f);
    const Vec3f around = clear * seen + (1 - clear) * sample.sky;
    const float visible = sample.sun_facing > 0 ? sample.sun_seen : 0.0f;
    sample.sharp +=
        share.cwiseProduct(around + visible * highlight(world, hit, direction, material.roughness) * world.light.sun);
    sample.albedo *= 1 - material.metalness;
}

// Light that comes through: the ray goes on into the body, bent, to where it leaves it, and finds the light there
// weakened and coloured by the way.
void add_glow(const World& world, const Hit& hit, const Vec3f& direction, Sample& sample) {
    const Material& material = *hit.material;
    const Vec3f inward = (direction - 0.35f * hit.normal).normalized();
    const Vec3f start = hit.position - 4e-5f * (hit.distance + hit.position.norm()) * hit.facet;
    const std::optional<Hit> exit = world.tracer.first_hit(start, inward);
    const float free_way = 0.7f * material.translucency * hit.size;
    const float way = exit ? exit->distance : 0;
    const float through = std::exp(-way / free_way);
    // Saturated by the way: thin parts are pale, thick ones deep in colour.
    Vec3f tint;
    for (int k = 0; k < 3; ++k)
        tint[k] = std::pow(std::max(hit.albedo[k], 1e-3f), 0.4f + 0.6f * std::min(1.0f, way / free_way));
    Vec3f light = 0.9f * world.light.sky(inward) + 0.25f * world.light.sun;
    if (exit) {
        const Vec3f out = exit->position + 4e-5f * (hit.distance + exit->position.norm()) * -exit->facet;
        const float facing = 0.35f + 0.65f * std::max(0.0f, -exit->facet.dot(world.light.to_sun));
        light = 0.8f * world.light.sky(-exit->facet);
        if (!world.tracer.blocked(out, world.light.to_sun)) light += facing * world.light.sun;
    }
    const float share = 0.95f * material.translucency;
    sample.sharp += share * through * tint.cwiseProduct(light);
    sample.albedo *= 1 - 0.7f * share;
}

// Films in front of what was found, the nearest first: pale at their outlines, clear in their middle.
void add_ghosts(const World& world, const Vec3f& eye, const Vec3f& direction, float distance, Sample& sample) {
    constexpr int most = 4;
    Vec3f start = eye, glow = Vec3f::Zero();
    float left = 1, travelled = 0;
    for (int k = 0; k < most; ++k) {
        const std::optional<Hit> film = world.ghosts->first_hit(start, direction);
        if (!film || travelled + film->distance > distance) break;
        const float grazing = grazing_of(*film, direction), share = 0.16f + 0.6f * grazing * grazing;
        glow += left * share * (0.45f * film->albedo + Vec3f::Constant(0.4f));
        left *= 1 - share;
        travelled += film->distance;
        start = film->position + 4e-5f * (travelled + film->position.norm()) * direction;
    }
    sample.sharp = left * sample.sharp + glow;
    sample.albedo *= left;
}

}  // namespace

Sample shade(const World& world, const Vec3f& eye, const Vec3f& direction, std::uint32_t index) {
    Sample sample;
    const Surface surface = nearest(world, eye, direction);
    if (!surface.met) {
        sample.sharp = world.light.backdrop(direction);
        if (world.ghosts != nullptr) add_ghosts(world, eye, direction, std::numeric_limits<float>::max(), sample);
        return sample;
    }
    const Hit& hit = surface.hit;
    // Far enough off the surface for 32-bit rounding of the hit, near enough not to be seen.
    const Vec3f start = hit.position + 2e-5f * (hit.distance + hit.position.norm()) * hit.facet;
    const float clear = 1 - surface.haze;
    sample.met = true;
    sample.thing = surface.thing;
    sample.normal = hit.normal;
    sample.position = hit.position;
    sample.albedo = clear * hit.albedo;
    sample.sky = skylight(world, hit, start, index);
    add_sun(world, hit, start, index, sample);
    sample.sharp = surface.haze > 0 ? Vec3f(surface.haze * world.light.backdrop(direction))
                                    : sheen(world, hit, direction, sample.sky);
    if (hit.material != nullptr) {
        sample.sharp.setZero();
        add_mirror(world, hit, start, direction, sample);
        if (hit.material->translucency > 0) add_glow(world, hit, direction, sample);
    }
    if (world.ghosts != nullptr) add_ghosts(world, eye, direction, hit.distance, sample);
    return sample;
}

}  // namespace pliant::render
