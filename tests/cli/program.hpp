// The built program, run as a user runs it: arguments in, exit code and texts out.
#pragma once

#include "support/files.hpp"
#include "support/program.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pliant::testing {

/// A test with a folder of its own, in which programs run; gone when it ends.
class ProgramTest : public ::testing::Test {
  protected:
    using Arguments = std::vector<std::string>;

    ProgramTest();

    /// Runs `pliant` to its end. No file may grow beyond `largest_file` bytes: what a full disk is like.
    Said pliant(const Arguments& arguments, std::optional<std::uint64_t> largest_file = {}) const;
    /// Runs any program.
    Said run(const std::string& program, const Arguments& arguments) const;
    /// Starts `pliant`, waits until the file is there, sends SIGINT, and waits for its end.
    Said interrupt(const Arguments& arguments, const std::filesystem::path& when) const;

    /// The same as soon as it has said something on stderr.
    Said interrupt_when_it_speaks(const Arguments& arguments) const;
    /// Starts `pliant`, waits until it reads from the pipe, sends SIGINT, and waits for its end. The pipe is made.
    Said interrupt_while_reading(const Arguments& arguments, const std::filesystem::path& pipe) const;

    void write(const std::string& name, const std::string& text) const;
    std::string read(const std::filesystem::path& file) const;
    /// Every file below the folder with its bytes.
    std::map<std::string, std::string> files(const std::string& below) const;
    /// The names among them that hold a part of the name.
    std::vector<std::string> named(const std::string& below, const std::string& part) const;

    /// Exit code 2, and every part in what it says on stderr.
    void expect_refused(const Said& said, const std::vector<std::string>& parts) const;

    TemporaryFolder folder_;

  private:
    Launch launch(const Arguments& arguments) const;
};

/// A ball of 60 particles for 4 frames.
extern const std::string small_scene;

}  // namespace pliant::testing
