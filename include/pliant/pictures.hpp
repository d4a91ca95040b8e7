// Pictures of frames: ray traced, with soft sky and sun light, without a window or a graphics card.
//
//     pliant::PictureMaker maker(scene, simulation.stats().bbox);
//     pliant::save_png(maker.take(simulation.snapshot()), "frame.png");
//
// The same frame gives the same bytes on every run and for any number of threads.
#pragma once

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

/// Rows from the top, red green blue, 8 bits each (sRGB).
struct Picture {
    int width = 0;                  ///< pixels
    int height = 0;                 ///< pixels
    std::vector<std::uint8_t> rgb;  ///< 3 · width · height
};

/// What is drawn of a body; obstacles are always drawn.
enum class Show {
    skin,       ///< its surface (Body::skin); particles of a frame that is not of this scene
    particles,  ///< balls
    both,       ///< balls seen through the surface
    proxies,    ///< the collision shapes that PictureMaker::take is given
    clusters,   ///< balls in the colours of their nearest finest clusters
    embedded    ///< its surface, or balls, in the shape of least stress (Frame::embedded), where it was built
};
/// Their names, in order: "skin", "particles", …
std::vector<std::string> show_names();
/// Throws InputError that lists the names.
Show show_of(std::string_view name);

/// What the colour of a body or particle stands for. Names get a list of colours, numbers a bar with its ends.
enum class ColorBy {
    look,      ///< nothing: as its material looks
    body,      ///< by the body's place in the scene
    cluster,   ///< nearest finest cluster, neighbors in different colours
    level,     ///< the same of a coarser level, see PictureSettings
    renewed,   ///< "new": nearest finest cluster where reclustering made it; grey where it was built with the scene
    material,  ///< by the preset the body's material started from; "own" without one
    fragment,  ///< by the piece of a body that hangs together
    strain,    ///< largest |stretch − 1|
    plastic,   ///< the same of what has become permanent
    speed      ///< m/s
};

/// Their names, in order: "body", "cluster", …
std::vector<std::string> color_names();
/// Throws InputError that lists the names.
ColorBy color_by(std::string_view name);

/// How a picture is taken. The time it takes grows with width · height · antialias².
struct PictureSettings {
    int width = 960;    ///< pixels, at least 1; films with ffmpeg are made even
    int height = 540;   ///< pixels
    int antialias = 3;  ///< rays per pixel along each side
    Show show = Show::skin;
    ColorBy color = ColorBy::look;
    int level = 1;  ///< whose clusters ColorBy::level shows, 0 being the finest; bodies with fewer show their coarsest
    double motion_blur =
        0;                 ///< how long the shutter is open, of the time between two frames; 0: sharp. Costs four times
    double color_max = 0;  ///< what the top of the colour map stands for; 0: the largest value in the picture
};

/// Throws the InputError that drawing or exporting would: for skins and textures that are not there or do not fit. To
/// know before a long run; quick when the scene names none.
void check_skins(const Scene& scene);

/// Takes pictures of one scene from one place, one at a time: not from several threads at once, as it may learn from
/// each (below). It draws on all threads itself.
class PictureMaker {
  public:
    /// The camera frames `motion`, the box that holds the particles at all times, and obstacles that keys move, unless
    /// the scene has a camera. Makes the skins of the scene's bodies: samples them again and reads their meshes. Throws
    /// InputError when a file is not there or a skin does not fit its body.
    PictureMaker(const Scene& scene, const Box& motion, const PictureSettings& settings = {});
    ~PictureMaker();
    PictureMaker(PictureMaker&&) noexcept;
    PictureMaker& operator=(PictureMaker&&) noexcept;

    /// Colours clusters by which of them are neighbors in this frame. Without it the first picture decides, and
    /// pictures that were begun at different frames would not agree. Does nothing unless clusters or levels are shown.
    void learn_clusters(const Frame& frame);

    /// `legend`: says in a corner with little in it what the colours mean, where there is something to say. Collision
    /// proxies, if given (Simulation::proxies), are drawn in place of the particles, in their clusters' colours. Not
    /// const: where clusters are shown and none were learned, it learns them from this frame for all later pictures.
    Picture take(const Frame& frame, bool legend = true, const std::vector<ProxyShape>& proxies = {});

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The largest number the colouring shows in this frame, for one scale over many pictures; 0 for a colouring by name.
double largest_value(const Frame& frame, ColorBy color);

/// The largest particle radius of the frame, in metres: what a box of centres is to be grown by.
double largest_radius(const Frame& frame);

/// The width / height between 2:3 and 16:9 at which the camera of a PictureMaker leaves the least room around the
/// motion; 16:9 when the scene has a camera of its own.
double fitting_aspect(const Scene& scene, const Box& motion);

/// Pictures in rows with labels, as one. All of one size, at least one; a label for each, or none.
Picture sheet_of(const std::vector<Picture>& pictures, int columns, const std::vector<std::string>& labels);

/// How many columns show `count` pictures of this size in full rows, or nearly, in about the shape of a screen.
int sheet_columns(int count, double aspect);

/// Throws InputError; the file is either complete or not there.
void save_png(const Picture& picture, const std::filesystem::path& file);

/// The bytes of a PNG file.
std::string png_bytes(const Picture& picture);

/// A film, taken picture by picture; only compressed frames are kept. `.webp` is written by Pliant itself and loops;
/// `.mp4` (H.264) by the program ffmpeg.
class Movie {
  public:
    /// Frames of this size, `fps` a second. Throws InputError for another ending, for a folder that cannot be written,
    /// and for .mp4 when ffmpeg is not installed.
    Movie(const std::filesystem::path& file, int width, int height, double fps);
    ~Movie();
    Movie(const Movie&) = delete;
    Movie& operator=(const Movie&) = delete;

    /// The next frame, of the size that was promised. Throws InputError.
    void add(const Picture& picture);
    /// Call it once, after at least one picture; without it no file is left. Throws InputError.
    void finish();

  private:
    struct Encoder;
    std::unique_ptr<Encoder> encoder_;
};

}  // namespace pliant
