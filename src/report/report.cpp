#include <pliant/report.hpp>

#include "core/write_file.hpp"
#include "report/html.hpp"
#include "report/page.hpp"
#include "report/parameters.hpp"
#include "report/plots.hpp"

#include <fmt/format.h>

#include <numeric>

namespace pliant {
namespace {

double step_seconds(const Report& report) {
    double milliseconds = 0;
    for (const FrameTiming& t : report.timings)
        milliseconds = std::accumulate(t.milliseconds.begin(), t.milliseconds.end(), milliseconds);
    return milliseconds / 1000;
}

std::string header(const Report& report) {
    const std::string title =
        report.scene.title.empty() ? "" : fmt::format("<p class=\"soft\">{}</p>\n", escaped(report.scene.title));
    return fmt::format("<header><h1>{}</h1>\n{}</header>\n", escaped(report.run.name), title);
}

std::string numbers(const Report& report) {
    std::string out = "<dl class=\"numbers\">\n";
    const auto add = [&out](const std::string& name, const std::string& value) {
        out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(name), escaped(value));
    };
    if (!report.frames.empty()) {
        const Stats& last = report.frames.back().stats;
        add("particles", fmt::format("{}", last.particles));
        add("clusters", fmt::format("{}", fmt::join(last.clusters, " / ")));
        add("mass", fmt::format("{:.4g} kg", last.mass));
        add("simulated", fmt::format("{:.3g} s", last.time));
    }
    add("frames kept", fmt::format("{}", report.frames.size()));
    const double seconds = step_seconds(report);
    if (seconds > 0) {
        const auto frames = static_cast<double>(report.timings.size());
        add("time per frame", fmt::format("{:.3g} ms", 1000 * seconds / frames));
        add("speed", fmt::format("{:.2g} × real", frames / report.scene.time.fps / seconds));
    }
    return out + "</dl>\n";
}

std::string sheet(const Report& report) {
    if (report.sheet.rgb.empty()) return "";
    return fmt::format(
        "<img class=\"sheet\" width=\"{}\" height=\"{}\" alt=\"frames of the run\" src=\"data:image/png;base64,{}\">\n",
        report.sheet.width, report.sheet.height, base64(png_bytes(report.sheet)));
}

std::string plots(const Report& report) {
    std::string out = "<h2>Over time</h2>\n<div class=\"plots\">\n";
    for (const Plot& plot : run_plots(report)) out += plot_figure(plot);
    return out + "</div>\n";
}

std::string warnings(const Report& report) {
    std::vector<std::vector<std::string>> rows;
    StepReport total;
    for (const FrameStats& frame : report.frames) total.add(frame.report);
    for (std::size_t k = 0; k < warning_count; ++k) {
        const auto warning = static_cast<Warning>(k);
        if (total.warning(warning) > 0)
            rows.push_back({std::string(warning_name(warning)), std::string(warning_meaning(warning)),
                            fmt::format("{}", total.warning(warning)),
                            culprit_text(total.culprit(warning), report.scene)});
    }
    std::string out = "<h2>Warnings</h2>\n";
    out += rows.empty() ? "<p class=\"fine\">None.</p>\n"
                        : plain_table({"warning", "what it means", "times", "first"}, rows);
    std::uint64_t released = 0, broken = 0;
    for (const FrameStats& frame : report.frames) {
        released += frame.report.glue_released;
        broken += frame.report.glue_broken;
    }
    if (released + broken > 0)
        out += fmt::format("<p>Glue: {} bindings were released, {} broke.</p>\n", released, broken);
    for (const std::string& note : scene_notes(report.scene)) out += fmt::format("<p>Note: {}</p>\n", escaped(note));
    return out;
}

std::string how(const Report& report) {
    const RunInfo& run = report.run;
    std::vector<std::pair<std::string, std::string>> facts = {
        {"program", fmt::format("pliant {}", run.version)},
        {"precision", run.precision},
        {"instructions", run.instruction_set},
        {"written", run.every == 1 ? "every frame" : fmt::format("each {}th frame", run.every)}};
    if (run.branch)
        facts.emplace_back("branched",
                           fmt::format("at frame {} from state {:016x}", run.branch->frame, run.branch->hash));
    const double seconds = step_seconds(report);
    if (seconds > 0) facts.emplace_back("steps took", fmt::format("{:.3g} s", seconds));
    if (!report.frames.empty()) {
        const Stats& last = report.frames.back().stats;
        facts.emplace_back("hash", fmt::format("{:016x} after frame {}", last.hash, last.frame));
    }
    return "<h2>How it was run</h2>\n" + facts_table(facts) +
           "<p class=\"soft\">The same program with the same scene, precision and instructions gives the same hash, on "
           "any "
           "number of threads.</p>\n";
}

}  // namespace

std::string report_html(const Report& report) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{} – Pliant</title>\n"
        "<link rel=\"icon\" "
        "href=\"data:,\">\n<style>{}</style>\n</head>\n<body>\n<main>\n{}{}{}{}{}<h2>Parameters</h2>\n"
        "{}{}</main>\n<script>{}</script>\n</body>\n</html>\n",
        escaped(report.run.name), page_style, header(report), numbers(report), sheet(report), plots(report),
        warnings(report), parameter_tables(report.scene, report.run.scene_json), how(report), page_script);
}

void save_report(const Report& report, const std::filesystem::path& file) {
    const std::string page = report_html(report);
    write_file(file, page.data(), page.size());
}

}  // namespace pliant
