#include "render/picture.hpp"
#include "render/webp.hpp"

#include "core/random.hpp"

#include <pliant/error.hpp>

#include <gtest/gtest.h>
#include <png.h>
#include <webp/decode.h>
#include <webp/mux.h>

#include <memory>

#include "support/files.hpp"

namespace pliant::render {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
  protected:
    pliant::testing::TemporaryFolder folder;
};

Picture noise(int width, int height) {
    Picture picture(width, height);
    Random random(5);
    for (std::uint8_t& byte : picture.rgb) byte = static_cast<std::uint8_t>(random.below(256));
    return picture;
}

Picture read_png(const fs::path& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&image, path.c_str()) == 0) return {};
    image.format = PNG_FORMAT_RGB;
    Picture picture(static_cast<int>(image.width), static_cast<int>(image.height));
    png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr);
    return picture;
}

TEST_F(Files, a_png_is_read_back_as_it_was) {
    const Picture picture = noise(37, 21);
    write_png(folder / "a.png", picture);
    EXPECT_EQ(read_png(folder / "a.png"), picture);
    EXPECT_EQ(folder.entries(), 1u) << "the temporary name is gone";
    const Picture other = noise(5, 4);
    write_png(folder / "a.png", other);
    EXPECT_EQ(read_png(folder / "a.png"), other);
}

TEST_F(Files, a_path_that_cannot_be_written_is_the_users_mistake_and_leaves_nothing) {
    const Picture picture = noise(4, 4);
    EXPECT_THROW(write_png(folder / "missing" / "a.png", picture), InputError);
    EXPECT_EQ(folder.entries(), 0u);
    fs::create_directories(folder / "taken.png" / "inside");
    try {
        write_png(folder / "taken.png", picture);
        ADD_FAILURE() << "a folder was replaced by a file";
    } catch (const InputError& error) {
        EXPECT_EQ(error.problem().file, (folder / "taken.png").string());
    }
    EXPECT_EQ(folder.entries(), 1u);
    EXPECT_TRUE(fs::is_directory(folder / "taken.png" / "inside"));
}

TEST_F(Files, a_picture_without_pixels_is_refused) {
    EXPECT_THROW(write_png(folder / "a.png", Picture{}), InputError);
    EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(Files, an_animation_holds_its_frames_for_their_time) {
    const std::vector<Color> colors = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {0, 1, 1}};
    std::vector<Picture> frames;
    for (const Color& color : colors) frames.emplace_back(32, 16, color);
    write_webp_animation(folder / "a.webp", frames, 30);
    const std::string bytes = pliant::testing::bytes_of(folder / "a.webp");
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    const std::unique_ptr<WebPMux, decltype(&WebPMuxDelete)> mux(WebPMuxCreate(&data, 0), &WebPMuxDelete);
    ASSERT_TRUE(mux);
    int count = 0;
    ASSERT_EQ(WebPMuxNumChunks(mux.get(), WEBP_CHUNK_ANMF, &count), WEBP_MUX_OK);
    ASSERT_EQ(count, 5);
    int total = 0;
    for (std::uint32_t i = 1; i <= 5; ++i) {
        WebPMuxFrameInfo frame{};
        ASSERT_EQ(WebPMuxGetFrame(mux.get(), i, &frame), WEBP_MUX_OK);
        total += frame.duration;
        EXPECT_NEAR(frame.duration, 1000.0 / 30, 1);
        int width = 0;
        int height = 0;
        std::uint8_t* rgb = WebPDecodeRGB(frame.bitstream.bytes, frame.bitstream.size, &width, &height);
        ASSERT_NE(rgb, nullptr);
        EXPECT_NEAR(rgb[0], 255 * colors[i - 1].r, 16) << "frame " << i;
        EXPECT_NEAR(rgb[1], 255 * colors[i - 1].g, 16) << "frame " << i;
        EXPECT_NEAR(rgb[2], 255 * colors[i - 1].b, 16) << "frame " << i;
        WebPFree(rgb);
        WebPDataClear(&frame.bitstream);
    }
    EXPECT_EQ(total, 167) << "five thirtieths of a second: rounding does not add up";
}

TEST_F(Files, an_animation_refuses_what_it_cannot_hold) {
    const std::vector<Picture> uneven = {noise(8, 8), noise(8, 9)};
    EXPECT_THROW(write_webp_animation(folder / "a.webp", {}, 30), InputError);
    EXPECT_THROW(write_webp_animation(folder / "a.webp", uneven, 30), InputError);
    EXPECT_THROW(write_webp_animation(folder / "a.webp", {noise(8, 8)}, 0), InputError);
    EXPECT_THROW(write_webp_animation(folder / "missing" / "a.webp", {noise(8, 8)}, 30), InputError);
    EXPECT_EQ(folder.entries(), 0u);
}

}  // namespace
}  // namespace pliant::render
