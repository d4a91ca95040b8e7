#include "report/plots.hpp"

#include <algorithm>
#include <functional>

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
        plots.push_back(plot_of(report, "Plastic strain", "what has become permanent",
                                {{"largest", [](const FrameStats& f) { return f.stats.plastic_strain_max; }},
                                 {"mean", [](const FrameStats& f) { return f.stats.plastic_strain_mean; }}}));
        plots.back().from_zero = true;
    }
    if (!report.timings.empty()) plots.push_back(stage_plot(report));
    return plots;
}

}  // namespace pliant
