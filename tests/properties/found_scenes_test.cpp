// Scenes that random tests once broke.
#include "properties/run_checked.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pliant::testing {
namespace {

Scene found(const std::string& name) {
    return load_scene(PLIANT_SOURCE_DIR "/tests/properties/data/" + name + ".json");
}

TEST(FoundScenes, a_held_particle_and_its_cluster_do_not_feel_what_it_strikes) {
    const Scene scene = found("held-and-struck");
    const Outcome outcome = run_checked(scene, scene.time.frames);
    EXPECT_TRUE(outcome.ran);
    EXPECT_EQ(outcome.complaint, "");
    EXPECT_EQ(outcome.repaired, 0U);
    // The body begins nine metres inside a plane, and what it leaves that with makes the strand thousands of m/s fast.
    EXPECT_LT(outcome.fastest, 20000);
}

}  // namespace
}  // namespace pliant::testing
