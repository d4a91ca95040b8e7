// Runs the program as a user does.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace pliant {

inline std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// What a shell command left: its exit code and everything it said.
struct Outcome {
    int code = 0;
    std::string text;
    bool says(const std::string& words) const { return text.find(words) != std::string::npos; }
};

/// Tests in a folder of their own, which is the working directory of what they run.
class Program : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "pliant-program-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    Outcome shell(const std::string& command) const {
        const std::filesystem::path said = folder / ".said";
        const std::string line = fmt::format("cd '{}' && ({}) >'{}' 2>&1", folder.string(), command, said.string());
        const int status = std::system(line.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, bytes_of(said)};
    }
    Outcome pliant(const std::string& arguments) const {
        return shell(fmt::format("'{}' {}", PLIANT_PROGRAM, arguments));
    }

    /// A short run of a small scene with 20 frames, in the folder "run".
    void make_run() const {
        std::ofstream(folder / "small.json") << R"({
            "title": "two small balls",
            "time": {"fps": 60, "frames": 20, "substeps": 4},
            "bodies": [
                {"name": "soft", "shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 120},
                 "material": "jelly", "translate": [0, 0.4, 0]},
                {"name": "hard", "shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "sampling": {"particles": 120},
                 "material": "rubber", "translate": [0.6, 0.4, 0], "spin": [0, 90, 40]}
            ],
            "obstacles": [{"type": "plane"}]
        })";
        const Outcome outcome = pliant("run small.json -o run -q");
        ASSERT_EQ(outcome.code, 0) << outcome.text;
    }

    std::filesystem::path folder;
};

}  // namespace pliant
