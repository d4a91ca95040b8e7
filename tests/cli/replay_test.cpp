// pliant run --replay: what was done to a live run, done again.
#include "cli/program.hpp"

#include <fmt/format.h>

namespace pliant::testing {
namespace {

class ReplayedRun : public ProgramTest {
  protected:
    /// The hash that `pliant run --hash` prints for frame 0: where a log starts.
    std::string start_hash() const {
        const Said said = pliant({"run", "small.json", "--hash", "-q", "--frames", "1", "-o", "first"});
        const std::string mark = "frame 0 hash ";
        return said.out.substr(said.out.find(mark) + mark.size(), 16);
    }
    void write_log(const std::string& start, const std::string& lines) const {
        const char* first = R"({{"type": "start", "version": 1, "scene": "small", "hash": "{}"}})";
        write("inputs.jsonl", fmt::format(fmt::runtime(first), start) + "\n" + lines);
    }
};

constexpr const char* gravity_off = R"({"type": "set", "step": 3, "path": "gravity", "value": "[0, 0, 0]"})";

TEST_F(ReplayedRun, differs_from_one_without_inputs_and_is_the_same_each_time) {
    write_log(start_hash(), std::string(gravity_off) + "\n");
    const Said plain = pliant({"run", "small.json", "--hash", "-q", "-o", "plain"});
    const Said once = pliant({"run", "small.json", "--hash", "-q", "--replay", "inputs.jsonl", "-o", "once"});
    const Said again =
        pliant({"run", "small.json", "--hash", "-q", "--threads", "1", "--replay", "inputs.jsonl", "-o", "again"});
    EXPECT_EQ(once.code, 0) << once.err;
    EXPECT_NE(once.out.find("replayed 1 inputs"), std::string::npos) << once.out;
    const auto hashes = [](const Said& said) { return said.out.substr(0, said.out.find("replayed")); };
    EXPECT_EQ(hashes(once), hashes(again));
    EXPECT_NE(hashes(once), plain.out.substr(0, hashes(once).size()));
    EXPECT_EQ(read("once/inputs.jsonl").empty(), false);
}

TEST_F(ReplayedRun, cannot_be_gone_on_with_and_says_why) {
    write_log(start_hash(), std::string(gravity_off) + "\n");
    ASSERT_EQ(pliant({"run", "small.json", "-q", "--replay", "inputs.jsonl", "-o", "made"}).code, 0);
    const Said resumed = pliant({"run", "made", "--resume"});
    EXPECT_EQ(resumed.code, 2);
    EXPECT_NE(resumed.err.find("--replay"), std::string::npos) << resumed.err;
    EXPECT_EQ(pliant({"run", "made", "--from", "2", "-o", "branch"}).code, 2);
}

TEST_F(ReplayedRun, of_another_scene_or_with_a_bad_input_is_refused) {
    write_log("0123456789abcdef", std::string(gravity_off) + "\n");
    const Said other = pliant({"run", "small.json", "-q", "--replay", "inputs.jsonl", "-o", "made"});
    EXPECT_EQ(other.code, 2);
    EXPECT_NE(other.err.find("another simulation"), std::string::npos) << other.err;
    write_log(start_hash(), R"({"type": "grab", "step": 1, "name": "nobody", "point": [0, 0, 0]})"
                            "\n");
    const Said bad = pliant({"run", "small.json", "-q", "--replay", "inputs.jsonl", "-o", "bad"});
    EXPECT_EQ(bad.code, 2);
    EXPECT_NE(bad.err.find("nobody"), std::string::npos) << bad.err;
}

TEST_F(ReplayedRun, says_when_the_live_run_ended_otherwise) {
    write_log(start_hash(), std::string(gravity_off) + "\n" +
                                R"({"type": "end", "step": 5, "frame": 2, "hash": "0123456789abcdef"})"
                                "\n");
    const Said said = pliant({"run", "small.json", "-q", "--hash", "--replay", "inputs.jsonl", "-o", "made"});
    EXPECT_EQ(said.code, 0);
    EXPECT_NE(said.err.find("other bits"), std::string::npos) << said.err;
    EXPECT_EQ(said.out.find("frame 3 hash"), std::string::npos) << "it is as long as the live run was";
}

}  // namespace
}  // namespace pliant::testing
