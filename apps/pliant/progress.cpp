#include "progress.hpp"

#include <fmt/format.h>

#include <cmath>

#include <unistd.h>

namespace pliant::cli {
namespace {

constexpr int bar_width = 28;

}  // namespace

Progress::Progress(std::string what, int total, bool quiet)
    : what_(std::move(what)),
      total_(total),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(std::chrono::steady_clock::now()) {}

Progress::~Progress() { finish(); }

void Progress::update(int done) {
    if (quiet_ || total_ <= 0) return;
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const double interval = terminal_ ? 0.05 : 5;
    if (done < total_ && last_drawn_ >= 0 && elapsed - last_drawn_ < interval) return;
    last_drawn_ = elapsed;
    draw(done, elapsed);
}

void Progress::draw(int done, double elapsed) {
    const double part = static_cast<double>(done) / total_;
    const std::string left = done == 0        ? "estimating"
                             : done == total_ ? "took " + duration_text(elapsed)
                                              : duration_text(elapsed / part - elapsed) + " left";
    if (!terminal_) {
        fmt::print(stderr, "{} {}/{} ({:.0f} %), {}\n", what_, done, total_, 100 * part, left);
        return;
    }
    const int filled = static_cast<int>(part * bar_width);
    fmt::print(stderr, "\r{} [{:=<{}}{: <{}}] {}/{}  {}\x1b[K", what_, "", filled, "", bar_width - filled, done, total_,
               left);
    std::fflush(stderr);
    open_ = true;
}

void Progress::finish() {
    if (open_) fmt::print(stderr, "\n");
    open_ = false;
}

std::string duration_text(double seconds) {
    if (seconds < 0.1) return fmt::format("{:.0f} ms", 1000 * seconds);
    if (seconds < 60) return fmt::format("{:.1f} s", seconds);
    const long whole = std::lround(seconds);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string bytes_text(double bytes) {
    const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
    int unit = 0;
    for (; bytes >= 1000 && unit < 4; ++unit) bytes /= 1000;
    return unit == 0 ? fmt::format("{:.0f} B", bytes) : fmt::format("{:.1f} {}", bytes, units[unit]);
}

}  // namespace pliant::cli
