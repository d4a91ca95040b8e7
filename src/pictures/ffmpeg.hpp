// The program ffmpeg at the other end of a pipe: raw pictures in, an .mp4 file out.
#pragma once

#include <pliant/pictures.hpp>

#include <filesystem>
#include <string>

namespace pliant {

class FfmpegPipe {
  public:
    /// Starts ffmpeg; it writes beside `file` under a temporary name. Throws InputError when it is not installed or the
    /// file cannot be written.
    FfmpegPipe(std::filesystem::path file, int width, int height, double fps);
    /// Stops it and leaves no file, unless it was finished.
    ~FfmpegPipe();
    FfmpegPipe(const FfmpegPipe&) = delete;
    FfmpegPipe& operator=(const FfmpegPipe&) = delete;

    void add(const Picture& picture);
    /// Waits for ffmpeg's end and gives the file its name. Throws InputError when ffmpeg says that it failed.
    void finish();

  private:
    void start(const std::vector<std::string>& arguments);
    int wait();
    [[noreturn]] void fail(const std::string& what) const;

    std::filesystem::path file_;
    std::filesystem::path part_;
    int pipe_ = -1;
    int process_ = -1;
};

}  // namespace pliant
