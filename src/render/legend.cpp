#include "render/legend.hpp"

#include "render/palette.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pliant::render {
namespace {

constexpr Color ink = {0.16f, 0.18f, 0.22f};
constexpr Color paper = {1, 1, 1};

float text_size(const Picture& picture) {
    return std::max(7.0f, std::round(0.02f * static_cast<float>(picture.height)));
}

/// The text, or as much of its start as fits with dots after it.
std::string cut_to(std::string text, float size, float width) {
    if (text_width(size, text) <= width) return text;
    while (!text.empty() && text_width(size, text + "...") > width) text.pop_back();
    return text + "...";
}

/// A panel of this size in a corner.
Patch placed_patch(const Picture& picture, int width, int height, Corner corner) {
    const int margin = static_cast<int>(std::lround(1.4f * text_size(picture)));
    const bool right = corner != Corner::lower_left, upper = corner == Corner::upper_right;
    return {right ? picture.width - margin - width : margin, upper ? margin : picture.height - margin - height, width,
            height};
}

/// The texts of a legend, and the width that they need.
struct LegendTexts {
    std::string title, low, high;
    int bar_width;
};
LegendTexts texts_of(const Legend& legend, float size) {
    LegendTexts texts;
    texts.title = legend.unit.empty() ? legend.label : fmt::format("{} [{}]", legend.label, legend.unit);
    texts.low = fmt::format("{:.3g}", legend.low);
    texts.high = fmt::format("{:.3g}", legend.high);
    const float numbers = text_width(size, texts.low) + text_width(size, texts.high) + 2 * size;
    texts.bar_width = static_cast<int>(std::ceil(std::max({16 * size, text_width(size, texts.title), numbers})));
    return texts;
}

/// The labels of a key, cut to fit, and the width of the widest.
struct KeyTexts {
    std::vector<std::string> labels;
    int widest = 0;
};
KeyTexts texts_of(const Picture& picture, const std::vector<KeyEntry>& entries) {
    const float size = text_size(picture);
    KeyTexts texts;
    for (const KeyEntry& entry : entries) {
        texts.labels.push_back(cut_to(entry.label, size, static_cast<float>(picture.width) - 6.9f * size));
        texts.widest = std::max(texts.widest, static_cast<int>(std::ceil(text_width(size, texts.labels.back()))));
    }
    return texts;
}

}  // namespace

Patch legend_patch(const Picture& picture, const Legend& legend, Corner corner) {
    const float size = text_size(picture);
    const auto px = [size](float sizes) { return static_cast<int>(std::lround(sizes * size)); };
    return placed_patch(picture, texts_of(legend, size).bar_width + 2 * px(1.1f), 2 * px(1.1f) + px(4.9f), corner);
}

void draw_legend(Picture& picture, const Legend& legend, Corner corner) {
    const float size = text_size(picture);
    const auto px = [size](float sizes) { return static_cast<int>(std::lround(sizes * size)); };
    const LegendTexts texts = texts_of(legend, size);
    const Patch panel = legend_patch(picture, legend, corner);
    const int left = panel.left + px(1.1f), top = panel.top + px(1.1f);
    blend_rectangle(picture, panel.left, panel.top, panel.width, panel.height, 0.7f * size, paper, 0.78f);
    draw_text(picture, static_cast<float>(left), static_cast<float>(top), size, texts.title, ink);
    const int bar_top = top + px(1.75f);
    for (int x = 0; x < texts.bar_width; ++x) {
        const Color color = colormap((x + 0.5) / texts.bar_width);
        for (int y = 0; y < px(1.3f); ++y) blend_pixel(picture, left + x, bar_top + y, color, 1);
    }
    const auto numbers_top = static_cast<float>(top + px(3.75f));
    draw_text(picture, static_cast<float>(left), numbers_top, size, texts.low, ink);
    draw_text(picture, static_cast<float>(left + texts.bar_width) - text_width(size, texts.high), numbers_top, size,
              texts.high, ink);
}

Patch key_patch(const Picture& picture, const std::vector<KeyEntry>& entries, Corner corner) {
    const float size = text_size(picture);
    const auto px = [size](float sizes) { return static_cast<int>(std::lround(sizes * size)); };
    const int rows = static_cast<int>(entries.size());
    return placed_patch(picture, px(1) + px(1.3f) + px(0.8f) + texts_of(picture, entries).widest + px(1),
                        2 * px(1) + px(2) * (rows - 1) + px(1.3f), corner);
}

void draw_key(Picture& picture, const std::vector<KeyEntry>& entries, Corner corner) {
    if (entries.empty()) return;
    const float size = text_size(picture);
    const auto px = [size](float sizes) { return static_cast<int>(std::lround(sizes * size)); };
    const KeyTexts texts = texts_of(picture, entries);
    const Patch panel = key_patch(picture, entries, corner);
    const int patch = px(1.3f), label_left = panel.left + px(1) + patch + px(0.8f);
    blend_rectangle(picture, panel.left, panel.top, panel.width, panel.height, 0.7f * size, paper, 0.78f);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const int y = panel.top + px(1) + px(2) * static_cast<int>(i);
        blend_rectangle(picture, panel.left + px(1), y, patch, patch, 0.3f * size, entries[i].color, 1);
        draw_text(picture, static_cast<float>(label_left), static_cast<float>(y) + 0.15f * size, size, texts.labels[i],
                  ink);
    }
}

}  // namespace pliant::render
