// Bodies made of given points weigh what the space they stand for weighs.
#include "core/random.hpp"
#include "sim/scenes.hpp"
#include "support/files.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

namespace pliant::testing {
namespace {

double mass_of(const std::string& points, const std::string& solver) {
    const TemporaryFolder folder;
    std::ofstream(folder / "cloud.xyz") << points;
    const std::string text = fmt::format(
        R"({{"bodies": [{{"shape": {{"type": "points", "file": "cloud.xyz"}}, "solver": "{}", "material": {{"density": 700}}}}]}})",
        solver);
    return Simulation(parse_scene(text, "test.json", {}, folder)).bodies().front().mass;
}

TEST(CloudMass, of_random_points_in_a_cube_is_that_of_the_cube) {
    for (const std::uint64_t seed : {1u, 2u}) {
        Random random(seed);
        const auto next = [&] { return static_cast<double>(random.below(1 << 20)) / (1 << 20); };
        std::string points;
        for (int i = 0; i < 1500; ++i) {
            const double x = next(), y = next(), z = next();
            points += fmt::format("{} {} {}\n", x, y, z);
        }
        for (const char* solver : {"shape_matching", "rigid", "point_based"})
            EXPECT_NEAR(mass_of(points, solver) / 700, 1, 0.1) << solver;
    }
}

TEST(CloudMass, of_a_lattice_is_that_of_its_cells) {
    std::string points;
    for (int i = 0; i < 8 * 9 * 10; ++i)
        points += fmt::format("{} {} {}\n", i % 8 * 0.1, i / 8 % 9 * 0.1, i / 72 * 0.1);
    for (const char* solver : {"shape_matching", "rigid", "point_based"})
        EXPECT_NEAR(mass_of(points, solver) / 700, 0.72, 1e-4) << solver;
}

}  // namespace
}  // namespace pliant::testing
