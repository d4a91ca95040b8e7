// Runs the program as a user does: in a folder of its own, to its end or until it is killed.
#pragma once

#include "cache/helpers.hpp"

#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace pliant::testing {

struct Outcome {
    int code = 0;      ///< -1 when a signal ended it
    std::string text;  ///< all it said, both streams
    bool says(const std::string& words) const { return text.find(words) != std::string::npos; }
};

/// A program that is running. It is waited for once.
class Child {
  public:
    /// `prepare` runs in the child before the program starts.
    Child(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
          const std::function<void()>& prepare = {});
    void signal(int number) const;
    bool is_running();
    Outcome wait();

  private:
    void reap(int flags);
    int said_ = -1;  ///< a pipe: a file would share the limits and disks that tests put on the run
    pid_t id_ = 0;
    bool ended_ = false;
    int status_ = 0;
};

/// Tests that drive the program. The scene small.json is in the folder.
class Program : public ::testing::Test {
  protected:
    Program();
    Outcome pliant(const std::vector<std::string>& arguments) const { return Child(folder.path(), arguments).wait(); }

    TemporaryFolder folder;
};

}  // namespace pliant::testing
