#include "report/plot.hpp"

#include "core/assert.hpp"
#include "report/axis.hpp"
#include "report/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant {
namespace {

constexpr double width = 520, height = 220;
constexpr double left = 58, right = 22, top = 10, bottom = 26;

/// Where times and values land in the drawing.
struct Canvas {
    Axis time;  ///< only its ticks: the drawing reaches from the first time to the last
    double first;
    double last;
    Axis value;
    double x(double t) const {
        return left + (width - left - right) * (last > first ? (t - first) / (last - first) : 0.5);
    }
    double y(double v) const { return height - bottom - (height - top - bottom) * value.place(v); }
};

double representative(const std::vector<double>& values, std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += values[i];
    const double mean = sum / static_cast<double>(end - begin);
    double chosen = values[begin];
    for (std::size_t i = begin; i < end; ++i) {
        if (!std::isfinite(values[i])) return values[i];
        if (std::abs(values[i] - mean) > std::abs(chosen - mean)) chosen = values[i];
    }
    return chosen;
}

/// The lines' upper edges: sums of the series so far when stacked.
std::vector<std::vector<double>> edges(const Plot& plot) {
    std::vector<std::vector<double>> lines;
    for (const Series& series : plot.series) {
        lines.push_back(series.values);
        if (!plot.stacked || lines.size() < 2) continue;
        const std::vector<double>& below = lines[lines.size() - 2];
        for (std::size_t i = 0; i < below.size(); ++i) lines.back()[i] += below[i];
    }
    return lines;
}

Canvas make_canvas(const Plot& plot, const std::vector<std::vector<double>>& lines) {
    double low = plot.stacked || plot.from_zero ? 0 : std::numeric_limits<double>::infinity();
    double high = plot.stacked || plot.from_zero ? 0 : -low;
    for (const std::vector<double>& line : lines)
        for (const double v : line) {
            if (!std::isfinite(v)) continue;
            low = std::min(low, v);
            high = std::max(high, v);
        }
    return {make_axis(plot.times.front(), plot.times.back(), 6), plot.times.front(), plot.times.back(),
            make_axis(low, high, 4)};
}

std::string grid(const Canvas& canvas) {
    std::string out = "<g class=\"grid\">\n";
    for (const double v : canvas.value.ticks())
        out += fmt::format(
            "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
            "<text class=\"v\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
            left, width - right, canvas.y(v), canvas.y(v), left - 7, canvas.y(v) + 3.5, canvas.value.label(v));
    const double slack = 1e-9 * canvas.time.step;
    for (const double t : canvas.time.ticks())
        if (t >= canvas.first - slack && t <= canvas.last + slack)
            out += fmt::format("<text class=\"t\" x=\"{:.1f}\" y=\"{:.1f}\">{} s</text>\n", canvas.x(t), height - 8,
                               canvas.time.label(t));
    return out + "</g>\n";
}

/// "M x,y L x,y …" with a new M after every gap.
std::string path_of(const Plot& plot, const Canvas& canvas, const std::vector<double>& line) {
    std::string path;
    bool pen_down = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool drawn = std::isfinite(line[i]);
        if (drawn)
            path += fmt::format("{}{:.1f},{:.1f}", pen_down ? "L" : "M", canvas.x(plot.times[i]), canvas.y(line[i]));
        pen_down = drawn;
    }
    return path;
}

std::string area_of(const Plot& plot, const Canvas& canvas, const std::vector<double>& upper,
                    const std::vector<double>* lower) {
    std::string path = path_of(plot, canvas, upper);
    for (std::size_t i = upper.size(); i-- > 0;)
        path += fmt::format("L{:.1f},{:.1f}", canvas.x(plot.times[i]), canvas.y(lower ? (*lower)[i] : 0));
    return path + "Z";
}

std::string drawing(const Plot& plot, const Canvas& canvas, const std::vector<std::vector<double>>& lines) {
    std::string out;
    for (std::size_t k = 0; k < lines.size(); ++k)
        out += plot.stacked ? fmt::format("<path class=\"area c{}\" d=\"{}\"/>\n", k,
                                          area_of(plot, canvas, lines[k], k > 0 ? &lines[k - 1] : nullptr))
                            : fmt::format("<path class=\"line c{}\" d=\"{}\"/>\n", k, path_of(plot, canvas, lines[k]));
    return out;
}

/// Values for the script that shows them under the pointer.
std::string numbers(const std::vector<double>& values) {
    std::string out;
    for (const double v : values) out += fmt::format("{}{:.4g}", out.empty() ? "" : " ", v);
    return out;
}

std::string names(const Plot& plot) {
    std::string out = "<ul>";
    for (std::size_t k = 0; k < plot.series.size(); ++k)
        out += fmt::format("<li class=\"c{}\" data-v=\"{}\"><span>{}</span> <output></output></li>", k,
                           numbers(plot.series[k].values), escaped(plot.series[k].name));
    return out + "</ul>";
}

}  // namespace

Plot thinned(Plot plot) {
    const std::size_t count = plot.times.size();
    if (count <= plot_points) return plot;
    Plot thin = plot;
    thin.times.clear();
    for (Series& series : thin.series) series.values.clear();
    for (std::size_t p = 0; p < plot_points; ++p) {
        const std::size_t begin = p * count / plot_points;
        const std::size_t end = (p + 1) * count / plot_points;
        thin.times.push_back(plot.times[(begin + end) / 2]);
        for (std::size_t k = 0; k < plot.series.size(); ++k)
            thin.series[k].values.push_back(representative(plot.series[k].values, begin, end));
    }
    thin.times.front() = plot.times.front();
    thin.times.back() = plot.times.back();
    return thin;
}

std::string plot_figure(const Plot& whole) {
    PLIANT_ASSERT(!whole.times.empty());
    const Plot plot = thinned(whole);
    const std::vector<std::vector<double>> lines = edges(plot);
    const Canvas canvas = make_canvas(plot, lines);
    const std::string unit = plot.unit.empty() ? "" : fmt::format(" <small>{}</small>", escaped(plot.unit));
    return fmt::format(
        "<figure class=\"plot\" data-t=\"{}\" data-left=\"{}\" data-right=\"{}\">\n"
        "<figcaption><h3>{}{}</h3>{}</figcaption>\n"
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n{}{}"
        "<line class=\"cursor\" x1=\"0\" x2=\"0\" y1=\"{}\" y2=\"{}\"/>\n</svg>\n</figure>\n",
        numbers(plot.times), left / width, 1 - right / width, escaped(plot.title), unit, names(plot), width, height,
        escaped(plot.title), grid(canvas), drawing(plot, canvas, lines), top, height - bottom);
}

}  // namespace pliant
