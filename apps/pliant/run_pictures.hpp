// Pictures of the frames of a run, drawn one by one.
#pragma once

#include <pliant/output.hpp>
#include <pliant/pictures.hpp>

#include <optional>
#include <vector>

namespace pliant::cli {

/// `count` of the numbers, evenly spread from the first to the last; all of them when there are fewer.
std::vector<int> spread(const std::vector<int>& numbers, int count);

/// Width and height in pixels; what is not given follows from the other and the motion, or is the usual size.
struct PictureSize {
    std::optional<int> width;
    std::optional<int> height;
};

/// A camera for the whole run. Frames are read, drawn and dropped.
class RunPictures {
  public:
    /// Reads the statistics of all frames for the box of the motion, and the frames to be shown for the scale of a
    /// colouring by number, so that all pictures share both. Progress bars unless `quiet`.
    RunPictures(const RunReader& run, const Scene& scene, std::vector<int> shown, PictureSettings settings,
                const PictureSize& size, bool sheet, bool quiet);
    /// Collision proxies in place of particles from now on; builds the scene's bodies for it.
    void show_proxies(const Scene& scene);

    const std::vector<int>& shown() const { return shown_; }
    const PictureSettings& settings() const { return settings_; }
    Picture take(int frame, bool legend = true);

    /// All shown frames with their times in one picture; the legend is in the first.
    Picture sheet();

  private:
    const RunReader& run_;
    std::vector<int> shown_;
    PictureSettings settings_;
    bool quiet_;
    Picture draw(const Frame& frame, bool legend);

    std::optional<PictureMaker> maker_;
    std::optional<Simulation> bodies_;  ///< only for proxies
};

}  // namespace pliant::cli
