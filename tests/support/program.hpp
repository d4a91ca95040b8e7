// Programs run as a user runs them: arguments in, exit code and texts out.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace pliant::testing {

/// What a program left when it ended.
struct Said {
    int code = 0;     ///< exit code; 1000 plus the signal when one killed it
    std::string out;  ///< what it wrote to stdout
    std::string err;  ///< and to stderr

    std::string text() const { return out + err; }
    bool says(const std::string& words) const { return text().find(words) != std::string::npos; }
};

struct Launch {
    std::string program;                 ///< a path, or a name that is looked up as a shell does
    std::vector<std::string> arguments;  ///< each as the program gets it: no shell is in between
    std::filesystem::path folder;        ///< where it runs
    std::function<void()> prepare = {};  ///< called in the child before the program starts: limits and the like
};

/// A program that is running. It speaks into pipes: files would share the limits and disks that tests put on it.
class Child {
  public:
    explicit Child(const Launch& launch);
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void signal(int number) const;
    bool is_running();
    /// Waits until there is something on stderr, or it is closed.
    void wait_until_it_speaks() const;
    /// Reads all it says and waits for its end. Call it once.
    Said wait();

  private:
    std::array<std::string, 2> listen();
    void reap(int flags);

    std::array<int, 2> streams_{};  ///< our ends of stdout and stderr
    pid_t id_ = 0;
    bool ended_ = false;
    int status_ = 0;
};

/// Runs a program to its end.
inline Said run_program(const Launch& launch) { return Child(launch).wait(); }

}  // namespace pliant::testing
