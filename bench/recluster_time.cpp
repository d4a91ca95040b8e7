#include "bench/recluster_time.hpp"

#include <pliant/simulation.hpp>

#include <algorithm>

namespace pliant::bench {
namespace {

constexpr int frames = 300;

double ms(const StepReport& report, Stage stage) { return report.milliseconds[static_cast<std::size_t>(stage)]; }

}  // namespace

ReclusterResult time_reclustering() {
    ReclusterResult result;
    Simulation plain(load_scene("compressed-beam", {{"bodies.0.reclustering.mode", "off"}}),
                     {.threads = 1, .instruction_set = {}, .progress = {}});
    StepReport total;
    for (int frame = 0; frame < frames; ++frame) total.add(plain.advance_frame());
    for (const double stage : total.milliseconds) result.step += stage / static_cast<double>(total.steps);

    Simulation beam(load_scene("compressed-beam"), {.threads = 1, .instruction_set = {}, .progress = {}});
    result.particles = beam.stats().particles;
    double adding = 0;
    for (int step = 0; step < frames * beam.substeps(); ++step) {
        const StepReport report = beam.step();
        ++result.steps;
        result.added += report.clusters_added;
        result.removed += report.clusters_removed;
        result.reclustering += ms(report, Stage::recluster);
        result.embedding += report.embedding_milliseconds;
        if (report.clusters_added == 0) continue;
        adding += ms(report, Stage::recluster);
        result.worst_addition =
            std::max(result.worst_addition, ms(report, Stage::recluster) / static_cast<double>(report.clusters_added));
    }
    result.reclustering /= static_cast<double>(result.steps);
    result.embedding /= static_cast<double>(result.steps);
    result.mean_addition = adding / static_cast<double>(std::max<std::size_t>(1, result.added));
    const Stats stats = beam.stats();
    result.right = stats.weight_error < 1e-5 && stats.fragments == 1 && result.added > 0;
    return result;
}

}  // namespace pliant::bench
