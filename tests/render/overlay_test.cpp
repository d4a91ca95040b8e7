#include "render/legend.hpp"
#include "render/palette.hpp"
#include "render/sheet.hpp"
#include "render/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace pliant::render {
namespace {

constexpr Color white = {1, 1, 1};
constexpr Color black = {0, 0, 0};

bool is_white(const Picture& picture, int x, int y) {
    const std::uint8_t* p = picture.pixel(x, y);
    return p[0] == 255 && p[1] == 255 && p[2] == 255;
}

TEST(Text, every_printable_character_has_its_own_shape) {
    std::vector<Picture> shapes;
    for (char c = ' '; c <= '~'; ++c) {
        Picture picture(40, 40, white);
        draw_text(picture, 8, 8, 16, std::string(1, c), black);
        EXPECT_EQ(std::count(shapes.begin(), shapes.end(), picture), 0) << "'" << c << "' looks like an earlier one";
        shapes.push_back(picture);
    }
}

TEST(Text, stays_within_its_width_and_height) {
    const std::string text = "Quickly jumping, 0.125 m/s";
    for (float size : {8.0f, 11.0f, 24.0f}) {
        Picture picture(600, 80, white);
        draw_text(picture, 10, 20, size, text, black);
        const int right = static_cast<int>(10 + text_width(size, text) + 0.15f * size) + 2;
        const int bottom = static_cast<int>(20 + 1.4f * size) + 1;
        const int top = static_cast<int>(20 - 0.15f * size) - 2;
        for (int y = 0; y < picture.height; ++y) {
            for (int x = 0; x < picture.width; ++x) {
                const bool inside = x >= 7 && x <= right && y >= top && y <= bottom;
                ASSERT_TRUE(inside || is_white(picture, x, y)) << x << ", " << y << " at size " << size;
            }
        }
    }
}

TEST(Text, a_character_that_is_not_ascii_is_one_question_mark) {
    Picture micro(60, 30, white);
    Picture question(60, 30, white);
    draw_text(micro, 4, 4, 12, "\xc2\xb5m", black);
    draw_text(question, 4, 4, 12, "?m", black);
    EXPECT_EQ(micro, question);
    EXPECT_EQ(text_width(12, "\xc2\xb5m"), text_width(12, "?m"));
}

TEST(Text, is_cut_off_at_the_pictures_sides) {
    Picture whole(90, 30, white);
    draw_text(whole, 5, 5, 12, "clipped", black);
    Picture part(20, 10, white);
    draw_text(part, 5 - 30, 5 - 8, 12, "clipped", black);
    for (int y = 0; y < part.height; ++y) {
        for (int x = 0; x < part.width; ++x) EXPECT_EQ(part.pixel(x, y)[0], whole.pixel(x + 30, y + 8)[0]);
    }
}

TEST(Legend, shows_the_whole_colour_map_in_the_lower_left_corner_only) {
    Picture picture(960, 540, {0.5f, 0.5f, 0.5f});
    const Picture before = picture;
    draw_legend(picture, {"speed", "m/s", 0, 12});
    bool dark_end = false;
    bool light_end = false;
    const auto shows = [&](const std::uint8_t* p, Color c) {
        const Picture one(1, 1, c);
        return std::abs(p[0] - one.rgb[0]) <= 2 && std::abs(p[1] - one.rgb[1]) <= 2 && std::abs(p[2] - one.rgb[2]) <= 2;
    };
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            const std::uint8_t* p = picture.pixel(x, y);
            dark_end = dark_end || shows(p, colormap(0));
            light_end = light_end || shows(p, colormap(1));
            const bool corner = x <= 480 && y >= 400;
            ASSERT_TRUE(corner || std::equal(p, p + 3, before.pixel(x, y))) << x << ", " << y;
        }
    }
    EXPECT_TRUE(dark_end && light_end);
}

TEST(Legend, fits_its_text_however_long) {
    Picture narrow(960, 540);
    Picture wide(960, 540);
    draw_legend(narrow, {"speed", "m/s", 0, 1});
    draw_legend(wide, {"the largest plastic strain of any cluster", "1", 0, 1});
    const auto last_touched = [](const Picture& picture) {
        int last = 0;
        for (int y = 0; y < picture.height; ++y) {
            for (int x = 0; x < picture.width; ++x) last = picture.pixel(x, y)[0] > 0 ? std::max(last, x) : last;
        }
        return last;
    };
    EXPECT_GT(last_touched(wide), last_touched(narrow));
}

TEST(Sheet, puts_pictures_in_rows_with_gaps) {
    const std::vector<Picture> pictures = {Picture(160, 90, {1, 0, 0}), Picture(160, 90, {0, 1, 0}),
                                           Picture(160, 90, {0, 0, 1}), Picture(80, 90, black),
                                           Picture(160, 90, black)};
    const Picture whole = sheet(pictures, 3);
    const int gap = (whole.width - 3 * 160) / 2;
    EXPECT_GE(gap, 1);
    EXPECT_EQ(whole.height, 2 * 90 + gap);
    const auto at = [&](int x, int y) {
        return std::vector<int>{whole.pixel(x, y)[0], whole.pixel(x, y)[1], whole.pixel(x, y)[2]};
    };
    EXPECT_EQ(at(159, 89), (std::vector<int>{255, 0, 0}));
    EXPECT_EQ(at(160, 50), (std::vector<int>{255, 255, 255}));
    EXPECT_EQ(at(160 + gap + 159, 89), (std::vector<int>{0, 255, 0}));
    EXPECT_EQ(at(whole.width - 1, 89), (std::vector<int>{0, 0, 255}));
    EXPECT_EQ(at(20, 90 + gap + 60), (std::vector<int>{255, 255, 255})) << "a smaller picture is centred";
    EXPECT_EQ(at(80, 90 + gap + 60), (std::vector<int>{0, 0, 0}));
    EXPECT_EQ(at(whole.width - 1, whole.height - 1), (std::vector<int>{255, 255, 255})) << "an empty cell";
}

TEST(Sheet, labels_each_picture) {
    const std::vector<Picture> pictures(2, Picture(160, 90, black));
    EXPECT_EQ(sheet(pictures, 2), sheet(pictures, 2, {"1", "2"}));
    EXPECT_NE(sheet(pictures, 2, {"1", "3"}), sheet(pictures, 2, {"1", "2"}));
}

TEST(Sheet, of_nothing_is_nothing) { EXPECT_EQ(sheet({}, 4), Picture{}); }

}  // namespace
}  // namespace pliant::render
