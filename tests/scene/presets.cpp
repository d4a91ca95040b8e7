// The bundled materials and scenes.
#include <filesystem>
#include <fstream>

#include "scene/helpers.hpp"
#include "scene/stability.hpp"

namespace pliant::testing {
namespace {

TEST(Presets, all_load_are_stable_at_240_steps_a_second_and_have_a_summary) {
    const std::vector<std::string> names = material_presets();
    EXPECT_GE(names.size(), 14U);
    EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
    for (const std::string& name : names) {
        const Material material = material_preset(name);
        EXPECT_EQ(material.preset, name);
        EXPECT_FALSE(material_preset_summary(name).empty()) << name;
        const StepRates rates{.stiffness = material.stiffness.value, .damping = material.damping.value};
        EXPECT_LT(alpha_of_step(rates, 1.0 / 240), 2) << name << " is above the bound of MR20";
        EXPECT_NO_THROW(check_stability(Time{}, rates)) << name;
    }
}

TEST(Presets, no_two_are_alike) {
    const std::vector<std::string> names = material_presets();
    const auto values = [](const std::string& name) {
        const Material m = material_preset(name);
        return std::vector{m.density.value, m.stiffness.value, m.damping.value, m.friction.value, m.restitution.value};
    };
    for (std::size_t i = 0; i < names.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_NE(values(names[i]), values(names[j])) << names[i] << " and " << names[j];
}

TEST(Presets, the_plastic_ones_flow_and_leave_the_strain_limit_room) {
    for (const std::string name : {"clay", "dough", "putty", "chocolate", "lead"}) {
        const Material material = material_preset(name);
        EXPECT_GT(material.flow.value, 0) << name;
        EXPECT_GE(material.strain_limit.value, 2 * material.yield.value) << name;
    }
}

TEST(Presets, the_embedded_files_are_those_of_the_folder) {
    const std::filesystem::path folder = std::string(PLIANT_SOURCE_DIR) + "/scenes/presets";
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        ++files;
        EXPECT_NO_THROW(material_preset(entry.path().stem().string())) << entry.path();
    }
    EXPECT_EQ(files, material_presets().size());
}

TEST(Presets, an_edited_copy_beside_the_scene_is_used) {
    const TemporaryFolder folder;
    std::ofstream(folder / "mine.json") << R"({"summary": "mine", "material": {"stiffness": 3.5}})";
    std::ofstream(folder / "scene.json") << R"({"bodies": [{"shape": {"type": "box"}, "material": "mine.json"}]})";
    EXPECT_EQ(load_scene((folder / "scene.json").string()).bodies[0].material.stiffness.value, 3.5);
    std::ofstream(folder / "mine.json") << R"({"summary": "mine", "material": {"stiffness": -1}})";
    EXPECT_THROW(load_scene((folder / "scene.json").string()), InputError);
}

TEST(BundledScenes, each_loads_by_its_name_and_is_the_file_of_the_folder) {
    for (const std::string& name : bundled_scenes()) {
        const Scene scene = load_scene(name);
        EXPECT_EQ(scene.name, name);
        EXPECT_FALSE(scene.title.empty()) << name;
        const std::string path = std::string(PLIANT_SOURCE_DIR) + "/scenes/" + name + ".json";
        EXPECT_EQ(scene_to_json(scene), scene_to_json(load_scene(path)));
    }
}

}  // namespace
}  // namespace pliant::testing
