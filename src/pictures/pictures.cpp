#include <pliant/pictures.hpp>

#include "pictures/coloring.hpp"
#include "pictures/convert.hpp"
#include "pictures/proxies.hpp"
#include "pictures/surfaces.hpp"
#include "render/draw.hpp"
#include "render/palette.hpp"
#include "render/sheet.hpp"
#include "render/view.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace pliant {
namespace {

constexpr double widest = 16.0 / 9;

render::View view_of(const Scene& scene, const Box& motion, double aspect) {
    if (!scene.camera) return render::frame_view(motion, aspect);
    render::View view;
    view.eye = scene.camera->eye;
    view.target = scene.camera->target;
    view.field_of_view_degrees = scene.camera->field_of_view;
    return view;
}

/// Each in the colour of a particle of its cluster.
void add_proxies(const std::vector<ProxyShape>& proxies, const Frame& frame, const Coloring& coloring,
                 render::Stage& stage) {
    std::unordered_map<std::uint32_t, render::Color> color;
    for (std::size_t i = 0; i < frame.clusters.size(); ++i) color.emplace(frame.clusters[i], coloring.colors[i]);
    for (const ProxyShape& proxy : proxies) {
        const auto known = color.find(proxy.cluster);
        const render::Color own = render::categorical(static_cast<int>(proxy.body));
        stage.meshes.push_back(proxy_surface(proxy, known == color.end() ? own : known->second));
    }
}

/// In linear light, as film adds it up.
render::Drawing mean_of(std::vector<render::Drawing> drawings) {
    render::Drawing mean = std::move(drawings.front());
    for (std::size_t i = 0; i < mean.picture.rgb.size(); ++i) {
        float sum = render::linear_from_srgb(static_cast<float>(mean.picture.rgb[i]) / 255);
        for (std::size_t k = 1; k < drawings.size(); ++k)
            sum += render::linear_from_srgb(static_cast<float>(drawings[k].picture.rgb[i]) / 255);
        const float encoded = render::srgb_from_linear(sum / static_cast<float>(drawings.size()));
        mean.picture.rgb[i] = static_cast<std::uint8_t>(std::lround(255 * encoded));
    }
    return mean;
}

/// Where a legend covers the least of the things in the picture.
render::Corner emptiest_corner(const render::Drawing& drawing, const Coloring& coloring) {
    render::Corner best = render::Corner::lower_left;
    std::size_t least = drawing.things.size() + 1;
    for (const render::Corner corner :
         {render::Corner::lower_left, render::Corner::lower_right, render::Corner::upper_right}) {
        const render::Patch patch = coloring.scale ? render::legend_patch(drawing.picture, *coloring.scale, corner)
                                                   : render::key_patch(drawing.picture, coloring.key, corner);
        std::size_t covered = 0;
        for (int y = std::max(0, patch.top); y < std::min(drawing.picture.height, patch.top + patch.height); ++y)
            for (int x = std::max(0, patch.left); x < std::min(drawing.picture.width, patch.left + patch.width); ++x)
                covered +=
                    drawing.things[static_cast<std::size_t>(y) * static_cast<std::size_t>(drawing.picture.width) +
                                   static_cast<std::size_t>(x)];
        if (covered < least) {
            least = covered;
            best = corner;
        }
    }
    return best;
}

Frame in_embedded_shape(const Frame& frame) {
    if (frame.embedded.empty())
        throw InputError({.what = "this run has no embedded shapes to show",
                          .path = "--show",
                          .value = "embedded",
                          .allowed = "point-based bodies, and bodies that flow and have coarser levels",
                          .hint = "--show skin"});
    Frame there = frame;
    there.positions = frame.embedded;
    return there;
}

}  // namespace

struct PictureMaker::Parts {
    Scene scene;
    PictureSettings settings;
    render::View view;
    Surfaces surfaces;
    std::vector<int> clusters;  // filled by learn_clusters or the first picture

    bool shows_clusters() const { return settings.color == ColorBy::cluster || settings.color == ColorBy::level; }
    bool shows_skins() const {
        return settings.show == Show::skin || settings.show == Show::both || settings.show == Show::embedded;
    }
    std::optional<render::Corner> corner;  // of the legend: where the first picture has room

    /// Once, or several times while the shutter is open.
    render::Drawing draw(const Frame& frame, const Coloring& coloring, const std::vector<ProxyShape>& proxies) const {
        render::DrawSettings how;
        how.width = settings.width;
        how.height = settings.height;
        how.antialias = settings.antialias;
        if (settings.motion_blur <= 0) return render::draw(stage_of(frame, coloring, proxies, 0), view, how);
        constexpr int moments = 9;
        how.antialias = std::max(1, (settings.antialias * 2 + 1) / 3);
        std::vector<render::Drawing> drawings;
        for (int k = 0; k < moments; ++k) {
            const double later = settings.motion_blur / scene.time.fps * ((k + 0.5) / moments - 0.5);
            drawings.push_back(render::draw(stage_of(frame, coloring, proxies, later), view, how));
        }
        return mean_of(std::move(drawings));
    }
    render::Stage stage_of(const Frame& frame, const Coloring& coloring, const std::vector<ProxyShape>& proxies,
                           double later) const {
        render::Stage stage;
        surfaces.add_obstacles(frame.time + later, stage);
        if (!proxies.empty()) {
            add_proxies(proxies, frame, coloring, stage);
        } else if (shows_skins()) {
            surfaces.add_bodies(frame, coloring, settings, later, stage);
        } else {
            stage.spheres.push_back({frame.positions, frame.radii, coloring.colors});
            for (std::size_t i = 0; i < frame.positions.size(); ++i)
                stage.spheres.back().centers[i] += later * frame.velocities[i];
        }
        return stage;
    }
    void learn_clusters(const Frame& frame) {
        clusters = cluster_categories(frame, settings.color == ColorBy::level ? settings.level : 0);
    }
};

PictureMaker::PictureMaker(const Scene& scene, const Box& motion, const PictureSettings& settings)
    : parts_(std::make_unique<Parts>(Parts{scene, settings, {}, Surfaces(scene), {}, {}})) {
    if (settings.show == Show::clusters) parts_->settings.color = ColorBy::cluster;
    const Box seen = with_keyed_obstacles(scene, parts_->surfaces.skins(), motion);
    parts_->view = view_of(scene, seen, static_cast<double>(settings.width) / settings.height);
}

PictureMaker::~PictureMaker() = default;
PictureMaker::PictureMaker(PictureMaker&&) noexcept = default;
PictureMaker& PictureMaker::operator=(PictureMaker&&) noexcept = default;

void PictureMaker::learn_clusters(const Frame& frame) {
    if (parts_->shows_clusters()) parts_->learn_clusters(frame);
}

Picture PictureMaker::take(const Frame& whole, bool legend, const std::vector<ProxyShape>& proxies) {
    Parts& parts = *parts_;
    const Frame frame = parts.settings.show == Show::embedded ? in_embedded_shape(whole) : whole;
    if (parts.shows_clusters() && parts.clusters.empty()) parts.learn_clusters(frame);
    const Coloring coloring = color_particles(parts.scene, frame, parts.settings, parts.clusters);
    render::Drawing drawing = parts.draw(frame, coloring, proxies);
    const bool anything = coloring.scale || !coloring.key.empty();
    if (legend && anything && !parts.corner) parts.corner = emptiest_corner(drawing, coloring);
    if (legend && coloring.scale) render::draw_legend(drawing.picture, *coloring.scale, *parts.corner);
    if (legend && !coloring.key.empty()) render::draw_key(drawing.picture, coloring.key, *parts.corner);
    return from_render(std::move(drawing.picture));
}

std::vector<std::string> show_names() { return {"skin", "particles", "both", "proxies", "clusters", "embedded"}; }

Show show_of(std::string_view name) {
    const std::vector<std::string> names = show_names();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw InputError({.what = "there is no such thing to show",
                          .path = "--show",
                          .value = std::string(name),
                          .allowed = fmt::format("one of: {}", fmt::join(names, ", "))});
    return static_cast<Show>(found - names.begin());
}

double fitting_aspect(const Scene& scene, const Box& motion) {
    return scene.camera ? widest : render::fitting_aspect(motion, 2.0 / 3, widest);
}

Picture sheet_of(const std::vector<Picture>& pictures, int columns, const std::vector<std::string>& labels) {
    std::vector<render::Picture> parts;
    for (const Picture& p : pictures) parts.push_back(to_render(p));
    return from_render(render::sheet(parts, columns, labels));
}

int sheet_columns(int count, double aspect) {
    constexpr double screen = 2;  // width / height of the whole that is aimed at
    int best = 1;
    double best_cost = 0;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double shape = std::abs(std::log(columns * aspect / (rows * screen)));
        const double empty = static_cast<double>(rows * columns - count) / count;
        const double cost = shape + 4 * empty;
        if (columns > 1 && cost >= best_cost) continue;
        best = columns;
        best_cost = cost;
    }
    return best;
}

void save_png(const Picture& picture, const std::filesystem::path& file) {
    render::write_png(file, to_render(picture));
}

std::string png_bytes(const Picture& picture) { return render::png_bytes(to_render(picture)); }

}  // namespace pliant
