// A progress bar with the time left: redrawn in a terminal, a line now and then in a log.
#pragma once

#include <chrono>
#include <string>

namespace pliant::cli {

class Progress {
  public:
    /// Writes to stderr; `quiet` writes nothing.
    Progress(std::string what, int total, bool quiet);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void update(int done);
    /// Ends the line of the bar.
    void finish();

  private:
    void draw(int done, double elapsed);

    std::string what_;
    int total_;
    bool quiet_;
    bool terminal_;
    bool open_ = false;
    std::chrono::steady_clock::time_point start_;
    double last_drawn_ = -1;
};

/// "3.2 s", "4 min 10 s", "1 h 2 min".
std::string duration_text(double seconds);

/// "512 B", "3.4 MB".
std::string bytes_text(double bytes);

}  // namespace pliant::cli
