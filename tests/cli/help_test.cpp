// What a user who asks, or mistypes, is told.
#include "cli/program.hpp"

namespace pliant::testing {
namespace {

using Help = ProgramTest;

TEST_F(Help, is_there_for_the_program_and_every_command) {
    const Said all = pliant({"--help"});
    EXPECT_EQ(all.code, 0);
    EXPECT_EQ(all.err, "");
    for (const char* command : {"run", "check", "info", "schema", "scenes", "presets", "bench"}) {
        EXPECT_NE(all.out.find(command), std::string::npos) << command;
        const Said said = pliant({command, "--help"});
        EXPECT_EQ(said.code, 0) << command;
        EXPECT_EQ(said.err, "") << command;
        EXPECT_NE(said.out.find("Usage: pliant " + std::string(command)), std::string::npos) << said.out;
    }
}

TEST_F(Help, of_run_names_every_option) {
    const std::string text = pliant({"run", "--help"}).out;
    for (const char* option : {"-o", "--frames", "--threads", "--set", "--stats", "--hash", "--quiet"})
        EXPECT_NE(text.find(option), std::string::npos) << option;
}

TEST_F(Help, version_is_a_number) {
    const Said said = pliant({"--version"});
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(
        ::testing::internal::RE::FullMatch(said.out, ::testing::internal::RE("pliant [0-9]+\\.[0-9]+\\.[0-9]+\n")))
        << said.out;
}

TEST_F(Help, without_a_command_says_where_help_is) {
    const Said said = pliant({});
    expect_refused(said, {"--help"});
}

TEST_F(Help, an_unknown_command_is_named) { expect_refused(pliant({"rum", "small.json"}), {"rum", "run"}); }

TEST_F(Help, an_unknown_option_is_named) {
    expect_refused(pliant({"run", "small.json", "--colour"}), {"--colour", "--help"});
    expect_refused(pliant({"check"}), {"scene", "--help"});
}

}  // namespace
}  // namespace pliant::testing
