#include "pictures/ffmpeg.hpp"

#include "core/file_writer.hpp"

#include <pliant/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace pliant {
namespace {

/// H.264 in the pixel format that every player knows, which needs even sides.
std::vector<std::string> ffmpeg_arguments(int width, int height, double fps, const std::string& file) {
    return {"ffmpeg",
            "-loglevel",
            "error",
            "-nostdin",
            "-y",
            "-f",
            "rawvideo",
            "-pix_fmt",
            "rgb24",
            "-video_size",
            fmt::format("{}x{}", width, height),
            "-framerate",
            fmt::format("{}", fps),
            "-i",
            "pipe:0",
            "-vf",
            "pad=ceil(iw/2)*2:ceil(ih/2)*2",
            "-c:v",
            "libx264",
            "-crf",
            "18",
            "-pix_fmt",
            "yuv420p",
            "-movflags",
            "+faststart",
            "-f",
            "mp4",
            file};
}

/// A write to a program that ended is an error to report, not a signal to die of.
class SigpipeBlocked {
  public:
    SigpipeBlocked() { old_ = std::signal(SIGPIPE, SIG_IGN); }
    ~SigpipeBlocked() { std::signal(SIGPIPE, old_); }

  private:
    void (*old_)(int);
};

bool write_all(int pipe, const std::uint8_t* data, std::size_t bytes) {
    const SigpipeBlocked blocked;
    while (bytes > 0) {
        const ssize_t written = ::write(pipe, data, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        data += written;
        bytes -= static_cast<std::size_t>(written);
    }
    return true;
}

}  // namespace

FfmpegPipe::FfmpegPipe(std::filesystem::path file, int width, int height, double fps)
    : file_(std::move(file)), part_(file_) {
    part_ += ".part";
    { const FileWriter probe(file_); }  // an unwritable place is known before the first picture is drawn
    start(ffmpeg_arguments(width, height, fps, part_.string()));
}

FfmpegPipe::~FfmpegPipe() {
    if (process_ < 0) return;
    ::kill(process_, SIGTERM);
    wait();
    std::error_code ignored;
    std::filesystem::remove(part_, ignored);
}

void FfmpegPipe::start(const std::vector<std::string>& arguments) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) fail("no pipe to ffmpeg could be opened");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    std::vector<char*> argv;
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    pid_t process = -1;
    const int error = ::posix_spawnp(&process, "ffmpeg", &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[0]);
    if (error != 0) {
        ::close(ends[1]);
        throw InputError({.what = "an .mp4 film needs the program ffmpeg, which is not installed",
                          .file = file_.string(),
                          .allowed = ".webp without it, .mp4 with it",
                          .hint = "install ffmpeg (on Debian: apt-get install ffmpeg), or name the film .webp"});
    }
    pipe_ = ends[1];
    process_ = process;
}

void FfmpegPipe::add(const Picture& picture) {
    if (!write_all(pipe_, picture.rgb.data(), picture.rgb.size())) fail("ffmpeg stopped before the end of the film");
}

int FfmpegPipe::wait() {
    if (pipe_ >= 0) ::close(std::exchange(pipe_, -1));
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
}

void FfmpegPipe::finish() {
    const int status = wait();
    std::error_code error;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        std::filesystem::remove(part_, error);
        fail("ffmpeg could not make the film; what it says is above");
    }
    std::filesystem::rename(part_, file_, error);
    if (error) fail("the film cannot be given its name: " + error.message());
}

void FfmpegPipe::fail(const std::string& what) const {
    throw InputError({.what = what,
                      .file = file_.string(),
                      .hint = "is there room on the disk? A film named .webp needs no ffmpeg"});
}

}  // namespace pliant
