#include "render/film.hpp"

#include "core/parallel.hpp"
#include "render/sampling.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pliant::render {
namespace {

// Five taps that weigh every residue modulo four equally: the window of interleaved sampling, centred on the pixel.
static_assert(interleave == 4);
constexpr std::array<float, 5> window = {0.5f, 1, 1, 1, 0.5f};

/// How much the light on `other` says about that on `here`: 1 on the same smooth surface, 0 beyond a bend or a step.
float likeness(const FilmPixel& here, const FilmPixel& other, float pixel) {
    if (!other.met) return 0;
    const float bend = here.normal.dot(other.normal);
    if (bend <= 0) return 0;
    const float step = std::abs(here.normal.dot(other.position - here.position)) / (3 * pixel * here.depth);
    const float same_plane = std::max(0.0f, 1 - step);
    const float bend4 = (bend * bend) * (bend * bend);
    return same_plane * bend4 * bend4;
}

/// The diffuse light at a pixel, smoothed over its window. Of the sun the share that is seen is smoothed, not the
/// light: the rounding of a small sphere must not be washed out.
Vec3f smooth_light(const Film& film, const Light& light, int x, int y) {
    const FilmPixel& here = film.at(x, y);
    Vec3f sky = Vec3f::Zero();
    float weights = 0;
    float seen = 0;
    float facing = 0;
    for (int v = std::max(0, y - 2); v <= std::min(film.height - 1, y + 2); ++v) {
        for (int u = std::max(0, x - 2); u <= std::min(film.width - 1, x + 2); ++u) {
            const FilmPixel& other = film.at(u, v);
            const float alike = u == x && v == y ? 1 : likeness(here, other, film.pixel);
            const float weight =
                alike * window[static_cast<std::size_t>(u - x + 2)] * window[static_cast<std::size_t>(v - y + 2)];
            sky += weight * other.sky;
            seen += weight * other.sun_seen;
            facing += weight * other.sun_facing;
            weights += weight;
        }
    }
    const float sun = facing > 0 ? here.sun_facing * seen / facing : 0;
    return sky / weights + sun * light.sun;
}

}  // namespace

void PixelSum::add(const Sample& sample) {
    ++samples_;
    met_ += sample.met ? 1 : 0;
    thing_ = thing_ || sample.thing;
    sum_.sharp += sample.sharp;
    sum_.albedo += sample.albedo;
    sum_.sky += sample.sky;
    sum_.sun_facing += sample.sun_facing;
    sum_.sun_seen += sample.sun_seen;
    sum_.normal += sample.normal;
    sum_.position += sample.position;
    sky_product_ += sample.albedo.cwiseProduct(sample.sky);
    sun_product_ += sample.albedo * sample.sun_seen;
}

FilmPixel PixelSum::mean(const Light& light, const Vec3f& eye, const Vec3f& forward) const {
    FilmPixel pixel;
    const auto samples = static_cast<float>(samples_);
    pixel.sharp = sum_.sharp / samples;
    if (met_ == 0) return pixel;
    const auto met = static_cast<float>(met_);
    pixel.met = true;
    pixel.thing = thing_;
    pixel.albedo = sum_.albedo / samples;
    pixel.sky = sum_.sky / met;
    pixel.sun_facing = sum_.sun_facing / met;
    pixel.sun_seen = sum_.sun_seen / met;
    pixel.normal = sum_.normal / met;
    pixel.position = sum_.position / met;
    pixel.depth = (pixel.position - eye).dot(forward);
    // Where several surfaces share the pixel the product of the means is not the mean of the products.
    const Vec3f exact = (sky_product_ + sun_product_.cwiseProduct(light.sun)) / samples;
    pixel.sharp += exact - pixel.albedo.cwiseProduct(pixel.sky + pixel.sun_seen * light.sun);
    return pixel;
}

Picture develop(const Film& film, const Light& light, bool parallel) {
    Picture picture(film.width, film.height);
    constexpr std::size_t rows = 8;
    for_chunks(static_cast<std::size_t>(film.height), rows, parallel, [&](std::size_t begin, std::size_t end) {
        for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
            for (int x = 0; x < film.width; ++x) {
                const FilmPixel& pixel = film.at(x, y);
                Vec3f radiance = pixel.sharp;
                if (pixel.met) radiance += pixel.albedo.cwiseProduct(smooth_light(film, light, x, y));
                blend_pixel(picture, x, y, tone_mapped(radiance.cwiseMax(0)), 1);
            }
        }
    });
    return picture;
}

}  // namespace pliant::render
