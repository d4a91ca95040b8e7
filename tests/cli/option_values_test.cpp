// Values that an option cannot have: each refused with the option, the value, what is allowed and a hint.
#include "cli/program.hpp"

namespace pliant::testing {
namespace {

class OptionValues : public ProgramTest {
  protected:
    void expect_bad(const Arguments& command, const std::string& option, const std::vector<std::string>& values,
                    const std::string& allowed) const {
        for (const std::string& value : values) {
            Arguments arguments = command;
            arguments.insert(arguments.end(), {option, value});
            const Said said = pliant(arguments);
            expect_refused(said, {"pliant: " + option, "found:   " + (value.empty() ? "nothing" : value),
                                  "allowed: " + allowed + "\n", "hint:    for example " + option + " "});
            EXPECT_LT(said.err.size(), 400u) << said.err;
            EXPECT_EQ(said.out, "");
        }
        EXPECT_EQ(files(".").size(), 1u) << option;
    }
    /// As the help lists them: not every machine has all.
    std::string instruction_sets() const {
        const std::string help = pliant({"run", "--help"}).out, before = "instruction set: ";
        const std::size_t begin = help.find(before) + before.size();
        return help.substr(begin, help.find('\n', begin) - begin);
    }
};

TEST_F(OptionValues, of_run_are_checked) {
    const Arguments run = {"run", "small.json", "-o", "made"};
    expect_bad(run, "--frames", {"0", "-1", "1000001", "99999999999999999999", "many", "1.5", "", "3x"},
               "a whole number from 1 to 1000000");
    expect_bad(run, "--checkpoint-every", {"0", "-1", "nan"}, "a whole number from 1 to 2147483647");
    expect_bad(run, "--from", {"-1", "x", "1e3"}, "a whole number from 0 to 2147483647");
    expect_bad(run, "--threads", {"-1", "1025", "all"}, "a whole number from 0 to 1024");
    expect_bad(run, "--isa", {"foo", "AVX2", ""}, instruction_sets());
}

TEST_F(OptionValues, of_render_and_report_are_checked) {
    const Arguments render = {"render", "small.json"};
    expect_bad(render, "--color-max", {"inf", "nan", "-nan", "0", "-1", "1e999", "red"}, "a number above 0");
    expect_bad(render, "--sheet", {"0", "65", "-1"}, "a whole number from 1 to 64");
    expect_bad(render, "--frame", {"-1", "last"}, "a whole number from 0 to 2147483647");
    expect_bad(render, "--level", {"-1", "16"}, "a whole number from 0 to 15");
    expect_bad(render, "--width", {"15", "8193", "0"}, "a whole number from 16 to 8192");
    expect_bad(render, "--height", {"15", "8193", "0"}, "a whole number from 16 to 8192");
    expect_bad(render, "--antialias", {"0", "9"}, "a whole number from 1 to 8");
    expect_bad(render, "--show", {"meshes"}, "skin, particles, both, proxies, clusters, embedded");
    const std::string colors = "look, body, cluster, level, new, material, fragment, strain, plastic, speed";
    expect_bad(render, "--color", {"sped"}, colors);
    expect_bad({"report", "made"}, "--color", {"sped"}, colors);
    expect_bad({"report", "made"}, "--sheet", {"0"}, "a whole number from 1 to 64");
}

TEST_F(OptionValues, that_are_missing_or_do_not_go_together_say_where_help_is) {
    for (const Arguments& arguments :
         {Arguments{"run", "small.json", "--from"}, Arguments{"run", "small.json", "--frames"},
          Arguments{"run", "small.json", "--resume", "--force"}})
        expect_refused(pliant(arguments), {"pliant: ", arguments.back(), "hint:    pliant run --help"});
    expect_refused(pliant({"render", "small.json", "--frame", "1", "--frames", "1:2"}),
                   {"--frames", "hint:    pliant render --help"});
}

}  // namespace
}  // namespace pliant::testing
