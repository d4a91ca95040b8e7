// Which colour each particle of a frame gets, and the key that says what the colours mean.
#pragma once

#include "render/legend.hpp"

#include <pliant/pictures.hpp>

#include <optional>
#include <vector>

namespace pliant {

/// Numbers have a scale, two to twelve names a key; clusters have neither.
struct Coloring {
    std::vector<render::Color> colors;  ///< one a particle
    std::optional<render::Legend> scale;
    std::vector<render::KeyEntry> key;
};

/// The colour of a body's look; one by its place in the scene where the look has none.
render::Color look_color(const Scene& scene, std::size_t body);

/// The cluster of each particle that a level shows, by its id; 0 is the finest.
std::vector<std::uint32_t> clusters_of_level(const Frame& frame, int level);

/// A category for each cluster so that clusters of this level whose particles lie side by side in this frame differ.
std::vector<int> cluster_categories(const Frame& frame, int level = 0);

/// `clusters` is what cluster_categories gave; a cluster beyond its end is coloured by its number.
Coloring color_particles(const Scene& scene, const Frame& frame, const PictureSettings& settings,
                         const std::vector<int>& clusters);

}  // namespace pliant
