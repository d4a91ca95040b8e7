// A thousand random legal scenes: no crash, no number that is none, constant mass; or a refusal that says why.
// PLIANT_TEST_SCENES in the environment sets how many. A failure prints the scene; save it and `pliant run` it.
#include "properties/random_scene.hpp"
#include "properties/run_checked.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pliant/error.hpp>

#include <algorithm>
#include <map>

namespace pliant::testing {
namespace {

constexpr int groups = 10;

class RandomScenes : public ::testing::TestWithParam<int> {};

std::string json_of(const Scene& scene) {
    try {
        return scene_to_json(scene);
    } catch (const std::exception& error) {
        return fmt::format("(cannot be written: {})", error.what());
    }
}

TEST_P(RandomScenes, run_without_a_number_that_is_none) {
    const std::filesystem::path files =
        std::filesystem::path(::testing::TempDir()) / fmt::format("pliant-random-scenes-{}", GetParam());
    write_random_files(files);
    const int count = scenes_for_this_build() / groups;
    int ran = 0, repaired = 0;
    std::map<std::string, int> refusals;
    for (int i = 0; i < count; ++i) {
        const auto number = static_cast<std::uint64_t>(1000 * GetParam() + i);
        const Scene scene = random_scene(number, files);
        const Outcome outcome = run_checked(scene, scene.time.frames);
        EXPECT_EQ(outcome.complaint, "") << "scene " << number << ":\n" << json_of(scene);
        ran += outcome.ran;
        repaired += outcome.repaired > 0;
        if (!outcome.ran) ++refusals[outcome.refusal.substr(0, outcome.refusal.find('\n'))];
    }
    // Most must run, or the generator makes nonsense.
    std::string why;
    for (const auto& [text, times] : refusals) why += fmt::format("{} × {}\n", times, text);
    EXPECT_GT(ran, (count - 20) * 6 / 10) << why;
    // Losing a particle is for the most violent scenes only.
    EXPECT_LE(repaired, 1 + count / 20);
    if (!HasFailure()) std::filesystem::remove_all(files);  // a reproducer needs them
}

INSTANTIATE_TEST_SUITE_P(Group, RandomScenes, ::testing::Range(0, groups));

}  // namespace
}  // namespace pliant::testing
