#include "render/text.hpp"

#include "render/font.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::render {
namespace {

float distance_to_segment(const Eigen::Vector2f& p, const Eigen::Vector2f& a, const Eigen::Vector2f& b) {
    const Eigen::Vector2f along = b - a;
    const float length2 = along.squaredNorm();
    const float share = length2 > 0 ? std::clamp((p - a).dot(along) / length2, 0.0f, 1.0f) : 0;
    return (p - a - share * along).norm();
}

float distance_to(const Glyph& glyph, const Eigen::Vector2f& p) {
    float nearest = std::numeric_limits<float>::infinity();
    for (const Stroke& stroke : glyph.strokes) {
        for (std::size_t i = 0; i + 1 < stroke.size(); ++i) {
            nearest = std::min(nearest, distance_to_segment(p, stroke[i], stroke[i + 1]));
        }
    }
    return nearest;
}

void draw_glyph(Picture& picture, float left, float top, float scale, const Glyph& glyph, Color color) {
    constexpr float descender_units = 10;
    const float pen = std::max(0.62f, 0.5f * scale);  // half the stroke's width in pixels
    const int x0 = static_cast<int>(std::floor(left - pen - 1));
    const int x1 = static_cast<int>(std::ceil(left + glyph.width * scale + pen + 1));
    const int y0 = static_cast<int>(std::floor(top - pen - 1));
    const int y1 = static_cast<int>(std::ceil(top + descender_units * scale + pen + 1));
    for (int y = std::max(y0, 0); y < std::min(y1, picture.height); ++y) {
        for (int x = std::max(x0, 0); x < std::min(x1, picture.width); ++x) {
            const Eigen::Vector2f p((static_cast<float>(x) + 0.5f - left) / scale,
                                    (static_cast<float>(y) + 0.5f - top) / scale);
            const float ink = std::clamp(pen - distance_to(glyph, p) * scale + 0.5f, 0.0f, 1.0f);
            if (ink > 0) blend_pixel(picture, x, y, color, ink);
        }
    }
}

/// Calls visit(character) once per character of UTF-8 text: the bytes that only continue one are passed over.
template <class Visit>
void for_characters(std::string_view text, const Visit& visit) {
    for (char c : text) {
        if ((static_cast<unsigned char>(c) & 0xc0u) != 0x80u) visit(c);
    }
}

}  // namespace

void draw_text(Picture& picture, float left, float top, float size, std::string_view text, Color color) {
    const float scale = size / cap_units;
    for_characters(text, [&](char c) {
        const Glyph& glyph = glyph_of(c);
        draw_glyph(picture, left, top, scale, glyph, color);
        left += (glyph.width + gap_units) * scale;
    });
}

float text_width(float size, std::string_view text) {
    float units = 0;
    for_characters(text, [&](char c) { units += glyph_of(c).width + gap_units; });
    return std::max(0.0f, units - gap_units) * size / cap_units;
}

}  // namespace pliant::render
