#include <pliant/pictures.hpp>

#include "pictures/stage.hpp"
#include "render/draw.hpp"
#include "render/legend.hpp"
#include "render/sheet.hpp"
#include "render/view.hpp"

namespace pliant {
namespace {

render::Picture to_render(const Picture& picture) {
    render::Picture result;
    result.width = picture.width;
    result.height = picture.height;
    result.rgb = picture.rgb;
    return result;
}

Picture from_render(render::Picture picture) { return {picture.width, picture.height, std::move(picture.rgb)}; }

}  // namespace

struct PictureMaker::Parts {
    Scene scene;
    PictureSettings settings;
    render::View view;
    std::vector<int> cluster_colors;
};

PictureMaker::PictureMaker(const Scene& scene, const Box& motion, const PictureSettings& settings)
    : parts_(std::make_unique<Parts>(Parts{scene, settings, {}, {}})) {
    parts_->view = render::frame_view(motion, static_cast<double>(settings.width) / settings.height);
}

PictureMaker::~PictureMaker() = default;
PictureMaker::PictureMaker(PictureMaker&&) noexcept = default;
PictureMaker& PictureMaker::operator=(PictureMaker&&) noexcept = default;

Picture PictureMaker::take(const Frame& frame) const {
    render::Stage stage;
    add_obstacles(parts_->scene, frame.time, stage);
    const ColorScale scale = add_particles(frame, parts_->settings, parts_->cluster_colors, stage);
    render::DrawSettings settings;
    settings.width = parts_->settings.width;
    settings.height = parts_->settings.height;
    settings.antialias = parts_->settings.antialias;
    render::Picture picture = render::draw(stage, parts_->view, settings).picture;
    if (!scale.label.empty()) render::draw_legend(picture, {scale.label, scale.unit, scale.low, scale.high});
    return from_render(std::move(picture));
}

Picture sheet_of(const std::vector<Picture>& pictures, int columns, const std::vector<std::string>& labels) {
    std::vector<render::Picture> parts;
    for (const Picture& p : pictures) parts.push_back(to_render(p));
    return from_render(render::sheet(parts, columns, labels));
}

void save_png(const Picture& picture, const std::filesystem::path& file) {
    render::write_png(file, to_render(picture));
}

}  // namespace pliant
