// Animated WebP: a movie that every browser plays, without a video encoder.
#pragma once

#include "render/picture.hpp"

#include <memory>

namespace pliant::render {

/// Takes frames one at a time and keeps only their compressed form, so that a long run needs little memory.
class WebpAnimation {
  public:
    /// Frames of this size, `fps` a second (above 0), looping. Throws InputError.
    WebpAnimation(int width, int height, double fps);
    ~WebpAnimation();

    /// Appends a frame. Throws InputError when its size is not that of the animation.
    void add(const Picture& frame);

    /// Writes the file, as write_png does; call it once, after at least one frame. Throws InputError.
    void write(const std::filesystem::path& path);

  private:
    struct Encoder;
    std::unique_ptr<Encoder> encoder_;
};

/// All frames at once.
void write_webp_animation(const std::filesystem::path& path, const std::vector<Picture>& frames, double fps);

}  // namespace pliant::render
