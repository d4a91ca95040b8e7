// pliant render, as a user runs it.
#include <png.h>
#include <webp/decode.h>
#include <webp/mux.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "report/program.hpp"

namespace pliant {
namespace {

using RenderProgram = Program;

/// Width and height of a PNG file; zeros when it is none.
std::pair<unsigned, unsigned> png_size(const std::filesystem::path& file) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&image, file.c_str()) == 0) return {0, 0};
    const std::pair<unsigned, unsigned> size{image.width, image.height};
    png_image_free(&image);
    return size;
}

const std::string small = " --width 96 --height 54 --antialias 1 -q";

TEST_F(RenderProgram, a_run_and_its_scene_give_the_same_picture_on_any_number_of_threads) {
    make_run();
    const std::string color = " --frame 12 --color cluster";
    ASSERT_EQ(pliant("render run -o a.png" + color + small).code, 0);
    ASSERT_EQ(pliant("render small.json -o b.png" + color + small).code, 0);
    ASSERT_EQ(shell(fmt::format("taskset -c 0 '{}' render run -o c.png{}{}", PLIANT_PROGRAM, color, small)).code, 0);
    EXPECT_EQ(png_size(folder / "a.png"), std::make_pair(96u, 54u));
    EXPECT_EQ(bytes_of(folder / "a.png"), bytes_of(folder / "b.png"));
    EXPECT_EQ(bytes_of(folder / "a.png"), bytes_of(folder / "c.png"));
}

TEST_F(RenderProgram, a_series_is_numbered_and_each_picture_is_that_of_its_frame) {
    make_run();
    ASSERT_EQ(pliant("render run --frames 7:9 -o shot.png" + small).code, 0);
    ASSERT_EQ(pliant("render run --frame 8 -o one.png" + small).code, 0);
    for (const char* name : {"shot_00007.png", "shot_00008.png", "shot_00009.png"})
        EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
    EXPECT_FALSE(std::filesystem::exists(folder / "shot_00010.png"));
    EXPECT_EQ(bytes_of(folder / "one.png"), bytes_of(folder / "shot_00008.png"));
}

TEST_F(RenderProgram, a_sheet_has_the_size_of_its_pictures_and_gaps) {
    make_run();
    ASSERT_EQ(pliant("render run --sheet 6 -o sheet.png" + small).code, 0);
    const auto [width, height] = png_size(folder / "sheet.png");
    bool fits = false;
    for (unsigned columns = 1; columns <= 6; ++columns) {
        const unsigned rows = (6 + columns - 1) / columns;
        const unsigned gap = std::max(2u, 96u / 160);
        fits = fits || (width == columns * 96 + (columns - 1) * gap && height == rows * 54 + (rows - 1) * gap);
    }
    EXPECT_TRUE(fits) << width << " x " << height;
}

TEST_F(RenderProgram, a_film_has_a_picture_for_each_frame) {
    make_run();
    ASSERT_EQ(pliant("render run --movie film.webp --frames :9" + small).code, 0);
    const std::string bytes = bytes_of(folder / "film.webp");
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    const std::unique_ptr<WebPMux, decltype(&WebPMuxDelete)> mux(WebPMuxCreate(&data, 0), &WebPMuxDelete);
    ASSERT_TRUE(mux);
    int frames = 0;
    EXPECT_EQ(WebPMuxNumChunks(mux.get(), WEBP_CHUNK_ANMF, &frames), WEBP_MUX_OK);
    EXPECT_EQ(frames, 10);
}

TEST_F(RenderProgram, proxies_and_every_colouring_give_pictures_of_their_own) {
    make_run();
    ASSERT_EQ(pliant("render run --frame 20 -o particles.png" + small).code, 0);
    const std::string particles = bytes_of(folder / "particles.png");
    ASSERT_EQ(pliant("render run --frame 20 --show proxies -o proxies.png" + small).code, 0);
    EXPECT_NE(bytes_of(folder / "proxies.png"), particles);
    for (const std::string color : {"cluster", "level", "material", "fragment", "strain", "plastic", "speed"}) {
        const Said outcome = pliant("render run --frame 20 -o colored.png --color " + color + small);
        EXPECT_EQ(outcome.code, 0) << color << "\n" << outcome.text();
        EXPECT_FALSE(bytes_of(folder / "colored.png").empty()) << color;
    }
}

TEST_F(RenderProgram, mistakes_get_a_message_and_code_two_and_leave_no_file) {
    make_run();
    struct Case {
        std::string arguments;
        std::string says;
    };
    for (const Case& c : std::vector<Case>{{"missing-folder/run", "missing-folder"},
                                           {"run --frame 21", "0 to 20"},
                                           {"run --frame -1", "--frame"},
                                           {"run --frames 15:30", "0 to 20"},
                                           {"run --frames 9:3", "A:B"},
                                           {"run --frames 3", "A:B"},
                                           {"run --frames a:b", "A:B"},
                                           {"run --frames 3:4:5", "A:B"},
                                           {"run --frames 3:4x", "A:B"},
                                           {"run --color heat", "body, cluster, level, new, material"},
                                           {"run --show meshes", "proxies"},
                                           {"run --sheet 0", "--sheet"},
                                           {"run --color-max -1", "--color-max"},
                                           {"run --frame 3 --sheet 4", "--frame"},
                                           {"run --movie film.gif", ".webp"},
                                           {"run --set nonsense=1", "nonsense"}}) {
        const std::string output = c.arguments.find("--movie") == std::string::npos ? " -o bad.png" : "";
        const Said outcome = pliant("render " + c.arguments + output + small);
        EXPECT_EQ(outcome.code, 2) << c.arguments << "\n" << outcome.text();
        EXPECT_TRUE(outcome.says(c.says)) << c.arguments << "\n" << outcome.text();
        EXPECT_FALSE(std::filesystem::exists(folder / "bad.png")) << c.arguments;
    }
}

TEST_F(RenderProgram, places_that_cannot_be_written_are_refused) {
    make_run();
    std::filesystem::create_directory(folder / "taken.png");
    std::ofstream(folder / "file") << "x";
    for (const char* place : {"nowhere/a.png", "taken.png", "file/a.png", "/proc/a.png"}) {
        const Said outcome = pliant(fmt::format("render run -o {}{}", place, small));
        EXPECT_EQ(outcome.code, 2) << place << "\n" << outcome.text();
        EXPECT_TRUE(outcome.says(place)) << outcome.text();
    }
}

TEST_F(RenderProgram, a_damaged_run_is_refused) {
    make_run();
    std::filesystem::create_directory(folder / "empty");
    EXPECT_EQ(pliant("render empty -o a.png").code, 2);
    std::vector<std::filesystem::path> frames;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "run"))
        if (entry.path().filename().string().starts_with("frame_00010")) frames.push_back(entry.path());
    ASSERT_EQ(frames.size(), 1u);
    std::string bytes = bytes_of(frames[0]);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x10);
    std::ofstream(frames[0], std::ios::binary) << bytes;
    const Said damaged = pliant("render run --frame 10 -o a.png" + small);
    EXPECT_EQ(damaged.code, 2) << damaged.text();
    EXPECT_TRUE(damaged.says("frame_00010")) << damaged.text();
    std::ofstream(folder / "run" / "run.json") << "{";
    EXPECT_EQ(pliant("render run -o a.png" + small).code, 2);
    EXPECT_EQ(pliant("report run -q").code, 2);
    EXPECT_FALSE(std::filesystem::exists(folder / "a.png"));
}

TEST_F(RenderProgram, pictures_and_films_are_named_as_what_they_are) {
    make_run();
    for (const char* name : {"-o x.jpg", "-o x", "-o x.png.txt", "--frames 1:2 -o x.jpeg"}) {
        const Said outcome = pliant(fmt::format("render run {}{}", name, small));
        EXPECT_EQ(outcome.code, 2) << outcome.text();
        EXPECT_TRUE(outcome.says("ends in .png")) << outcome.text();
    }
    const Said film = pliant("render small.json --movie x.gif" + small);
    EXPECT_EQ(film.code, 2);
    EXPECT_TRUE(film.says(".webp or .mp4") && film.says("x.webp")) << film.text();
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        EXPECT_FALSE(entry.path().filename().string().starts_with("x")) << entry.path();
    EXPECT_EQ(pliant("render run -o X.PNG" + small).code, 0);
    EXPECT_EQ(pliant("render run --movie X.WEBP --frames :2" + small).code, 0);
    const bool have_ffmpeg = std::system("command -v ffmpeg > /dev/null") == 0;
    for (const std::string kind : {"webp", "mp4"}) {
        if (kind == "mp4" && !have_ffmpeg) continue;
        for (int twice = 0; twice < 2; ++twice)
            EXPECT_EQ(pliant("render run --movie x." + kind + " --frames :2" + small).code, 0)
                << "a film replaces a film";
    }
}

TEST_F(RenderProgram, no_picture_replaces_a_file_that_is_none) {
    make_run();
    const auto keep = [&](const std::string& name, const std::string& arguments) {
        std::ofstream(folder / name) << "precious";
        const Said outcome = pliant("render " + arguments + small);
        EXPECT_EQ(outcome.code, 2) << outcome.text();
        EXPECT_TRUE(outcome.says(name) && outcome.says("would be lost")) << outcome.text();
        EXPECT_EQ(bytes_of(folder / name), "precious");
    };
    keep("shot_00009.png", "run --frames 7:9 -o shot.png");
    EXPECT_FALSE(std::filesystem::exists(folder / "shot_00007.png"));
    keep("small.png", "run");
    keep("small_00003.png", "small.json --frames 3:3");
    keep("film.mp4", "run --movie film.mp4");
}

}  // namespace
}  // namespace pliant
