// --set path=value.
#include "scene/helpers.hpp"

namespace pliant::testing {
namespace {

Scene with(const std::vector<Override>& overrides, const std::string& text = small) {
    return parse_scene(text, "scene.json", overrides);
}

TEST(Overrides, both_spellings_of_a_path_set_a_value) {
    EXPECT_EQ(with({{"bodies.0.clusters.count", "50"}}).bodies[0].clusters.count, 50);
    EXPECT_EQ(with({{"bodies[0].clusters.count", "50"}}).bodies[0].clusters.count, 50);
}

TEST(Overrides, values_are_json_or_else_text) {
    EXPECT_EQ(with({{"gravity", "[0, -1, 0]"}}).gravity, Vec3(0, -1, 0));
    EXPECT_EQ(with({{"title", "a title"}}).title, "a title");
    EXPECT_EQ(with({{"title", "\"12\""}}).title, "12");
    EXPECT_FALSE(with({{"output.frames", "false"}}).output.frames);
}

TEST(Overrides, a_list_can_be_extended_by_one) {
    const Scene scene =
        with({{"obstacles.0.type", "plane"}, {"obstacles.1.type", "sphere"}, {"obstacles.1.radius", "2"}});
    ASSERT_EQ(scene.obstacles.size(), 2U);
    EXPECT_EQ(scene.obstacles[1].radius, 2);
}

TEST(Overrides, a_presets_name_becomes_a_preset_with_values) {
    const Scene scene = with({{"bodies.0.material", "jelly"}, {"bodies.0.material.stiffness", "8"}});
    EXPECT_EQ(scene.bodies[0].material.preset, "jelly");
    EXPECT_EQ(scene.bodies[0].material.stiffness.value, 8);
    EXPECT_EQ(scene.bodies[0].material.friction.value, material_preset("jelly").friction.value);
}

TEST(Overrides, a_number_becomes_a_varying_scalar) {
    const Scene scene = with({{"bodies.0.material.damping", "3"},
                              {"bodies.0.material.damping.regions", R"([{"shape": {"type": "box"}, "value": 9}])"}});
    EXPECT_EQ(scene.bodies[0].material.damping.value, 3);
    EXPECT_EQ(scene.bodies[0].material.damping.regions.at(0).value, 9);
}

TEST(Overrides, a_field_takes_the_place_of_the_one_that_excludes_it) {
    const std::string text =
        R"({"time": {"substeps": 9}, "bodies": [{"shape": {"type": "box"}, "sampling": {"spacing": 0.1}}]})";
    EXPECT_EQ(with({{"time.max_step", "0.001"}}, text).time.max_step, 0.001);
    EXPECT_EQ(with({{"time.max_step", "0"}}, text).time.substeps, 9);
    const Sampling sampling = with({{"bodies.0.sampling.particles", "70"}}, text).bodies[0].sampling;
    EXPECT_EQ(sampling.particles, 70);
    EXPECT_EQ(sampling.spacing, 0);
}

TEST(Overrides, the_last_one_wins) { EXPECT_EQ(with({{"seed", "1"}, {"seed", "7"}}).seed, 7U); }

TEST(Overrides, errors_name_the_override_and_not_the_file) {
    const std::vector<std::pair<Override, std::string>> cases = {
        {{"bodies.7.name", "x"}, "bodies[7]"},
        {{"bodies.0.clusters.count", "-1"}, "bodies[0].clusters.count"},
        {{"bodies.0.clusters.cuont", "1"}, "bodies[0].clusters.cuont"},
        {{"bodies.1.name", "new"}, "bodies[1].shape"},
        {{"bodies.name", "x"}, "bodies.name"},
        {{"gravity.1", "0"}, "gravity[1]"},
        {{"gravity", "[0, 0"}, "line 1, column 6"},
        {{"bodies.0.shape", R"({"type": "box", "size": [1, 1, 0]})"}, "bodies[0].shape.size[2]"},
        {{"bodies.0.material", "jely"}, "bodies[0].material"},
        {{"bodies.0.material.stiffness", "1000"}, "bodies[0].material.stiffness"},
        {{"time.substeps", "1"}, "time.substeps"},
        {{"bodies..name", "x"}, "bodies..name"},
        {{"", "x"}, ""},
    };
    const std::string stiff =
        R"({"time": {"substeps": 8}, "bodies": [{"shape": {"type": "sphere"}, "material": {"stiffness": 60}}]})";
    for (const auto& [override, path] : cases) {
        const InputProblem problem = problem_of(stiff, {{"seed", "4"}, override});
        EXPECT_EQ(problem.file, "--set " + override.first + "=" + override.second);
        EXPECT_EQ(problem.path, path);
        EXPECT_FALSE(problem.hint.empty());
        EXPECT_FALSE(problem.allowed.empty());
    }
}

TEST(Overrides, errors_elsewhere_still_name_the_file) {
    EXPECT_EQ(problem_of(R"({"gravity": 1, "bodies": []})", {{"seed", "4"}}).file, "scene.json");
}

}  // namespace
}  // namespace pliant::testing
