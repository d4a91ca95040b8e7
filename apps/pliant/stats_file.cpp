#include "stats_file.hpp"

#include "own_file.hpp"

#include <pliant/error.hpp>

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace pliant::cli {
namespace {

/// The frame a line is about; -1 when it is none of ours.
int frame_of(std::string_view line) {
    constexpr std::string_view start = "{\"frame\":";
    int frame = -1;
    if (!line.starts_with(start) || !line.ends_with('}')) return -1;
    std::from_chars(line.data() + start.size(), line.data() + line.size(), frame);
    return frame;
}

/// Where the lines of rising frames before `first_frame` end.
std::uintmax_t end_of_lines_before(const std::string& path, int first_frame) {
    std::ifstream in(path, std::ios::binary);
    std::uintmax_t end = 0;
    int last = -1;
    // A last line without a line break was cut off: eof comes with it.
    for (std::string line; std::getline(in, line) && !in.eof();) {
        const int frame = frame_of(line);
        if (frame <= last || frame >= first_frame) break;
        last = frame;
        end += line.size() + 1;
    }
    return end;
}

}  // namespace

StatsFile::StatsFile(const std::string& path) : path_(path) {
    const bool is_new = !std::filesystem::exists(path);
    open();
    if (!is_new) return;
    std::fclose(std::exchange(file_, nullptr));
    std::remove(path_.c_str());
}

StatsFile::~StatsFile() {
    if (file_) std::fclose(file_);
}

void StatsFile::open() {
    check_replaceable(path_, statistics_file, "--stats");
    file_ = std::fopen(path_.c_str(), "a");
    if (!file_) fail("the statistics file cannot be written");
}

void StatsFile::begin(int first_frame) {
    if (!file_) open();
    // Devices and pipes have nothing to cut off.
    if (!std::filesystem::is_regular_file(path_)) return;
    const auto kept = static_cast<off_t>(end_of_lines_before(path_, first_frame));
    if (ftruncate(fileno(file_), kept) != 0) fail("the statistics file cannot be cut");
}

void StatsFile::write(const std::string& line) {
    if (std::fputs((line + "\n").c_str(), file_) < 0 || std::fflush(file_) != 0)
        fail("the statistics file could not be written to its end");
}

void StatsFile::fail(const char* what) const {
    throw InputError({.what = what,
                      .file = path_,
                      .path = "--stats",
                      .value = path_,
                      .allowed = "a file in a folder that exists and is writable, on a disk with room",
                      .hint = "try --stats stats.jsonl"});
}

}  // namespace pliant::cli
