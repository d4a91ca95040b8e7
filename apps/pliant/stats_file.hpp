// The file of `pliant run --stats`: one JSON object a line, in the order of the frames.
#pragma once

#include <cstdio>
#include <string>

namespace pliant::cli {

/// Lines are written as they come, so that they can be followed. That the file can be written is known before anything
/// else is touched, but it is made or cut only when the run begins: a run that cannot start, however it ends, destroys
/// nothing and leaves nothing. Throws InputError.
class StatsFile {
  public:
    explicit StatsFile(const std::string& path);
    ~StatsFile();
    StatsFile(const StatsFile&) = delete;
    StatsFile& operator=(const StatsFile&) = delete;

    /// Keeps the lines of frames before `first_frame` that an earlier part of the run left, and drops all others, a
    /// line cut off by a kill among them. 0 empties the file.
    void begin(int first_frame);
    void write(const std::string& line);

  private:
    void open();
    [[noreturn]] void fail(const char* what) const;
    std::string path_;
    std::FILE* file_ = nullptr;  ///< none before begin() when the file is new
};

}  // namespace pliant::cli
