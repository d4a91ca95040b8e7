// Runs the program as a user does.
#pragma once

#include "support/files.hpp"
#include "support/program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace pliant {

using testing::bytes_of;
using testing::Said;

/// Tests in a folder of their own, which is the working directory of what they run.
class Program : public ::testing::Test {
  protected:
    Said shell(const std::string& command) const { return testing::run_program({"sh", {"-c", command}, folder}); }
    Said pliant(const std::string& arguments) const { return shell(fmt::format("'{}' {}", PLIANT_PROGRAM, arguments)); }

    /// A short run of a small scene with 20 frames, in the folder "run".
    void make_run() const {
        std::ofstream(folder / "small.json") << R"({
            "title": "two small balls",
            "time": {"fps": 60, "frames": 20, "substeps": 4},
            "bodies": [
                {"name": "soft", "shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 120},
                 "material": {"stiffness": 5, "damping": 2}, "translate": [0, 0.4, 0]},
                {"name": "hard", "shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "sampling": {"particles": 120},
                 "material": {"preset": "rubber", "stiffness": 18, "volume": 0}, "translate": [0.6, 0.4, 0], "spin": [0, 90, 40]}
            ],
            "obstacles": [{"type": "plane"}]
        })";
        const Said outcome = pliant("run small.json -o run -q");
        ASSERT_EQ(outcome.code, 0) << outcome.text();
    }

    testing::TemporaryFolder folder;
};

}  // namespace pliant
