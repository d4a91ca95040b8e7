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

/// Lays the legend over the lower left corner, sized by the picture's height: a bar with its numbers under its name.
void draw_legend(Picture& picture, const Legend& legend);

struct KeyEntry {
    Color color;
    std::string label;
};

/// Lays a list of colours and their names over the same corner; a name too long for the picture is cut short. Nothing
/// when there are no entries.
void draw_key(Picture& picture, const std::vector<KeyEntry>& entries);

}  // namespace pliant::render
