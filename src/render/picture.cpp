#include "render/picture.hpp"

#include "core/assert.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::render {
namespace {

std::uint8_t byte_of(float channel) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(channel, 0.0f, 1.0f)));
}

}  // namespace

Picture::Picture(int w, int h, Color fill) : width(w), height(h) {
    PLIANT_ASSERT(w >= 0 && h >= 0);
    rgb.resize(3 * static_cast<std::size_t>(w) * static_cast<std::size_t>(h));
    for (std::size_t i = 0; i < rgb.size(); i += 3) {
        rgb[i] = byte_of(fill.r);
        rgb[i + 1] = byte_of(fill.g);
        rgb[i + 2] = byte_of(fill.b);
    }
}

void blend_pixel(Picture& picture, int x, int y, Color color, float opacity) {
    if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return;
    std::uint8_t* p = picture.pixel(x, y);
    const auto over = [opacity](std::uint8_t below, float above) {
        return byte_of((1 - opacity) * static_cast<float>(below) / 255 + opacity * above);
    };
    p[0] = over(p[0], color.r);
    p[1] = over(p[1], color.g);
    p[2] = over(p[2], color.b);
}

void blend_rectangle(Picture& picture, int left, int top, int width, int height, float radius, Color color,
                     float opacity) {
    const float half_width = 0.5f * static_cast<float>(width);
    const float half_height = 0.5f * static_cast<float>(height);
    radius = std::min({radius, half_width, half_height});
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            // Signed distance of the pixel's centre from the rounded outline; half a pixel of ramp antialiases it.
            const float dx = std::abs(static_cast<float>(x) + 0.5f - half_width) - (half_width - radius);
            const float dy = std::abs(static_cast<float>(y) + 0.5f - half_height) - (half_height - radius);
            const float outside = std::hypot(std::max(dx, 0.0f), std::max(dy, 0.0f));
            const float distance = outside + std::min(std::max(dx, dy), 0.0f) - radius;
            const float coverage = std::clamp(0.5f - distance, 0.0f, 1.0f);
            if (coverage > 0) blend_pixel(picture, left + x, top + y, color, opacity * coverage);
        }
    }
}

}  // namespace pliant::render
