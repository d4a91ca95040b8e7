// The key to colours that stand for numbers or for names.
#pragma once

#include "render/picture.hpp"

#include <string>
#include <vector>

namespace pliant::render {

/// colormap(0) stands for `low`, colormap(1) for `high`.
struct Legend {
    std::string label;  ///< "speed"
    std::string unit;   ///< "m/s"; may be empty
    double low = 0;
    double high = 1;
};

/// Where it is laid over the picture.
enum class Corner { lower_left, lower_right, upper_right };

/// A part of a picture, in pixels.
struct Patch {
    int left = 0, top = 0, width = 0, height = 0;
};

/// Lays the legend over a corner, sized by the picture's height: a bar with its numbers under its name.
void draw_legend(Picture& picture, const Legend& legend, Corner corner = Corner::lower_left);
/// What it would cover.
Patch legend_patch(const Picture& picture, const Legend& legend, Corner corner);

struct KeyEntry {
    Color color;
    std::string label;
};

/// Lays a list of colours and their names over a corner; a name too long for the picture is cut short. Nothing when
/// there are no entries.
void draw_key(Picture& picture, const std::vector<KeyEntry>& entries, Corner corner = Corner::lower_left);
/// What it would cover.
Patch key_patch(const Picture& picture, const std::vector<KeyEntry>& entries, Corner corner);

}  // namespace pliant::render
