// Scenes that random tests once broke.
#include "properties/run_checked.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pliant::testing {
namespace {

/// Runs tests/properties/data/<name>.json: nothing is wrong, no particle is lost, none is ever faster than this (m/s).
void expect_sound(const std::string& name, double most_speed) {
    const Scene scene = load_scene(PLIANT_SOURCE_DIR "/tests/properties/data/" + name + ".json");
    const Outcome outcome = run_checked(scene, scene.time.frames);
    EXPECT_TRUE(outcome.ran);
    EXPECT_EQ(outcome.complaint, "");
    EXPECT_EQ(outcome.repaired, 0U);
    EXPECT_LT(outcome.fastest, most_speed);
}

TEST(FoundScenes, a_held_particle_and_its_cluster_do_not_feel_what_it_strikes) {
    // The body begins nine metres inside a plane, and what it leaves that with makes the strand thousands of m/s fast.
    expect_sound("held-and-struck", 20000);
}

TEST(FoundScenes, a_cluster_that_flies_many_times_its_size_in_a_step_is_not_spun_by_rounding) {
    // 2,000 particles 0.6 mm apart, at 5 m/s and 120 steps a second: it went to 1e15 m/s.
    expect_sound("bent-strand", 15);
}

}  // namespace
}  // namespace pliant::testing
