// Words in pictures: labels and legends. Printable ASCII; other characters appear as '?', one each.
#pragma once

#include "render/picture.hpp"

#include <string_view>

namespace pliant::render {

/// Draws one line; `left` and `top` are where the first capital's upper left corner lies, `size` is the height of
/// capitals, all in pixels. What falls outside the picture is cut off.
void draw_text(Picture& picture, float left, float top, float size, std::string_view text, Color color);

/// How wide draw_text makes it, in pixels.
float text_width(float size, std::string_view text);

}  // namespace pliant::render
