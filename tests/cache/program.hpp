// Runs the program as a user does: in a folder of its own, to its end or until it is killed.
#pragma once

#include "cache/helpers.hpp"
#include "support/program.hpp"

#include <functional>
#include <string>
#include <vector>

namespace pliant::testing {

/// Tests that drive the program. The scene small.json is in the folder.
class Program : public ::testing::Test {
  protected:
    Program() { put_bytes(folder / "small.json", small_scene_text()); }
    Launch launch(const std::vector<std::string>& arguments) const { return {PLIANT_PROGRAM, arguments, folder}; }
    Said pliant(const std::vector<std::string>& arguments) const { return run_program(launch(arguments)); }

    TemporaryFolder folder;
};

}  // namespace pliant::testing
