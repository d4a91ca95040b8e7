// The file of `pliant run --stats`: one JSON object a line, in the order of the frames.
#pragma once

#include <cstdio>
#include <string>

namespace pliant::cli {

/// Lines are written as they come, so that they can be followed. The file is opened before anything else is touched,
/// and cut only when the run begins: a run that cannot start destroys nothing and leaves nothing. Throws InputError.
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
    [[noreturn]] void fail(const char* what) const;
    std::string path_;
    bool is_new_, begun_ = false;
    std::FILE* file_;
};

}  // namespace pliant::cli
