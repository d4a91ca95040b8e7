#include "run_pictures.hpp"

#include "interrupt.hpp"
#include "progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant::cli {
namespace {

/// The box of all frames' particles, radii included.
Box motion_of(const RunReader& run, bool quiet) {
    Box box;
    const std::vector<int>& numbers = run.frame_numbers();
    Progress progress("looking", static_cast<int>(numbers.size()), quiet);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Box frame = run.read_stats(numbers[i]).stats.bbox;
        box.add(frame.lower);
        box.add(frame.upper);
        progress.update(static_cast<int>(i) + 1);
        stop_if_asked("looking at the frames");
    }
    const Vec3 radius = Vec3::Constant(largest_radius(run.read_frame(numbers.front()).frame));
    return {box.lower - radius, box.upper + radius};
}

double largest_value_of(const RunReader& run, const std::vector<int>& numbers, ColorBy color, bool quiet) {
    if (color != ColorBy::strain && color != ColorBy::plastic && color != ColorBy::speed) return 0;
    double largest = 0;
    Progress progress("scaling", static_cast<int>(numbers.size()), quiet);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        largest = std::max(largest, largest_value(run.read_frame(numbers[i]).frame, color));
        progress.update(static_cast<int>(i) + 1);
        stop_if_asked("looking at the frames");
    }
    return largest;
}

/// A sheet's cells have the shape of the motion and together about the size of a screen.
void choose_size(PictureSettings& settings, const PictureSize& size, const std::vector<int>& shown, bool sheet,
                 double motion_aspect) {
    constexpr double sheet_pixels = 1.1e6;
    double aspect = static_cast<double>(settings.width) / settings.height;
    double height = settings.height;
    if (sheet) {
        aspect = motion_aspect;
        const double cells = std::max(2.0, static_cast<double>(shown.size()));
        height = std::min(540.0, std::sqrt(sheet_pixels / cells / aspect));
    }
    if (size.height) height = *size.height;
    if (size.width && !size.height) height = *size.width / aspect;
    settings.height = std::max(1, static_cast<int>(std::lround(height)));
    settings.width = size.width ? *size.width : std::max(1, static_cast<int>(std::lround(height * aspect)));
}

}  // namespace

std::vector<int> spread(const std::vector<int>& numbers, int count) {
    if (count >= static_cast<int>(numbers.size())) return numbers;
    if (count == 1) return {numbers.back()};
    std::vector<int> chosen;
    for (int k = 0; k < count; ++k)
        chosen.push_back(
            numbers[static_cast<std::size_t>(k) * (numbers.size() - 1) / static_cast<std::size_t>(count - 1)]);
    return chosen;
}

RunPictures::RunPictures(const RunReader& run, const Scene& scene, std::vector<int> shown, PictureSettings settings,
                         const PictureSize& size, bool sheet, bool quiet)
    : run_(run), shown_(std::move(shown)), settings_(settings), quiet_(quiet) {
    const Box motion = motion_of(run, quiet);
    choose_size(settings_, size, shown_, sheet, fitting_aspect(scene, motion));
    if (settings_.color_max <= 0) settings_.color_max = largest_value_of(run, shown_, settings_.color, quiet);
    maker_.emplace(scene, motion, settings_);
    if (settings_.color == ColorBy::cluster || settings_.color == ColorBy::level || settings_.show == Show::clusters)
        maker_->learn_clusters(run.read_frame(run.frame_numbers().front()).frame);
}

void RunPictures::show_proxies(const Scene& scene) { bodies_.emplace(scene); }

Picture RunPictures::draw(const Frame& frame, bool legend) {
    return maker_->take(frame, legend, bodies_ ? bodies_->proxies(frame) : std::vector<ProxyShape>{});
}

Picture RunPictures::take(int frame, bool legend) { return draw(run_.read_frame(frame).frame, legend); }

Picture RunPictures::sheet() {
    std::vector<Picture> pictures;
    std::vector<std::string> labels;
    Progress progress("drawing", static_cast<int>(shown_.size()), quiet_);
    for (const int number : shown_) {
        const Frame frame = run_.read_frame(number).frame;
        labels.push_back(fmt::format("{:.2f} s", frame.time));
        pictures.push_back(draw(frame, pictures.empty()));
        progress.update(static_cast<int>(pictures.size()));
        stop_if_asked("drawing");
    }
    const double aspect = static_cast<double>(settings_.width) / settings_.height;
    return sheet_of(pictures, sheet_columns(static_cast<int>(pictures.size()), aspect), labels);
}

}  // namespace pliant::cli
