// Ctrl-C: one plain line of what was stopped and what is there, and exit code 130, whatever was going on.
#include "cli/program.hpp"

#include <cstdlib>

namespace pliant::testing {
namespace {

class Interrupted : public ProgramTest {
  protected:
    static void expect_stopped(const Said& said, const std::string& line) {
        EXPECT_EQ(said.code, 130) << said.err;
        EXPECT_NE(said.err.find(line), std::string::npos) << said.err;
        EXPECT_EQ(said.err.find("stopped"), said.err.rfind("stopped")) << said.err;
    }
    static const inline Arguments endless = {"--set", "time.frames=1000000", "--set", "time.substeps=50"};

    static Arguments with(Arguments first, const Arguments& more) {
        first.insert(first.end(), more.begin(), more.end());
        return first;
    }
};

TEST_F(Interrupted, while_it_reads_or_builds_nothing_is_written) {
    for (const Arguments& arguments :
         {Arguments{"check", "pipe.json"}, Arguments{"info", "pipe.json"}, Arguments{"render", "pipe.json"},
          Arguments{"run", "pipe.json", "-o", "made", "--stats", "stats.jsonl"}}) {
        expect_stopped(interrupt_while_reading(arguments, "pipe.json"), "pliant: stopped; nothing was written\n");
        std::filesystem::remove(folder_ / "pipe.json");
        EXPECT_EQ(files(".").size(), 1u) << arguments.front();
    }
    // So many particles take longer to sample than the signal takes to come.
    expect_stopped(interrupt_when_it_speaks({"run", "small.json", "-o", "made", "--stats", "stats.jsonl", "--set",
                                             "bodies.0.sampling.particles=2000000"}),
                   "pliant: stopped; nothing was written\n");
    EXPECT_EQ(files(".").size(), 1u);
}

TEST_F(Interrupted, while_a_scene_is_simulated_for_a_picture_no_temporary_folder_is_left) {
    std::filesystem::create_directory(folder_ / "temporary");
    setenv("TMPDIR", (folder_ / "temporary").c_str(), 1);
    const Said said = interrupt_when_it_speaks(with({"render", "small.json"}, endless));
    unsetenv("TMPDIR");
    expect_stopped(said, "stopped while simulating; nothing was written");
    EXPECT_TRUE(std::filesystem::is_empty(folder_ / "temporary"));
    EXPECT_EQ(files(".").size(), 1u);
}

TEST_F(Interrupted, while_pictures_are_drawn_those_that_are_there_are_named_and_whole) {
    ASSERT_EQ(pliant({"run", "small.json", "-o", "made", "-q", "--frames", "40"}).code, 0);
    const Said said = interrupt({"render", "made", "--frames", ":", "-o", "shot.png", "-q"}, "shot_00000.png");
    expect_stopped(said, "stopped while drawing; shot_00000.png to shot_000");
    EXPECT_TRUE(named(".", ".part").empty());
    const std::vector<std::string> shots = named(".", "shot_");
    EXPECT_LT(shots.size(), 41u);
    EXPECT_NE(said.err.find(shots.back() + " are written"), std::string::npos) << said.err;
    for (const std::string& shot : shots) EXPECT_TRUE(read(shot).ends_with(std::string("IEND\xae\x42\x60\x82", 8)));
    expect_stopped(interrupt_when_it_speaks({"render", "made", "--movie", "film.webp"}), "stopped while");
    EXPECT_TRUE(named(".", "film").empty());
}

}  // namespace
}  // namespace pliant::testing
