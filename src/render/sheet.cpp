#include "render/sheet.hpp"

#include "core/assert.hpp"
#include "render/text.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::render {
namespace {

void paste(Picture& onto, const Picture& picture, int left, int top) {
    for (int y = 0; y < picture.height; ++y) {
        const std::uint8_t* row = picture.pixel(0, y);
        std::copy(row, row + 3 * static_cast<std::size_t>(picture.width), onto.pixel(left, top + y));
    }
}

void draw_label(Picture& onto, int left, int top, float size, const std::string& text) {
    const int inset = static_cast<int>(std::lround(0.6f * size));
    const int width = static_cast<int>(std::ceil(text_width(size, text))) + 2 * inset;
    const int height = static_cast<int>(std::lround(size)) + 2 * inset;
    blend_rectangle(onto, left + inset, top + inset, width, height, 0.4f * size, {1, 1, 1}, 0.72f);
    draw_text(onto, static_cast<float>(left + 2 * inset), static_cast<float>(top + 2 * inset), size, text,
              {0.16f, 0.18f, 0.22f});
}

}  // namespace

Picture sheet(const std::vector<Picture>& pictures, int columns, const std::vector<std::string>& labels) {
    PLIANT_ASSERT(columns >= 1);
    PLIANT_ASSERT(labels.empty() || labels.size() == pictures.size());
    if (pictures.empty()) return {};
    int cell_width = 0;
    int cell_height = 0;
    for (const Picture& picture : pictures) {
        cell_width = std::max(cell_width, picture.width);
        cell_height = std::max(cell_height, picture.height);
    }
    const int count = static_cast<int>(pictures.size());
    columns = std::min(columns, count);
    const int rows = (count + columns - 1) / columns;
    const int gap = std::max(2, cell_width / 160);
    const float size = std::max(7.0f, std::round(0.028f * static_cast<float>(cell_height)));
    Picture whole(columns * cell_width + (columns - 1) * gap, rows * cell_height + (rows - 1) * gap, {1, 1, 1});
    for (int i = 0; i < count; ++i) {
        const Picture& picture = pictures[static_cast<std::size_t>(i)];
        const int left = (i % columns) * (cell_width + gap) + (cell_width - picture.width) / 2;
        const int top = (i / columns) * (cell_height + gap) + (cell_height - picture.height) / 2;
        paste(whole, picture, left, top);
        draw_label(whole, left, top, size,
                   labels.empty() ? std::to_string(i + 1) : labels[static_cast<std::size_t>(i)]);
    }
    return whole;
}

}  // namespace pliant::render
