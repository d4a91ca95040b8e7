// What a frame and its scene look like: the stage for the renderer.
#pragma once

#include "render/stage.hpp"

#include <pliant/pictures.hpp>

namespace pliant {

/// Obstacles where their keys put them at this time.
void add_obstacles(const Scene& scene, double time, render::Stage& stage);

/// The numbers behind a colouring, one per particle, and how a legend calls them.
struct ColorScale {
    std::string label, unit;
    double low = 0, high = 0;
};

/// Particles as balls. Returns the scale for colourings by number; an empty label otherwise.
/// `cluster_colors` are computed from the first frame given and kept, so that a cluster keeps its colour over a run.
ColorScale add_particles(const Frame& frame, const PictureSettings& settings, std::vector<int>& cluster_colors,
                         render::Stage& stage);

}  // namespace pliant
