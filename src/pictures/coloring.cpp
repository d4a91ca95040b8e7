#include "pictures/coloring.hpp"

#include "core/assert.hpp"
#include "geometry/hash_grid.hpp"
#include "render/palette.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace pliant {
namespace {

constexpr std::array<std::string_view, 10> names = {"look",     "body",     "cluster", "level",   "new",
                                                    "material", "fragment", "strain",  "plastic", "speed"};
static_assert(static_cast<std::size_t>(ColorBy::speed) + 1 == names.size());

bool is_number(ColorBy color) {
    return color == ColorBy::strain || color == ColorBy::plastic || color == ColorBy::speed;
}

double value_of(const Frame& frame, ColorBy color, std::size_t i) {
    if (color == ColorBy::speed) return frame.velocities[i].norm();
    return static_cast<double>(color == ColorBy::plastic ? frame.plastics[i] : frame.strains[i]);
}

/// Two to twelve names are worth a key: one says nothing, and of more the colours repeat.
std::vector<render::KeyEntry> key_of(const std::vector<std::string>& labels) {
    std::vector<render::KeyEntry> key;
    if (labels.size() < 2 || labels.size() > render::palette_size) return key;
    for (std::size_t i = 0; i < labels.size(); ++i)
        key.push_back({render::categorical(static_cast<int>(i)), labels[i]});
    return key;
}

/// Colours by a category of each body.
Coloring by_category(const Frame& frame, const std::vector<int>& category, const std::vector<std::string>& labels) {
    Coloring coloring;
    for (const std::uint32_t body : frame.bodies)
        coloring.colors.push_back(
            render::categorical(body < category.size() ? category[body] : static_cast<int>(body)));
    coloring.key = key_of(labels);
    return coloring;
}

Coloring by_body(const Scene& scene, const Frame& frame) {
    std::vector<int> category;
    std::vector<std::string> labels;
    for (const Body& body : scene.bodies) {
        category.push_back(static_cast<int>(labels.size()));
        labels.push_back(body.name);
    }
    return by_category(frame, category, labels);
}

Coloring by_look(const Scene& scene, const Frame& frame) {
    Coloring coloring;
    for (const std::uint32_t body : frame.bodies) coloring.colors.push_back(look_color(scene, body));
    return coloring;
}

Coloring by_material(const Scene& scene, const Frame& frame) {
    std::vector<int> category;
    std::vector<std::string> labels;
    for (const Body& body : scene.bodies) {
        const std::string name = body.material.preset.empty() ? "own" : body.material.preset;
        const auto at = std::find(labels.begin(), labels.end(), name);
        category.push_back(static_cast<int>(at - labels.begin()));
        if (at == labels.end()) labels.push_back(name);
    }
    return by_category(frame, category, labels);
}

Coloring by_fragment(const Frame& frame) {
    Coloring coloring;
    std::uint32_t pieces = 0;
    for (const std::uint32_t fragment : frame.fragments) {
        pieces = std::max(pieces, fragment + 1);
        coloring.colors.push_back(render::categorical(static_cast<int>(fragment)));
    }
    std::vector<std::string> labels;
    for (std::uint32_t piece = 1; piece <= pieces && piece <= render::palette_size + 1; ++piece)
        labels.push_back(fmt::format("piece {}", piece));
    coloring.key = key_of(labels);
    return coloring;
}

Coloring by_cluster(const Frame& frame, int level, const std::vector<int>& clusters) {
    Coloring coloring;
    for (const std::uint32_t c : clusters_of_level(frame, level))
        coloring.colors.push_back(render::categorical(c < clusters.size() ? clusters[c] : static_cast<int>(c)));
    return coloring;
}

/// RC17 Figures 2 and 4: particles whose nearest cluster was built with the scene are grey.
Coloring by_new_cluster(const Frame& frame) {
    constexpr render::Color grey{0.45F, 0.45F, 0.45F};
    Coloring coloring;
    for (const std::uint32_t c : clusters_of_level(frame, 0))
        coloring.colors.push_back(c < frame.built_clusters ? grey : render::categorical(static_cast<int>(c)));
    return coloring;
}

Coloring by_number(const Frame& frame, const PictureSettings& settings) {
    double high = settings.color_max > 0 ? settings.color_max : largest_value(frame, settings.color);
    if (!(high > 0)) high = 1;  // nothing moves or is strained: all of the lowest colour
    Coloring coloring;
    const std::string_view name = names[static_cast<std::size_t>(settings.color)];
    coloring.scale = render::Legend{std::string(name), settings.color == ColorBy::speed ? "m/s" : "", 0, high};
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
        coloring.colors.push_back(render::colormap(value_of(frame, settings.color, i) / high));
    return coloring;
}

}  // namespace

render::Color look_color(const Scene& scene, std::size_t body) {
    if (body >= scene.bodies.size() || !scene.bodies[body].material.look.color)
        return render::categorical(static_cast<int>(body));
    const Eigen::Vector3f color = scene.bodies[body].material.look.color->cast<float>();
    return {color.x(), color.y(), color.z()};
}

std::vector<std::string> color_names() { return {names.begin(), names.end()}; }

ColorBy color_by(std::string_view name) {
    const auto it = std::find(names.begin(), names.end(), name);
    if (it == names.end())
        throw InputError({.what = "there is no such colouring",
                          .path = "--color",
                          .value = std::string(name),
                          .allowed = fmt::format("one of: {}", fmt::join(names, ", "))});
    return static_cast<ColorBy>(it - names.begin());
}

double largest_value(const Frame& frame, ColorBy color) {
    double largest = 0;
    for (std::size_t i = 0; is_number(color) && i < frame.positions.size(); ++i)
        largest = std::max(largest, value_of(frame, color, i));
    return largest;
}

double largest_radius(const Frame& frame) {
    return frame.radii.empty() ? 0 : static_cast<double>(*std::max_element(frame.radii.begin(), frame.radii.end()));
}

std::vector<std::uint32_t> clusters_of_level(const Frame& frame, int level) {
    std::vector<std::uint32_t> clusters = frame.clusters;
    for (std::uint32_t& c : clusters)
        for (int l = 0; l < level && frame.parents[c] != c; ++l) c = frame.parents[c];
    if (!frame.cluster_ids.empty())
        for (std::uint32_t& c : clusters) c = frame.cluster_ids[c];
    return clusters;
}

std::vector<int> cluster_categories(const Frame& frame, int level) {
    const std::vector<std::uint32_t> clusters = clusters_of_level(frame, level);
    if (clusters.empty()) return {};
    const std::uint32_t count = *std::max_element(clusters.begin(), clusters.end()) + 1;
    const double reach = 3.2 * largest_radius(frame);  // a little over the spacing, which is two radii
    const PointGrid grid(frame.positions, reach);
    std::vector<std::set<int>> sets(count);
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
        grid.for_each_within(frame.positions[i], reach, [&](std::uint32_t j, double) {
            if (clusters[i] != clusters[j]) sets[clusters[i]].insert(static_cast<int>(clusters[j]));
        });
    std::vector<std::vector<int>> neighbors;
    for (const std::set<int>& set : sets) neighbors.emplace_back(set.begin(), set.end());
    return render::color_neighbors(neighbors);
}

Coloring color_particles(const Scene& scene, const Frame& frame, const PictureSettings& settings,
                         const std::vector<int>& clusters) {
    switch (settings.color) {
        case ColorBy::look:
            return by_look(scene, frame);
        case ColorBy::body:
            return by_body(scene, frame);
        case ColorBy::cluster:
            return by_cluster(frame, 0, clusters);
        case ColorBy::level:
            return by_cluster(frame, settings.level, clusters);
        case ColorBy::renewed:
            return by_new_cluster(frame);
        case ColorBy::fragment:
            return by_fragment(frame);
        case ColorBy::material:
            return by_material(scene, frame);
        case ColorBy::strain:
        case ColorBy::plastic:
        case ColorBy::speed:
            return by_number(frame, settings);
    }
    PLIANT_ASSERT(false);
    return {};
}

}  // namespace pliant
