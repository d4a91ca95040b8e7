#include "report/plots.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace pliant {
namespace {

using Measure = std::function<double(const FrameStats&)>;

Plot plot_of(const Report& report, std::string title, std::string unit,
             const std::vector<std::pair<std::string, Measure>>& measures) {
    Plot plot{.title = std::move(title), .unit = std::move(unit), .times = {}, .series = {}};
    for (const FrameStats& frame : report.frames) plot.times.push_back(frame.stats.time);
    for (const auto& [name, measure] : measures) {
        Series& series = plot.series.emplace_back();
        series.name = name;
        for (const FrameStats& frame : report.frames) series.values.push_back(measure(frame));
    }
    return plot;
}

/// Contacts are summed over steps; the mean over them does not depend on how many a frame has.
double contacts_per_step(const FrameStats& frame) {
    const auto steps = static_cast<double>(frame.report.steps);
    return steps > 0 ? static_cast<double>(frame.report.contacts) / steps : 0;
}

/// One series for each entry of the scene's glue, or the largest and the sum where those would be too many to tell
/// apart.
Plot glue_plot(const Report& report) {
    constexpr std::size_t most = 6;
    std::vector<std::pair<std::string, Measure>> measures;
    const auto force_of = [](const FrameStats& f, std::size_t k) {
        return k < f.stats.glue.size() ? f.stats.glue[k].force : 0;
    };
    const std::size_t count = report.scene.glue.size();
    for (std::size_t k = 0; count <= most && k < count; ++k)
        measures.emplace_back(report.scene.glue[k].name, [=](const FrameStats& f) { return force_of(f, k); });
    if (count > most) {
        measures.emplace_back("largest entry", [=](const FrameStats& f) {
            double largest = 0;
            for (std::size_t k = 0; k < count; ++k) largest = std::max(largest, force_of(f, k));
            return largest;
        });
        measures.emplace_back("all together", [=](const FrameStats& f) {
            double sum = 0;
            for (std::size_t k = 0; k < count; ++k) sum += force_of(f, k);
            return sum;
        });
    }
    Plot plot = plot_of(report, "Glue", "N, mean over the frame", measures);
    plot.from_zero = true;
    return plot;
}

/// What each stage did to the energy since the start; stages that did nothing are left out.
std::optional<Plot> account_plot(const Report& report) {
    Plot plot{.title = "Energy account",
              .unit = "J, given (up) or taken (down) by each stage so far",
              .times = {},
              .series = {}};
    for (const FrameStats& frame : report.frames) plot.times.push_back(frame.stats.time);
    for (std::size_t k = 0; k < stage_count; ++k) {
        Series series;
        series.name = std::string(stage_name(static_cast<Stage>(k)));
        double sum = 0;
        bool acted = false;
        for (const FrameStats& frame : report.frames) {
            sum += frame.report.energy[k].total();
            acted |= frame.report.energy[k].total() != 0;
            series.values.push_back(sum);
        }
        if (acted) plot.series.push_back(std::move(series));
    }
    if (plot.series.empty()) return std::nullopt;
    return plot;
}

bool has_points(const Scene& scene) {
    return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                       [](const Body& body) { return body.solver == Solver::point_based; });
}

Plot stage_plot(const Report& report) {
    Plot plot{.title = "Time per frame", .unit = "ms, by stage", .times = {}, .series = {}, .stacked = true};
    for (const FrameTiming& timing : report.timings) plot.times.push_back(timing.frame / report.scene.time.fps);
    for (std::size_t k = 0; k < stage_count; ++k) {
        Series& series = plot.series.emplace_back();
        series.name = std::string(stage_name(static_cast<Stage>(k)));
        for (const FrameTiming& timing : report.timings) series.values.push_back(timing.milliseconds[k]);
    }
    return plot;
}

}  // namespace

std::vector<Plot> run_plots(const Report& report) {
    std::vector<Plot> plots;
    if (!report.frames.empty()) {
        plots.push_back(plot_of(report, "Energy", "J",
                                {{"kinetic", [](const FrameStats& f) { return f.stats.kinetic_energy; }},
                                 {"elastic", [](const FrameStats& f) { return f.stats.elastic_energy; }}}));
        if (std::optional<Plot> account = account_plot(report)) plots.push_back(std::move(*account));
        plots.push_back(plot_of(report, "Momentum", "kg m/s",
                                {{"x", [](const FrameStats& f) { return f.stats.momentum.x(); }},
                                 {"y", [](const FrameStats& f) { return f.stats.momentum.y(); }},
                                 {"z", [](const FrameStats& f) { return f.stats.momentum.z(); }}}));
        plots.push_back(plot_of(report, "Largest stretch", "times the rest length",
                                {{"stretch", [](const FrameStats& f) { return f.stats.max_stretch; }}}));
        plots.push_back(plot_of(report, "Fastest particle", "m/s",
                                {{"speed", [](const FrameStats& f) { return f.stats.max_speed; }}}));
        plots.back().from_zero = true;
        plots.front().from_zero = true;
        plots.push_back(plot_of(report, "Contacts", "particles touching, per step", {{"contacts", contacts_per_step}}));
        plots.back().from_zero = true;
        plots.push_back(
            plot_of(report, "Pieces", "of all bodies together",
                    {{"pieces", [](const FrameStats& f) { return static_cast<double>(f.stats.fragments); }}}));
        plots.back().from_zero = true;
        if (std::any_of(report.frames.begin(), report.frames.end(),
                        [](const FrameStats& f) { return f.report.cluster_splits > 0; })) {
            plots.push_back(plot_of(
                report, "Splits", "clusters that came apart, per frame",
                {{"splits", [](const FrameStats& f) { return static_cast<double>(f.report.cluster_splits); }}}));
            plots.back().from_zero = true;
            plots.push_back(plot_of(report, "Breaking force", "N: the most that a cluster carried as it broke",
                                    {{"force", [](const FrameStats& f) { return f.report.breaking_force; }}}));
            plots.back().from_zero = true;
        }
        plots.push_back(plot_of(report, "Plastic strain", "what has become permanent",
                                {{"largest", [](const FrameStats& f) { return f.stats.plastic_strain_max; }},
                                 {"mean", [](const FrameStats& f) { return f.stats.plastic_strain_mean; }}}));
        plots.back().from_zero = true;
        if (!report.scene.glue.empty()) plots.push_back(glue_plot(report));
        if (has_points(report.scene))
            plots.push_back(plot_of(report, "Volume of point-based bodies", "m³, by their particles' density",
                                    {{"volume", [](const FrameStats& f) { return f.stats.estimated_volume; }}}));
    }
    if (!report.timings.empty()) plots.push_back(stage_plot(report));
    return plots;
}

}  // namespace pliant
