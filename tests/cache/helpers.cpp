#include "cache/helpers.hpp"

#include "core/random.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include <unistd.h>

namespace pliant::testing {

namespace fs = std::filesystem;

std::string small_scene_text() {
    return R"({
        "time": {"fps": 60, "frames": 24, "substeps": 3},
        "bodies": [
            {"name": "ball", "shape": {"type": "sphere", "radius": 0.2}, "sampling": {"particles": 100},
             "clusters": {"count": 6}, "material": {"stiffness": 5, "damping": 2}, "translate": [0, 0.3, 0], "velocity": [0.4, -1, 0]},
            {"name": "box", "shape": {"type": "box", "size": [0.3, 0.3, 0.3]}, "sampling": {"particles": 100},
             "clusters": {"count": 5}, "material": {"stiffness": 18, "damping": 15}, "translate": [5000, 0.4, -0.6], "spin": [0, 90, 40]}
        ],
        "obstacles": [{"type": "plane"}]
    })";
}

Scene small_scene(const std::vector<Override>& overrides) {
    Scene scene = parse_scene(small_scene_text(), "small", overrides);
    scene.file.clear();
    return scene;
}

Scene random_scene(std::uint64_t seed) {
    Random random(seed);
    Scene scene = small_scene();
    const std::vector<std::string> presets = material_presets();
    for (Body& body : scene.bodies) {
        body.sampling.particles = 20 + static_cast<int>(random.below(120));
        body.sampling.seed = random.next() >> 16;
        body.clusters.count = 1 + static_cast<int>(random.below(8));
        body.material = material_preset(presets[random.below(static_cast<std::uint32_t>(presets.size()))]);
        body.place.translate.x() = random.uniform(-1, 1) * std::pow(10.0, random.uniform(0, 5));
        body.velocity.y() = random.uniform(-3, 3);
    }
    scene.time.substeps = 0;  // as many as the preset needs
    return scene;
}

void run_to(Simulation& simulation, RunWriter& writer, int last) {
    if (last < 0) last = simulation.frame_count();
    if (writer.next_frame() == simulation.frame()) writer.write(simulation, {});
    while (simulation.frame() < last) {
        const StepReport report = simulation.advance_frame();
        writer.write(simulation, report);
    }
}

void run_scene(const Scene& scene, const fs::path& folder, const RunSettings& settings) {
    Simulation simulation(scene);
    RunWriter writer = RunWriter::begin(folder, describe_run(scene), simulation, settings);
    run_to(simulation, writer);
    writer.finish(simulation);
}

std::map<std::string, std::string> files_of(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().filename() != "timings.jsonl")
            files[fs::relative(entry.path(), folder).string()] = bytes_of(entry.path());
    return files;
}

void expect_same_files(const fs::path& a, const fs::path& b) {
    const auto left = files_of(a), right = files_of(b);
    for (const auto& [name, bytes] : left) {
        const auto other = right.find(name);
        if (other == right.end())
            ADD_FAILURE() << name << " is only in " << a;
        else
            EXPECT_TRUE(bytes == other->second) << name << " differs";
    }
    for (const auto& [name, bytes] : right) EXPECT_TRUE(left.contains(name)) << name << " is only in " << b;
}

}  // namespace pliant::testing
