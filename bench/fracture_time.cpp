#include "bench/fracture_time.hpp"

#include <pliant/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace pliant::bench {
namespace {

double total(const StepReport& report) {
    return std::accumulate(report.milliseconds.begin(), report.milliseconds.end(), 0.0);
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

Simulation block(int particles, const std::string& toughness, const std::string& fracture, int threads) {
    const Scene scene = parse_scene(fmt::format(R"({{"time": {{"fps": 60, "frames": 100, "substeps": 8}},
        "bodies": [{{"shape": {{"type": "box", "size": [1, 1, 1]}}, "sampling": {{"particles": {}}},
            "material": {{"young": 1e4, "damping": 1, "toughness": {}}}, "fracture": {}, "translate": [0, 1.2, 0],
            "spin": [0, 20, 10]}}], "obstacles": [{{"type": "plane"}}]}})",
                                                particles, toughness, fracture),
                                    "block");
    return Simulation(scene, {.threads = threads, .instruction_set = {}, .progress = {}});
}

/// The least of several rounds of steps, the two in turn: what else the machine does takes from both.
void time_quiet(FractureResult& result) {
    Simulation plain = block(20000, "0", "{}", 1), tough = block(20000, "10", "{}", 1);
    result.particles = plain.stats().particles;
    result.without = result.with = std::numeric_limits<double>::infinity();
    constexpr int rounds = 40, steps = 8;
    for (int round = 0; round < rounds; ++round)
        for (Simulation* simulation : {&plain, &tough}) {
            double spent = 0;
            for (int step = 0; step < steps; ++step) spent += total(simulation->step()) / steps;
            double& least = simulation == &plain ? result.without : result.with;
            least = std::min(least, spent);
        }
    result.right = tough.stats().fragments == 1;
}

void time_shattering(FractureResult& result) {
    Simulation vase(load_scene("shatter"), {.threads = 2, .instruction_set = {}, .progress = {}});
    std::vector<double> quiet, split;
    for (int step = 0; step < 60 * vase.substeps(); ++step) {
        const StepReport report = vase.step();
        // Contacts only: while it falls a step is cheaper still.
        if (report.cluster_splits > 0)
            split.push_back(total(report));
        else if (report.contacts > 0)
            quiet.push_back(total(report));
    }
    result.quiet = quiet.size();
    result.split = split.size();
    result.quiet_step = median(quiet);
    result.split_step = median(split);
    result.right &= !split.empty();
}

void time_large(FractureResult& result) {
    std::string cuts;
    for (int k = 0; k < 6; ++k)
        cuts += fmt::format(
            R"({}{{"time": 0.02, "shape": {{"type": "half_space", "point": [{}, {}, 0], "normal": [{}, {}, 0]}}}})",
            k > 0 ? ", " : "", k % 2 == 0 ? 0.25 * (k / 2 - 1) : 0, k % 2 == 1 ? 0.25 * (k / 2 - 1) : 0,
            k % 2 == 0 ? 1 : 0, k % 2 == 1 ? 1 : 0);
    Simulation body = block(125000, "0", "{\"cuts\": [" + cuts + "]}", 2);
    result.large = body.stats().particles;
    for (int frame = 0; frame < 3; ++frame) {
        const StepReport report = body.advance_frame();
        if (report.cluster_splits == 0) continue;
        result.splits = report.cluster_splits;
        result.splitting = report.milliseconds[static_cast<std::size_t>(Stage::fracture)];
    }
    result.right &= result.splits >= 1000;
}

}  // namespace

FractureResult time_fracture() {
    FractureResult result;
    time_quiet(result);
    time_shattering(result);
    time_large(result);
    return result;
}

}  // namespace pliant::bench
