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

}  // namespace

void draw_legend(Picture& picture, const Legend& legend) {
    const float size = text_size(picture);
    const auto px = [size](float sizes) { return static_cast<int>(std::lround(sizes * size)); };
    const std::string title = legend.unit.empty() ? legend.label : fmt::format("{} [{}]", legend.label, legend.unit);
    const std::string low = fmt::format("{:.3g}", legend.low);
    const std::string high = fmt::format("{:.3g}", legend.high);
    const float numbers = text_width(size, low) + text_width(size, high) + 2 * size;
    const int bar_width = static_cast<int>(std::ceil(std::max({16 * size, text_width(size, title), numbers})));
    const int margin = px(1.4f);
    const int inset = px(1.1f);
    const int panel_height = 2 * inset + px(4.9f);
    const int left = margin + inset;
    const int top = picture.height - margin - panel_height + inset;

    blend_rectangle(picture, margin, top - inset, bar_width + 2 * inset, panel_height, 0.7f * size, paper, 0.78f);
    draw_text(picture, static_cast<float>(left), static_cast<float>(top), size, title, ink);
    const int bar_top = top + px(1.75f);
    for (int x = 0; x < bar_width; ++x) {
        const Color color = colormap((x + 0.5) / bar_width);
        for (int y = 0; y < px(1.3f); ++y) blend_pixel(picture, left + x, bar_top + y, color, 1);
    }
    const auto numbers_top = static_cast<float>(top + px(3.75f));
    draw_text(picture, static_cast<float>(left), numbers_top, size, low, ink);
    draw_text(picture, static_cast<float>(left + bar_width) - text_width(size, high), numbers_top, size, high, ink);
}

void draw_key(Picture& picture, const std::vector<KeyEntry>& entries) {
    if (entries.empty()) return;
    const float size = text_size(picture);
    const auto px = [size](float sizes) { return static_cast<int>(std::lround(sizes * size)); };
    const int margin = px(1.4f);
    const int inset = px(1);
    const int patch = px(1.3f);
    const int row = px(2);
    const int label_left = margin + inset + patch + px(0.8f);
    const auto room = static_cast<float>(picture.width - label_left - inset - margin);
    std::vector<std::string> labels;
    float widest = 0;
    for (const KeyEntry& entry : entries) {
        labels.push_back(cut_to(entry.label, size, room));
        widest = std::max(widest, text_width(size, labels.back()));
    }
    const int width = label_left - margin + static_cast<int>(std::ceil(widest)) + inset;
    const int height = 2 * inset + row * (static_cast<int>(entries.size()) - 1) + patch;
    const int top = picture.height - margin - height;
    blend_rectangle(picture, margin, top, width, height, 0.7f * size, paper, 0.78f);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const int y = top + inset + row * static_cast<int>(i);
        blend_rectangle(picture, margin + inset, y, patch, patch, 0.3f * size, entries[i].color, 1);
        draw_text(picture, static_cast<float>(label_left), static_cast<float>(y) + 0.15f * size, size, labels[i], ink);
    }
}

}  // namespace pliant::render
