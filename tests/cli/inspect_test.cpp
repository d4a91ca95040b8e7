// pliant check, info, schema, scenes, presets: look without simulating.
#include "cli/program.hpp"

#include <nlohmann/json.hpp>

namespace pliant::testing {
namespace {

using Inspect = ProgramTest;

TEST_F(Inspect, check_says_fine_and_makes_nothing) {
    const Said said = pliant({"check", "small.json"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_NE(said.out.find("fine"), std::string::npos) << said.out;
    EXPECT_EQ(files(".").size(), 1u);
}

TEST_F(Inspect, info_of_a_scene_tells_what_it_builds) {
    const Said said = pliant({"info", "small.json"});
    EXPECT_EQ(said.code, 0) << said.err;
    for (const char* word : {"particles", "clusters", "memberships", "mass", "4 frames at 60 fps"})
        EXPECT_NE(said.out.find(word), std::string::npos) << word << "\n" << said.out;
}

TEST_F(Inspect, info_of_a_run_tells_what_it_holds) {
    ASSERT_EQ(pliant({"run", "small.json", "-o", "made", "-q"}).code, 0);
    const Said said = pliant({"info", "made"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_NE(said.out.find("small"), std::string::npos) << said.out;
    EXPECT_NE(said.out.find("frames"), std::string::npos) << said.out;
}

TEST_F(Inspect, info_of_another_folder_or_nothing_is_refused) {
    std::filesystem::create_directories(folder_ / "empty");
    expect_refused(pliant({"info", "empty"}), {"empty", "hint:"});
    expect_refused(pliant({"info", "nothing"}), {"nothing"});
    write("made/run.json", "{\"format\": ");
    expect_refused(pliant({"info", "made"}), {"made"});
}

TEST_F(Inspect, every_bundled_scene_is_listed_and_fine_to_load) {
    const Said said = pliant({"scenes"});
    EXPECT_EQ(said.code, 0);
    for (const char* name :
         {"default", "falling-ball", "stretched-cube", "hanging-bar", "cloth-sheet", "cluster-convergence"})
        EXPECT_NE(said.out.find(name), std::string::npos) << name;
}

TEST_F(Inspect, twelve_presets_or_more_are_listed) {
    const Said said = pliant({"presets"});
    EXPECT_EQ(said.code, 0);
    for (const char* name : {"jelly", "rubber", "foam", "flesh", "clay", "dough"})
        EXPECT_NE(said.out.find(name), std::string::npos) << name;
    EXPECT_GE(std::count(said.out.begin(), said.out.end(), '\n'), 14);
}

TEST_F(Inspect, the_schema_is_json_of_the_promised_draft) {
    const Said said = pliant({"schema"});
    EXPECT_EQ(said.code, 0);
    const nlohmann::json schema = nlohmann::json::parse(said.out);
    EXPECT_EQ(schema.at("$schema"), "https://json-schema.org/draft/2020-12/schema");
    EXPECT_TRUE(schema.contains("properties"));
}

TEST_F(Inspect, output_that_nobody_can_take_is_an_error) {
    const Said said = run("bash", {"-c", std::string(PLIANT_PROGRAM) + " schema > /dev/full"});
    EXPECT_EQ(said.code, 2) << said.err;
    EXPECT_NE(said.err.find("No space left"), std::string::npos) << said.err;
}

}  // namespace
}  // namespace pliant::testing
