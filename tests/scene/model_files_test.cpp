// Where the files that shapes name are found, and what is said when they are not.
#include "scene/model_files.hpp"

#include "support/files.hpp"

#include <gtest/gtest.h>
#include <pliant/error.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include <cstdlib>
#include <fstream>

namespace pliant {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, and PLIANT_MODELS as it was afterwards.
class ModelFiles : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const char* value = std::getenv("PLIANT_MODELS")) before_ = value;
        ::unsetenv("PLIANT_MODELS");
        fs::create_directories(root_ / "project" / "scenes");
    }
    void TearDown() override {
        if (before_.empty())
            ::unsetenv("PLIANT_MODELS");
        else
            ::setenv("PLIANT_MODELS", before_.c_str(), 1);
    }

    /// An empty file; its folder is made.
    fs::path put(const fs::path& file) const {
        fs::create_directories((root_ / file).parent_path());
        std::ofstream(root_ / file) << "OFF";
        return root_ / file;
    }
    fs::path scenes() const { return root_ / "project" / "scenes"; }

    testing::TemporaryFolder root_;
    std::string before_;
};

// A name that no models/ above the folder the tests run in has.
const std::string mesh = "models/no-such-animal.off";

TEST_F(ModelFiles, other_paths_are_beside_the_scene) {
    EXPECT_EQ(find_shape_file("meshes/cat.off", scenes()), scenes() / "meshes" / "cat.off");
    EXPECT_EQ(find_shape_file("cat.off", scenes()), scenes() / "cat.off");
    EXPECT_EQ(find_shape_file("/meshes/cat.off", scenes()), "/meshes/cat.off");
}

TEST_F(ModelFiles, are_found_beside_the_scene_then_in_the_named_folder_then_above) {
    const fs::path above = put("project/models/no-such-animal.off");
    EXPECT_EQ(find_shape_file(mesh, scenes()), above);
    const fs::path named = put("elsewhere/no-such-animal.off");
    ::setenv("PLIANT_MODELS", named.parent_path().c_str(), 1);
    EXPECT_EQ(find_shape_file(mesh, scenes()), named);
    EXPECT_EQ(find_shape_file(mesh, {}), named) << "a bundled scene";
    const fs::path beside = put("project/scenes/models/no-such-animal.off");
    EXPECT_EQ(find_shape_file(mesh, scenes()), beside);
}

TEST_F(ModelFiles, are_found_above_the_current_folder_for_a_bundled_scene) {
    const fs::path here = fs::current_path();
    const fs::path above = put("project/models/no-such-animal.off");
    fs::current_path(scenes());
    const fs::path found = find_shape_file(mesh, {});
    fs::current_path(here);
    EXPECT_TRUE(fs::equivalent(found, above)) << found;
}

TEST_F(ModelFiles, a_missing_one_names_the_command_that_installs_it) {
    const Scene scene = parse_scene(R"({"bodies": [{"shape": {"type": "mesh", "file": "models/no-such-animal.off"}}]})",
                                    "zoo.json", {}, scenes());
    try {
        const Simulation simulation(scene);
        FAIL() << "built without its mesh";
    } catch (const InputError& error) {
        const std::string text = error.what();
        for (const char* part :
             {"zoo.json", "bodies[0].shape", "models/no-such-animal.off", "tools/install-models", "PLIANT_MODELS"})
            EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
    }
}

}  // namespace
}  // namespace pliant
