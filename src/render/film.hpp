// The picture while it is made: samples summed by pixel, light smoothed, tones mapped.
#pragma once

#include "render/picture.hpp"
#include "render/shading.hpp"

namespace pliant::render {

/// The means of a pixel's samples (shading.hpp).
struct FilmPixel {
    Vec3f sharp = Vec3f::Zero();
    Vec3f albedo = Vec3f::Zero();
    Vec3f sky = Vec3f::Zero();       ///< over the samples that met a surface
    float sun_facing = 0;            ///< the same
    float sun_seen = 0;              ///< the same
    Vec3f normal = Vec3f::Zero();    ///< the same; shorter than 1 where the samples disagree
    Vec3f position = Vec3f::Zero();  ///< the same
    float depth = 0;                 ///< the same, along the view
    bool met = false;
    bool thing = false;  ///< any of the samples met one (shading.hpp)
};

/// Sums the samples of one pixel.
class PixelSum {
  public:
    void add(const Sample& sample);
    FilmPixel mean(const Light& light, const Vec3f& eye, const Vec3f& forward) const;

  private:
    Sample sum_;
    Vec3f sky_product_ = Vec3f::Zero();  // of albedo and sky, sample by sample
    Vec3f sun_product_ = Vec3f::Zero();  // of albedo and sun_seen
    int samples_ = 0;
    int met_ = 0;
    bool thing_ = false;
};

struct Film {
    int width = 0;
    int height = 0;
    float pixel = 0;  ///< width of a pixel at depth 1
    std::vector<FilmPixel> pixels;

    const FilmPixel& at(int x, int y) const {
        return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    }
};

/// Averages sky and shadow over the 4×4 windows of interleaved sampling where the surface is smooth, maps tones,
/// rounds.
Picture develop(const Film& film, const Light& light, bool parallel);

}  // namespace pliant::render
