// Ray-traced pictures of a Stage: sun with soft shadows, sky light with soft occlusion, antialiased.
//
// The same input gives the same bytes on every run and for any number of threads: each pixel is a function of its own
// place, tiles write only their own pixels, and the tree of spheres is built in one order.
#pragma once

#include "render/picture.hpp"
#include "render/stage.hpp"
#include "render/view.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pliant::render {

struct DrawSettings {
    int width = 960;
    int height = 540;
    int antialias = 3;     ///< rays per pixel along each side; 1 is jagged, 5 is for print
    int sky_samples = 1;   ///< rays to the sky for each of them
    bool parallel = true;  ///< use the threads of the tbb::task_arena around the call
};

struct Drawing {
    Picture picture;
    std::vector<std::uint8_t> things;  ///< per pixel: 1 where a sphere or a mesh is, 0 for planes and the backdrop
    std::size_t skipped = 0;           ///< spheres and triangles left out: not finite, or without a size
};

/// Throws InputError when the view is not one (view.hpp) or the size is outside 1 to 16384 pixels.
Drawing draw(const Stage& stage, const View& view, const DrawSettings& settings = {});

}  // namespace pliant::render
