// The same bits on every run, for any number of threads and through a checkpoint, on every shipped scene; and the same
// bits as yesterday: tests/golden/<scene>.txt holds state hashes per precision and instruction set
// (tests/golden/README.md).
#include "behaviour/levels_helpers.hpp"

#include "core/parallel.hpp"
#include "run/checkpoint.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace pliant::testing {
namespace {

constexpr int golden_frames = 30;
constexpr int golden_points = 500;

std::uint64_t hash_after(const Scene& scene, int frames, int threads, const std::string& instruction_set = {}) {
    // More threads than the machine has cores, too.
    const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 8);
    Simulation simulation(scene, {.threads = threads, .instruction_set = instruction_set, .progress = {}});
    for (int f = 0; f < frames; ++f) simulation.advance_frame();
    return simulation.hash();
}

bool is_points(const Body& body) { return body.solver == Solver::point_based; }
bool has_points(const Scene& scene) { return std::any_of(scene.bodies.begin(), scene.bodies.end(), is_points); }

/// A shipped scene, its bodies of points with so many of them: a step of one costs as much as of hundreds of others.
Scene with_points(Scene scene, int particles) {
    for (Body& body : scene.bodies) {
        if (!is_points(body)) continue;
        body.sampling.spacing = 0;
        body.sampling.particles = particles;
    }
    return scene;
}

class ShippedScene : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedScene, gives_the_same_bits_for_any_number_of_threads) {
    Scene scene = load_scene(GetParam());
    // So many that their steps are worth threads.
    if (has_points(scene)) scene = with_points(scene, 2200);
    PLIANT_NEEDS_MODELS(scene)
    const int frames = has_points(scene) ? 2 : 8;
    const std::uint64_t one = hash_after(scene, frames, 1);
    for (const int threads : {2, 3, 8}) EXPECT_EQ(hash_after(scene, frames, threads), one) << threads << " threads";
}

// The shipped scenes are small enough that a step runs on one thread whatever was asked for; this one is not.
TEST(LargeScene, gives_the_same_bits_for_any_number_of_threads) {
    const Scene scene = scene_of(R"({
        "bodies": [
            {"name": "torus", "shape": {"type": "torus"}, "sampling": {"particles": 12000}, "translate": [0, 0.3, 0],
             "material": {"stiffness": 3}, "stretch": [1.4, 1, 1], "velocity": [0, -3, 0]},
            {"name": "ball", "shape": {"type": "sphere"}, "sampling": {"particles": 12000}, "translate": [0, 1.2, 0], "spin": [0, 300, 0],
             "pins": [{"region": {"type": "half_space", "point": [0, -0.4, 0]},
                       "motion": {"keys": [{"time": 0}, {"time": 1, "angle": 90}]}}]}
        ],
        "obstacles": [{"type": "plane"}, {"type": "sphere", "radius": 0.3}],
        "forces": [{"type": "radial", "strength": 3}, {"type": "wind", "vector": [2, 0, 0]}]
    })");
    const Simulation first = serial(scene);
    ASSERT_GE(first.stats().particles, parallel_threshold);
    const std::uint64_t one = hash_after(scene, 4, 1);
    EXPECT_NE(one, first.hash());
    for (const int threads : {2, 3, 8}) EXPECT_EQ(hash_after(scene, 4, threads), one) << threads << " threads";
}

/// One golden file: "precision instruction-set" to hash.
using Golden = std::map<std::string, std::string>;

std::filesystem::path golden_file(const std::string& scene) {
    return std::filesystem::path(PLIANT_SOURCE_DIR) / "tests" / "golden" / (scene + ".txt");
}

Golden read_golden(const std::string& scene) {
    Golden golden;
    std::ifstream file(golden_file(scene));
    std::string line, precision, instruction_set, hash;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        if (words >> precision >> instruction_set >> hash && precision[0] != '#')
            golden[precision + " " + instruction_set] = hash;
    }
    return golden;
}

void write_golden(const std::string& scene, const Golden& golden) {
    std::ofstream file(golden_file(scene));
    file << fmt::format("# State hashes of '{}' after {} frames (README.md says how to renew them).\n", scene,
                        golden_frames);
    for (const auto& [key, hash] : golden) file << key << ' ' << hash << '\n';
}

TEST_P(ShippedScene, gives_the_bits_of_its_golden_file) {
    const std::string precision = in_double ? "double" : "float";
    const Scene scene = with_points(load_scene(GetParam()), golden_points);
    PLIANT_NEEDS_MODELS(scene)
    Golden golden = read_golden(GetParam());
    const bool renew = std::getenv("PLIANT_UPDATE_GOLDEN") != nullptr;
    std::string missing;
    for (const std::string& instruction_set : instruction_sets()) {
        const std::string key = precision + " " + instruction_set;
        const std::string hash = fmt::format("{:016x}", hash_after(scene, golden_frames, 1, instruction_set));
        if (renew) {
            golden[key] = hash;
        } else if (!golden.contains(key)) {
            missing += (missing.empty() ? "" : ", ") + key;
        } else {
            EXPECT_EQ(hash, golden[key]) << key << ": see tests/golden/README.md";
        }
    }
    if (renew) write_golden(GetParam(), golden);
    if (!missing.empty()) GTEST_SKIP() << "no golden hash for " << missing << ": see tests/golden/README.md";
}

TEST_P(ShippedScene, of_points_goes_on_from_a_checkpoint_with_the_same_bits) {
    const Scene scene = with_points(load_scene(GetParam()), golden_points);
    if (!has_points(scene)) GTEST_SKIP() << "tests/cache does that for the others";
    PLIANT_NEEDS_MODELS(scene)
    Simulation whole = serial(scene), resumed = serial(scene);
    for (int f = 0; f < golden_frames - 4; ++f) whole.advance_frame();
    const ChunkFile file = ChunkFile::parse(checkpoint_bytes(whole, {}, 1), "state.pcs", FileKind::checkpoint);
    load_checkpoint(file, 1, resumed);
    for (Simulation* simulation : {&whole, &resumed})
        for (int f = 0; f < 4; ++f) simulation->advance_frame();
    EXPECT_EQ(resumed.hash(), whole.hash());
}

INSTANTIATE_TEST_SUITE_P(Scenes, ShippedScene, ::testing::ValuesIn(bundled_scenes()), [](const auto& info) {
    std::string name = info.param;
    for (char& c : name)
        if (c == '-') c = '_';
    return name;
});

}  // namespace
}  // namespace pliant::testing
