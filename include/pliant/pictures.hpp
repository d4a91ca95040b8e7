// Pictures of frames: ray traced, with soft sky and sun light, without a window or a graphics card.
//
//     pliant::PictureMaker maker(scene, simulation.stats().bbox);
//     pliant::save_png(maker.take(simulation.snapshot()), "frame.png");
#pragma once

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace pliant {

/// Rows from the top, red green blue, 8 bits each (sRGB).
struct Picture {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;
};

/// What the colour of a particle stands for.
enum class ColorBy {
    body,
    cluster,  ///< nearest finest cluster, neighbours in different colours
    strain,   ///< largest |stretch − 1|
    speed     ///< m/s
};

struct PictureSettings {
    int width = 960;
    int height = 540;
    int antialias = 3;  ///< rays per pixel along each side
    ColorBy color = ColorBy::body;
    double color_max = 0;  ///< what the top of the colour map stands for; 0: the largest value in the picture
};

/// Takes pictures of one scene from one place.
class PictureMaker {
  public:
    /// The camera frames `motion`, the box that holds the particles at all times, unless the scene has a camera.
    PictureMaker(const Scene& scene, const Box& motion, const PictureSettings& settings = {});
    ~PictureMaker();
    PictureMaker(PictureMaker&&) noexcept;
    PictureMaker& operator=(PictureMaker&&) noexcept;

    Picture take(const Frame& frame) const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Pictures in rows with labels, as one.
Picture sheet_of(const std::vector<Picture>& pictures, int columns, const std::vector<std::string>& labels);

/// Throws InputError; the file is either complete or not there.
void save_png(const Picture& picture, const std::filesystem::path& file);

}  // namespace pliant
