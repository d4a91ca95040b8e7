#include <pliant/error.hpp>

#include <webp/decode.h>
#include <webp/mux.h>

#include <fstream>

#include "pictures/frames.hpp"

namespace pliant {
namespace {

using MovieFile = InFolder;

Picture plain(int width, int height, std::uint8_t shade) {
    return {width, height, std::vector<std::uint8_t>(3 * static_cast<std::size_t>(width * height), shade)};
}

InputProblem refused(const std::filesystem::path& file) {
    try {
        Movie movie(file, 32, 32, 30);
    } catch (const InputError& error) {
        return error.problem();
    }
    ADD_FAILURE() << file << " was accepted";
    return {};
}

/// PATH as given, put back at the end.
class Path {
  public:
    explicit Path(const std::string& value) : old_(std::getenv("PATH")) { setenv("PATH", value.c_str(), 1); }
    ~Path() { setenv("PATH", old_.c_str(), 1); }

  private:
    std::string old_;
};

bool have_ffmpeg() { return std::system("ffmpeg -version >/dev/null 2>&1") == 0; }

TEST_F(MovieFile, webp_is_read_by_its_own_library) {
    const std::filesystem::path file = folder / "a.webp";
    Movie movie(file, 64, 48, 25);
    for (int i = 0; i < 5; ++i) movie.add(plain(64, 48, static_cast<std::uint8_t>(40 * i)));
    movie.finish();
    const std::string bytes = testing::bytes_of(file);
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    const std::unique_ptr<WebPMux, decltype(&WebPMuxDelete)> mux(WebPMuxCreate(&data, 0), &WebPMuxDelete);
    ASSERT_TRUE(mux);
    int width = 0, height = 0, frames = 0;
    EXPECT_EQ(WebPMuxGetCanvasSize(mux.get(), &width, &height), WEBP_MUX_OK);
    EXPECT_EQ(WebPMuxNumChunks(mux.get(), WEBP_CHUNK_ANMF, &frames), WEBP_MUX_OK);
    EXPECT_EQ(width, 64);
    EXPECT_EQ(height, 48);
    EXPECT_EQ(frames, 5);
}

TEST_F(MovieFile, without_a_finish_nothing_is_left) {
    { Movie movie(folder / "a.webp", 32, 32, 30); }
    if (have_ffmpeg()) {
        Movie movie(folder / "a.mp4", 32, 32, 30);
        movie.add(plain(32, 32, 90));
    }
    EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(MovieFile, another_ending_or_a_folder_that_is_not_there_is_refused) {
    EXPECT_NE(refused(folder / "a.gif").allowed.find(".webp"), std::string::npos);
    EXPECT_NE(refused(folder / "a").allowed.find(".mp4"), std::string::npos);
    EXPECT_FALSE(refused(folder / "missing" / "a.webp").what.empty());
    EXPECT_FALSE(refused(folder / "missing" / "a.mp4").what.empty());
    EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(MovieFile, mp4_without_ffmpeg_says_what_to_do) {
    const Path nowhere((folder / "empty").string());
    const InputProblem problem = refused(folder / "a.mp4");
    EXPECT_NE(problem.what.find("ffmpeg"), std::string::npos);
    EXPECT_NE(problem.hint.find(".webp"), std::string::npos);
    EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(MovieFile, mp4_of_odd_size_is_made_by_ffmpeg) {
    if (!have_ffmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
    Movie movie(folder / "a.mp4", 63, 47, 25);
    for (int i = 0; i < 5; ++i) movie.add(plain(63, 47, static_cast<std::uint8_t>(40 * i)));
    movie.finish();
    EXPECT_EQ(folder.entries(), 1u);
    EXPECT_EQ(testing::bytes_of(folder / "a.mp4").substr(4, 4), "ftyp");
}

TEST_F(MovieFile, an_ffmpeg_that_fails_is_reported) {
    std::ofstream(folder / "ffmpeg") << "#!/bin/sh\nexit 3\n";
    std::filesystem::permissions(folder / "ffmpeg", std::filesystem::perms::owner_all);
    const Path fake(folder.string());
    const auto film = [&] {
        Movie movie(folder / "a.mp4", 320, 320, 25);
        for (int i = 0; i < 20; ++i) movie.add(plain(320, 320, 9));
        movie.finish();
    };
    EXPECT_THROW(film(), InputError);
    EXPECT_EQ(folder.entries(), 1u) << "only the fake ffmpeg";
}

}  // namespace
}  // namespace pliant
